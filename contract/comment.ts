import { z } from 'zod'
import { assetType } from './asset-version.ts'
import { attachment, mostAttachments } from './attachment.ts'
import { drawing } from './drawing.ts'
import { frameRange } from './frame.ts'
import { ofArray } from './length.ts'
import { cardMedia } from './media.ts'
import { id, text, timestamp } from './text.ts'
import { was } from './was.ts'

export const longestComment = 10_000
export const mostMentions = 20
export const mostCommentsOfVersion = 5000

export const audience = z.enum(['team', 'everybody']).meta({
  id: 'Audience',
  description: 'team: members of the project alone; everybody: guests of a link that shows the take, too',
})

const named = z.object({ id: z.string(), name: z.string() })

/** What somebody said of an asset version: of all of it, or of some frames. docs/review.md, "Comments" */
export const comment = z
  .object({
    id: z.string(),
    assetVersionId: z.string(),
    parentId: z.string().nullable().meta({
      description: 'The comment that began the thread; null: it began one itself',
    }),
    author: z
      .object({
        id: z.string().nullable().meta({ description: 'Of the user; null: a guest of a link' }),
        name: z.string(),
      })
      .nullable()
      .meta({ description: 'Null where it was deleted' }),
    text: z
      .string()
      .meta({ description: 'Empty where it was deleted, or is a drawing or attachments alone' }),
    range: frameRange.nullable().meta({ description: 'Null: the whole take' }),
    hasDrawing: z.boolean(),
    drawing: drawing.nullable().meta({ description: 'Null where it has none, and in lists of notes' }),
    attachments: z.array(attachment),
    audience,
    mentions: z.array(named).meta({ description: 'Members who are told of it, by name' }),
    createdAt: timestamp,
    editedAt: timestamp.nullable(),
    resolvedAt: timestamp.nullable().meta({ description: 'Of the thread; null while it is open' }),
    resolvedBy: named.nullable(),
    deleted: z.boolean().meta({
      description: 'It was deleted, and others had replied: it keeps its place, and says nothing',
    }),
  })
  .meta({ id: 'Comment' })

/** A thread that is open, by its first comment, with where it is. */
export const openNote = comment
  .extend({
    replies: z.int().min(0),
    asset: z.object({
      id: z.string(),
      assetType,
      platformLabel: z.string(),
      versionNumber: z.int().min(1),
      title: z.string().nullable(),
      thumbnailUrl: z.string().nullable(),
      media: cardMedia.nullable().meta({ description: 'Null where nothing was captured that could be kept' }),
    }),
    scene: z.object({ id: z.string(), sceneId: z.string().meta({ description: 'Scene number' }) }),
    shot: z.object({ id: z.string(), shotCode: z.string() }).nullable(),
  })
  .meta({ id: 'OpenNote' })

const mentionIds = z
  .array(id)
  .max(mostMentions, ofArray(`Must be at most ${mostMentions} ids`))
  .refine((ids) => new Set(ids).size === ids.length, 'The same id twice')
  .meta({ uniqueItems: true, description: 'Members of the project who are to be told of it' })

/** What is told of a comment that says nothing. */
export const nothingSaid = 'Required where there is neither a drawing nor an attachment'

const attachmentIds = z
  .array(id)
  .max(mostAttachments, ofArray(`Must be at most ${mostAttachments} ids`))
  .refine((ids) => new Set(ids).size === ids.length, 'The same id twice')
  .meta({
    uniqueItems: true,
    description: 'Files that you sent to the version and that no other comment has, in their order',
  })

/** The body of POST comments. */
export const newComment = z
  .object({
    parentId: id
      .nullish()
      .meta({ description: 'A comment of the same version: this one joins its thread, as the last' }),
    text: text(longestComment)
      .default('')
      .meta({ description: 'Required where there is neither a drawing nor an attachment' }),
    range: frameRange.nullish(),
    drawing: drawing.nullish(),
    attachmentIds: attachmentIds.default([]),
    audience: audience.default('team').meta({ description: 'A reply has that of its thread' }),
    mentionIds: mentionIds.default([]),
    key: id.optional().meta({
      description: 'Of your own choice: the same comment sent again is answered as the first time',
    }),
  })
  .refine(({ text, drawing, attachmentIds }) => text.trim() !== '' || drawing || attachmentIds.length > 0, {
    error: nothingSaid,
    path: ['text'],
  })
  .meta({ id: 'NewComment' })

/** A missing field stays as it is; null clears it. */
export const commentUpdate = z
  .object({
    text: text(longestComment),
    range: frameRange.nullable(),
    drawing: drawing.nullable(),
    attachmentIds: attachmentIds.meta({
      description: 'All that it is to have, in their order: what it had and is not named is let go',
    }),
    audience,
    mentionIds,
  })
  .partial()
  .extend({ was: was(comment.pick({ text: true, audience: true })) })
  .meta({ id: 'CommentUpdate' })

/** The body of POST resolution. */
export const commentResolution = z.object({ resolved: z.boolean() }).meta({ id: 'CommentResolution' })

export type Audience = z.output<typeof audience>
export type Comment = z.output<typeof comment>
export type OpenNote = z.output<typeof openNote>
export type NewComment = z.output<typeof newComment>
export type CommentUpdate = z.output<typeof commentUpdate>
