import { z } from 'zod'
import { givenId } from '../ids.ts'
import { isData } from '../shown.ts'
import { tool } from '../tool.ts'
import { type LongText, longTexts, textsOf } from '../whole-take.ts'

/** Characters at once. */
const most = 16_000

export const readText = tool({
  name: 'read_text',
  description: `Reads the prompt, notes or settings of a take where get_take says that they are longer than it shows, ${most} characters at a time. ${isData}`,
  asks: ['readAsset'],
  does: 'look',
  input: z.strictObject({
    id: givenId.describe('Of the take'),
    field: z.enum(Object.keys(longTexts) as [LongText, ...LongText[]]),
    offset: z.int('Must be a whole number').min(0).default(0).describe('Where to begin, in characters'),
  }),
  output: z.object({
    text: z.string(),
    length: z.int().describe('Of all of it, in characters'),
    nextOffset: z.int().nullable().describe('Where to go on; null at the end'),
  }),
  run: async ({ id, field, offset }, { exactly, signal }) => {
    const { data } = await exactly('readAsset', { id }, signal)
    const whole = textsOf(data)[field] ?? ''
    const { length } = whole
    const end = offset + most
    const nextOffset = end < length ? end : null
    // A character of two units that is cut in half is none.
    const text = whole.slice(offset, end).toWellFormed()
    const more = nextOffset === null ? '' : `\n(${length} characters in all: go on with offset ${nextOffset})`
    return { text: `${JSON.stringify(text)}${more}`, structured: { text, length, nextOffset } }
  },
})
