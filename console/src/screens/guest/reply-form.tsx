import type { OpenLink } from '@dailies/contract/guest.ts'
import { Button } from '@dailies/ui/button.tsx'
import { TextAreaField } from '@dailies/ui/field.tsx'
import { replyPlace, useDraftOf } from '../../comments/use-comment-draft.ts'
import { say, whoIs } from './send-said.ts'

interface ReplyFormProps {
  link: OpenLink
  takeId: string
  threadId: string
  /** Whose thread it is, in words. */
  to: string
  isFocused: boolean
  onDone: () => void
}

/** Replies in a thread, to everybody who reads it. */
export function ReplyForm({ link, takeId, threadId, to, isFocused, onDone }: ReplyFormProps) {
  const { draft, set, forget } = useDraftOf(whoIs(link), replyPlace(threadId))
  const end = () => {
    forget()
    onDone()
  }
  const send = () => {
    if (draft.text.trim() === '') return
    say(link, takeId, { parentId: threadId, text: draft.text })
    end()
  }
  return (
    <form
      aria-label={`Reply to ${to}`}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="mt-2 flex flex-col gap-2"
    >
      <TextAreaField
        label={`Reply to ${to}`}
        rows={2}
        dir="auto"
        autoFocus={isFocused}
        maxLength={10_000}
        value={draft.text}
        onChange={({ target }) => set({ text: target.value })}
      />
      <div className="flex justify-end gap-2">
        <Button size="small" onClick={end}>
          Cancel
        </Button>
        <Button size="small" type="submit" look="primary" disabled={draft.text.trim() === ''}>
          Reply
        </Button>
      </div>
    </form>
  )
}
