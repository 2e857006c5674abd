import type { Comment } from '@dailies/contract/comment.ts'
import type { WaitingComment } from '../waiting/waiting.ts'

export interface Thread<C = Comment, W = WaitingComment> {
  first: C
  replies: C[]
  /** Replies of one’s own that are on their way. */
  waiting: W[]
  isOpen: boolean
}

interface Said {
  id: string
  parentId: string | null
}

interface Waiting {
  body: { parentId?: string | null | undefined }
}

/** Comments as threads, the oldest first; one whose beginning is not loaded yet is not shown yet. */
export function threadsOf<C extends Said, W extends Waiting>(
  comments: readonly C[],
  waiting: readonly W[],
  isOpen: (first: C) => boolean,
): Thread<C, W>[] {
  const threads = new Map<string, Thread<C, W>>()
  for (const first of comments) {
    if (first.parentId === null)
      threads.set(first.id, { first, replies: [], waiting: [], isOpen: isOpen(first) })
  }
  for (const reply of comments) {
    if (reply.parentId !== null) threads.get(reply.parentId)?.replies.push(reply)
  }
  for (const one of waiting) {
    if (one.body.parentId) threads.get(one.body.parentId)?.waiting.push(one)
  }
  return [...threads.values()]
}

/** The id of the element that shows a thread. */
export function threadElement(id: string): string {
  return `thread-${id}`
}

/** What was said, and what of it names somebody: those who are mentioned, as `@Name` in it. */
export function partsOf(
  text: string,
  mentions: readonly { id: string; name: string }[],
): { text: string; isName: boolean }[] {
  // Of "Ann" and "Ann Lee" the longer one is meant where both fit.
  const names = mentions.map(({ name }) => `@${name}`).toSorted((one, other) => other.length - one.length)
  const parts: { text: string; isName: boolean }[] = []
  let from = 0
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const name = names.find((one) => text.startsWith(one, at))
    if (!name) continue
    if (at > from) parts.push({ text: text.slice(from, at), isName: false })
    parts.push({ text: name, isName: true })
    from = at + name.length
    at = from - 1
  }
  if (from < text.length) parts.push({ text: text.slice(from), isName: false })
  return parts
}

/** Those of the chosen who are still named in the text. */
export function mentionedIn<M extends { name: string }>(text: string, chosen: readonly M[]): M[] {
  return chosen.filter(({ name }) => text.includes(`@${name}`))
}
