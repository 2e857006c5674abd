import type { FrameRange } from '@dailies/contract/frame.ts'
import { Button } from '@dailies/ui/button.tsx'
import { SelectField } from '@dailies/ui/field.tsx'
import { Send } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { randomKey } from '../../../sdk/src/capture-keys.ts'
import { useAccount } from '../app/account.ts'
import { AttachButton, AttachedFiles, AttachZone, useAttaching } from '../attachments/attach-zone.tsx'
import { keepWaiting } from '../waiting/waiting.ts'
import { audienceOptions } from './audience-options.ts'
import { MentionBox } from './mention-box.tsx'
import { SaidOf } from './said-of.tsx'
import type { TakeStage } from './take-stage.ts'
import { mentionedIn } from './threads.ts'
import { useCommentDraft } from './use-comment-draft.ts'
import { useComposing } from './use-composing.ts'

interface ComposerProps {
  assetId: string
  projectId: string
  stage: TakeStage
  /** Where it is said of, unless one says otherwise. */
  at?: FrameRange
  /** What one writes in, for who is to have the keyboard there. */
  box?: RefObject<HTMLTextAreaElement | null>
  onSent?: () => void
}

/** Something new is said of a take: of all of it, of a frame or some, with a drawing. */
export function Composer({ assetId, projectId, stage, at, box: given, onSent }: ComposerProps) {
  const { id: whose } = useAccount()
  const { draft, set, forget } = useCommentDraft(assetId, at && { range: at })
  const composing = useComposing(stage, draft, set)
  const own = useRef<HTMLTextAreaElement>(null)
  const box = given ?? own
  const attaching = useAttaching({ files: draft.files, onChange: (files) => set({ files }) })
  const isSaid = draft.text.trim() !== '' || draft.drawing !== null || draft.files.length > 0

  const type = (text: string, mentions: typeof draft.mentions) => {
    // Whoever stopped somewhere says something of that.
    const range = composing.stopped()
    set({ text, mentions, ...(range && { range }) })
  }
  const send = () => {
    if (!isSaid) return box.current?.focus()
    const { text, range, drawing, audience, files } = draft
    const mentions = mentionedIn(text, draft.mentions)
    keepWaiting({
      kind: 'comment',
      whose,
      assetVersionId: assetId,
      writtenAt: new Date().toISOString(),
      body: { key: randomKey(), text, range, drawing, audience, mentionIds: mentions.map(({ id }) => id) },
      mentions,
      files,
    })
    composing.end()
    forget()
    box.current?.focus()
    onSent?.()
  }
  return (
    <form
      aria-label="New comment"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <AttachZone attaching={attaching}>
        <MentionBox
          label="Comment"
          placeholder="Say what you see; @ names somebody"
          projectId={projectId}
          text={draft.text}
          mentions={draft.mentions}
          box={box}
          onChange={type}
          onSend={send}
        />
        <SaidOf {...{ draft, set, composing }} />
        <div>
          <AttachButton attaching={attaching} />
        </div>
        <AttachedFiles attaching={attaching} />
        <div className="flex flex-wrap items-center gap-2">
          <SelectField
            label="Who sees it"
            hideLabel
            options={audienceOptions}
            value={draft.audience}
            onChange={(audience) => set({ audience })}
            className="min-w-52 flex-1"
          />
          <Button
            type="submit"
            look="primary"
            icon={Send}
            disabled={!isSaid}
            title="Ctrl or Cmd with Enter"
            className="ml-auto"
          >
            Comment
          </Button>
        </div>
      </AttachZone>
    </form>
  )
}
