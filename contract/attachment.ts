import { z } from 'zod'
import { trimmedText } from './text.ts'

/** Of one comment. */
export const mostAttachments = 10
/** Of one file, in bytes. */
export const mostAttachmentBytes = 100 * 1024 ** 2
export const longestAttachmentName = 200

/** A file that came with a comment. docs/review.md, "Attachments" */
export const attachment = z
  .object({
    id: z.string(),
    name: z.string(),
    type: z.string().nullable().meta({
      description: 'Media type, by content and never by name; null until the service has looked into it',
    }),
    bytes: z.int(),
    isShown: z.boolean().meta({ description: 'It is a picture that browsers show' }),
    url: z.string().meta({ description: 'Path on the service, for who may read the comment' }),
    thumbnail: z
      .string()
      .nullable()
      .meta({ description: 'Path of a small picture of it; null where there is none, or none yet' }),
  })
  .meta({ id: 'Attachment' })

/** How the file is called where it comes from. */
export const attachmentName = trimmedText(longestAttachmentName)
  .refine((name) => !/[/\\\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(name), {
    error: 'Must be the name of a file, without a path and without control characters',
  })
  .meta({ description: 'How the file is called' })

export const attachmentServing =
  'By ranges, and with an `ETag`. Whatever it is, no script of it runs in a browser.'

export const whichOfAttachment = z.object({
  small: z
    .enum(['true', 'false'], 'Must be true or false')
    .optional()
    .meta({ description: 'The small picture of it; 404 where there is none' }),
  download: z
    .enum(['true', 'false'], 'Must be true or false')
    .optional()
    .meta({ description: 'As a file to be saved' }),
})

export type Attachment = z.output<typeof attachment>
