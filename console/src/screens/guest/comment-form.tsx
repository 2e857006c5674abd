import type { GuestTake, OpenLink } from '@dailies/contract/guest.ts'
import { Button } from '@dailies/ui/button.tsx'
import { TextAreaField } from '@dailies/ui/field.tsx'
import { Send } from 'lucide-react'
import { SaidOf } from '../../comments/said-of.tsx'
import type { TakeStage } from '../../comments/take-stage.ts'
import { useDraftOf } from '../../comments/use-comment-draft.ts'
import { useComposing } from '../../comments/use-composing.ts'
import { say, whoIs } from './send-said.ts'

interface CommentFormProps {
  link: OpenLink
  take: GuestTake
  stage: TakeStage
}

/** Says something of a take: of all of it, of a frame or some, with what was drawn on it. */
export function CommentForm({ link, take, stage }: CommentFormProps) {
  const { draft, set, forget } = useDraftOf(whoIs(link), take.id)
  const composing = useComposing(stage, draft, set)
  const { text, range, drawing } = draft
  const isSaid = text.trim() !== '' || drawing !== null
  const send = () => {
    if (!isSaid) return
    say(link, take.id, { text, range, drawing })
    composing.end()
    forget()
  }
  return (
    <form
      aria-label="New comment"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="flex flex-col gap-2"
    >
      <TextAreaField
        label="Your comment"
        rows={2}
        dir="auto"
        maxLength={10_000}
        value={text}
        onChange={({ target }) => {
          const here = composing.stopped()
          set({ text: target.value, ...(here && { range: here }) })
        }}
        onFocus={() => stage.player?.pause()}
        onKeyDown={({ key, ctrlKey, metaKey }) => {
          if (key === 'Enter' && (ctrlKey || metaKey)) send()
        }}
      />
      <SaidOf {...{ draft, set, composing }} />
      <Button type="submit" look="primary" icon={Send} disabled={!isSaid} className="self-end">
        Send
      </Button>
    </form>
  )
}
