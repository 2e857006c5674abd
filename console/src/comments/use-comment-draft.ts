import type { Audience } from '@dailies/contract/comment.ts'
import type { Drawing } from '@dailies/contract/drawing.ts'
import type { FrameRange } from '@dailies/contract/frame.ts'
import { useState } from 'react'
import { useAccount } from '../app/account.ts'
import type { AttachedFile } from '../attachments/attached-file.ts'
import { keepDraft, keptDraft } from '../waiting/drafts.ts'
import type { Mention } from './mention-box.tsx'

export interface CommentDraft {
  text: string
  mentions: Mention[]
  range: FrameRange | null
  drawing: Drawing | null
  audience: Audience
  files: AttachedFile[]
}

const empty: CommentDraft = {
  ...{ text: '', mentions: [], range: null, drawing: null, audience: 'team', files: [] },
}

/**
 * What is being written in a place (a take, a reply, an edit): it survives a reload, the end of the session and of the
 * browser, and is nobody else's. `initial` is what it begins with.
 */
export function useCommentDraft(place: string, initial: Partial<CommentDraft> = {}) {
  return useDraftOf(useAccount().id, place, initial)
}

/** The same of whoever it is said. */
export function useDraftOf(id: string, place: string, initial: Partial<CommentDraft> = {}) {
  const begin = { ...empty, ...initial }
  const [draft, setDraft] = useState<CommentDraft>(() => ({
    ...begin,
    ...keptDraft<CommentDraft>(id, place),
  }))
  const isChanged = (one: CommentDraft) => JSON.stringify(one) !== JSON.stringify(begin)
  return {
    draft,
    /** Whether it says anything else than what it began with. */
    isBegun: isChanged(draft),
    set: (change: Partial<CommentDraft>) =>
      setDraft((before) => {
        const next = { ...before, ...change }
        keepDraft(id, place, isChanged(next) ? next : undefined)
        return next
      }),
    forget: () => {
      keepDraft(id, place, undefined)
      setDraft(begin)
    },
  }
}

/** Whether something was being written there. */
export function isDrafted(user: string, place: string): boolean {
  return keptDraft(user, place) !== undefined
}

/** Where the draft of a reply is kept. */
export function replyPlace(threadId: string): string {
  return `reply.${threadId}`
}
