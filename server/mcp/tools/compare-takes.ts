import { z } from 'zod'
import { type Difference, differencesOf } from '../differences.ts'
import { givenId } from '../ids.ts'
import { isData, takeLine } from '../shown.ts'
import { tool } from '../tool.ts'
import { readTake } from '../whole-take.ts'

export const compareTakes = tool({
  name: 'compare_takes',
  description: `Shows two to four takes and says in what they differ: prompt, model, settings, cost, status. ${isData}`,
  asks: ['readAsset', 'readLineage'],
  does: 'look',
  input: z.strictObject({
    ids: z
      .array(givenId)
      .min(2, 'Must be at least 2 ids')
      .max(4, 'Must be at most 4 ids')
      .refine((ids) => new Set(ids).size === ids.length, 'The same id twice')
      .describe('Of takes, from list_takes'),
    pictures: z.boolean().default(true).describe('Whether to show them'),
  }),
  output: z.object({
    differences: z.array(
      z.object({
        field: z.string(),
        values: z.array(z.string().nullable()).describe('In the order of ids; null where it has none'),
        inWords: z
          .string()
          .nullable()
          .describe('Of texts: what the others have that the first has not, and the other way round'),
      }),
    ),
    same: z.array(z.string()).describe('Fields in which they do not differ'),
    shown: z.array(z.string()).describe('Ids of those whose pictures follow, in this order'),
  }),
  run: async ({ ids, pictures }, work) => {
    const takes = await Promise.all(ids.map((id) => readTake(work, id, work.signal)))
    const { differences, same } = differencesOf(takes)
    const found = pictures
      ? await Promise.all(
          takes.map(({ id, media }) => (media ? work.picture(id, 'small', work.signal) : undefined)),
        )
      : []
    const shown = ids.filter((_, index) => found[index])
    const lines = [
      ...takes.map((take, index) => `${index + 1}. ${takeLine(take).slice(2)}`),
      ...tableOf(differences, takes.length),
      ...differences.flatMap(({ field, inWords }) => (inWords ? [`${field}: ${inWords}`] : [])),
      shown.length > 0 ? `Pictures: ${shown.join(', ')}` : 'No pictures to show.',
    ]
    return { text: lines.join('\n'), structured: { differences, same, shown }, pictures: found }
  },
})

function tableOf(differences: Difference[], columns: number): string[] {
  if (differences.length === 0) return ['They do not differ in what was captured.']
  const row = (cells: string[]) => `| ${cells.join(' | ')} |`
  const cell = (value: string | null) => (value === null ? '–' : short(value))
  return [
    row(['', ...Array.from({ length: columns }, (_, index) => String(index + 1))]),
    row(Array(columns + 1).fill('---')),
    ...differences.map(({ field, values }) => row([field, ...values.map(cell)])),
  ]
}

/** In one line, and nothing that would end a cell. */
function short(value: string): string {
  const line = value.replace(/\s+/g, ' ').replaceAll('|', '\\|')
  return line.length > 100 ? `${line.slice(0, 99).toWellFormed()}…` : line
}
