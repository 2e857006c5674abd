import { z } from 'zod'
import { tags } from './capture.ts'
import { ofArray } from './length.ts'
import { longestTag, tagColors } from './tag.ts'
import { text, timestamp, trimmedText } from './text.ts'

const color = z.enum(tagColors)

const colored = {
  name: z.string().meta({ description: 'As it stands at asset versions: capitals and small letters differ' }),
  color: color.nullable().meta({ description: 'Null for none' }),
}

/** A tag of a project: one that asset versions have, or that has a colour. */
export const projectTag = z
  .object({
    ...colored,
    count: z.int().min(0).meta({ description: 'Of how many asset versions; deleted ones are not counted' }),
  })
  .meta({ id: 'ProjectTag' })

export const tagColor = z.object(colored).meta({ id: 'TagColor' })

/** The body that gives a tag a colour, or takes it away. */
export const tagColorUpdate = z
  .object({
    name: trimmedText(longestTag),
    color: color.nullable().meta({ description: 'Null takes it away' }),
  })
  .meta({ id: 'TagColorUpdate' })

/** The body that renames tags, merges or removes them. */
export const tagChangeRequest = z
  .object({
    from: tags
      .min(1, ofArray('Must be at least 1'))
      .meta({ description: 'Of asset versions, exactly as they stand there' }),
    to: text(longestTag)
      .regex(/\S/, 'Required')
      .trim()
      .nullable()
      .meta({ description: 'What they become; one that is there already takes them in. Null removes them' }),
  })
  .refine(({ from, to }) => to === null || !from.includes(to), {
    path: ['to'],
    message: 'Must not be one of `from`',
  })
  .meta({ id: 'TagChangeRequest' })

/** What came of it. */
export const tagChangeAnswer = z
  .object({
    id: z
      .string()
      .nullable()
      .meta({ description: 'Of the change, to undo it by; null where no asset version was changed' }),
    changed: z.int().min(0).meta({ description: 'Asset versions' }),
    left: z
      .int()
      .min(0)
      .meta({ description: 'Asset versions that still have one of `from`: ask again until it is 0' }),
    undoableUntil: timestamp.nullable(),
  })
  .meta({ id: 'TagChangeAnswer' })

export type ProjectTag = z.output<typeof projectTag>
export type TagColorOf = z.output<typeof tagColor>
export type TagColorUpdate = z.output<typeof tagColorUpdate>
export type TagChangeRequest = z.output<typeof tagChangeRequest>
export type TagChangeAnswer = z.output<typeof tagChangeAnswer>
