import type { Comment, OpenNote } from '@dailies/contract/comment.ts'
import { comment, openNote } from '@dailies/contract/comment.ts'
import { timecode } from '@dailies/contract/frame.ts'
import { z } from 'zod'
import { cut, quoted } from '../plain.ts'

/** Characters of a comment. */
const longest = 2000

/** A comment as an agent is told of it: of a drawing, that there is one. */
export const shownComment = comment
  .pick({
    id: true,
    parentId: true,
    range: true,
    hasDrawing: true,
    createdAt: true,
    resolvedAt: true,
  })
  .extend({
    deleted: comment.shape.deleted.describe('It had replies: it keeps its place, and says nothing'),
    audience: comment.shape.audience.describe('everybody: guests who see the take, too'),
    author: z.string().nullable(),
    text: z.string().describe(`The first ${longest} characters`),
    mentions: z.array(z.string()).describe('Names'),
  })

/** It began a thread, which is open. */
export const shownNote = shownComment.omit({ parentId: true, resolvedAt: true, deleted: true }).extend({
  replies: openNote.shape.replies,
  takeId: z.string(),
  sceneDbId: z.string(),
  sceneId: z.string().describe('Scene number'),
  shotCode: z.string().nullable(),
})

export function toShownComment({ author, text, mentions, ...rest }: Comment): z.output<typeof shownComment> {
  return shownComment.parse({
    ...rest,
    author: author && cut(author.name, 100),
    text: cut(text, longest),
    mentions: mentions.map(({ name }) => cut(name, 100)),
  })
}

export function toShownNote(note: OpenNote): z.output<typeof shownNote> {
  return shownNote.parse({
    ...toShownComment(note),
    replies: note.replies,
    takeId: note.asset.id,
    sceneDbId: note.scene.id,
    sceneId: note.scene.sceneId,
    shotCode: note.shot && cut(note.shot.shotCode, 100),
  })
}

export function commentLine(comment: z.output<typeof shownComment>): string {
  const { id, parentId, author, text, range, hasDrawing, resolvedAt, deleted } = comment
  if (deleted) return `- ${id}: deleted`
  const where = range ? ` at frame ${range.from} (${timecode(range.from, range.rate)})` : ''
  const states = [
    parentId && `reply in ${parentId}`,
    hasDrawing && 'with a drawing',
    resolvedAt && 'resolved',
  ]
  const state = states.filter(Boolean).join(', ')
  return `- ${id}: ${quoted(author ?? 'somebody', 100)}${where}: ${quoted(text, 300)}${state && ` (${state})`}`
}

type Note = z.output<typeof shownNote> & { parentId?: string | null; resolvedAt?: string | null }

export function noteLine(note: Note): string {
  const shot = note.shotCode === null ? '' : `, shot ${quoted(note.shotCode, 100)}`
  const said = commentLine({ parentId: null, resolvedAt: null, ...note, deleted: false })
  return `${said}, on take ${note.takeId}, scene ${quoted(note.sceneId, 50)}${shot}, ${note.replies} replies`
}
