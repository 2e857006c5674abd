import { text } from '@dailies/contract/text.ts'
import { verdict, verdictKind } from '@dailies/contract/verdict.ts'
import { z } from 'zod'
import { givenId } from '../ids.ts'
import { tool } from '../tool.ts'

const output = verdict.pick({ id: true, verdict: true, createdAt: true })

export const giveVerdict = tool({
  name: 'give_verdict',
  description:
    'Approves of a take, or asks for changes, in the name of the user. Moves no winner and no status: set_status does. Only where the user asked for it.',
  asks: ['giveVerdict'],
  does: 'add',
  input: z.strictObject({
    id: givenId.describe('Of the take, from list_takes'),
    verdict: verdictKind,
    note: text(10_000).optional().describe('Required with changes_needed: what is to change'),
  }),
  output,
  run: async (given, { dailies, signal }) => {
    const { data } = await dailies.giveVerdict(given, { signal })
    return { text: `Given: ${data.verdict}.`, structured: output.parse(data) }
  },
})
