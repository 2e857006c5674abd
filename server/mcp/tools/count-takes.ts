import { facetField } from '@dailies/contract/search.ts'
import { z } from 'zod'
import { cut, quoted } from '../plain.ts'
import { isData } from '../shown.ts'
import { tool } from '../tool.ts'

/** Characters of a name. */
const listed = 300

export const countTakes = tool({
  name: 'count_takes',
  description: `Counts what search_takes finds, by project, type, platform, model, status, rights, tag, by whom, winners: 20 values of each, with the filter that narrows it so. ${isData}`,
  asks: ['listSearchFacets'],
  does: 'look',
  input: z.strictObject({ query: z.string().max(500).describe('As of search_takes') }),
  output: z.object({
    counts: z.array(
      z.object({
        field: facetField,
        values: z.array(z.object({ name: z.string(), count: z.int(), filter: z.string() })),
        isComplete: z.boolean().describe('Whether all were counted, not the newest alone'),
      }),
    ),
  }),
  run: async ({ query }, { dailies, signal }) => {
    const { data } = await dailies.listSearchFacets({ q: query }, { signal })
    const counts = data.map(({ field, values, isComplete }) => ({
      field,
      isComplete,
      values: values.map(({ name, count, filter }) => ({ name: cut(name, listed), count, filter })),
    }))
    const lines = counts.flatMap(({ field, values, isComplete }) =>
      values.length === 0
        ? []
        : [`${field}${isComplete ? '' : ' (of the newest)'}:`, ...values.map(valueLine)],
    )
    return { text: lines.length === 0 ? 'No take was found.' : lines.join('\n'), structured: { counts } }
  },
})

function valueLine({ name, count, filter }: { name: string; count: number; filter: string }): string {
  return `- ${quoted(name, 100)}: ${count}, ${JSON.stringify(filter)}`
}
