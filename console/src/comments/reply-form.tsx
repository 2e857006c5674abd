import { Button } from '@dailies/ui/button.tsx'
import { useEffect, useRef } from 'react'
import { randomKey } from '../../../sdk/src/capture-keys.ts'
import { useAccount } from '../app/account.ts'
import { AttachButton, AttachedFiles, AttachZone, useAttaching } from '../attachments/attach-zone.tsx'
import { forgetFiles } from '../attachments/kept-files.ts'
import { keepWaiting } from '../waiting/waiting.ts'
import { MentionBox } from './mention-box.tsx'
import { mentionedIn } from './threads.ts'
import { replyPlace, useCommentDraft } from './use-comment-draft.ts'

interface ReplyFormProps {
  assetId: string
  projectId: string
  threadId: string
  /** Whose thread it is, in words. */
  to: string
  isFocused: boolean
  onDone: () => void
}

export function ReplyForm({ assetId, projectId, threadId, to, isFocused, onDone }: ReplyFormProps) {
  const { id: whose } = useAccount()
  const { draft, set, forget } = useCommentDraft(replyPlace(threadId))
  const box = useRef<HTMLTextAreaElement>(null)
  const attaching = useAttaching({ files: draft.files, onChange: (files) => set({ files }) })
  const isSaid = draft.text.trim() !== '' || draft.files.length > 0
  useEffect(() => {
    if (isFocused) box.current?.focus()
  }, [isFocused])
  const send = () => {
    if (!isSaid) return
    const mentions = mentionedIn(draft.text, draft.mentions)
    keepWaiting({
      kind: 'comment',
      whose,
      assetVersionId: assetId,
      writtenAt: new Date().toISOString(),
      body: {
        key: randomKey(),
        parentId: threadId,
        text: draft.text,
        mentionIds: mentions.map(({ id }) => id),
      },
      mentions,
      files: draft.files,
    })
    forget()
    onDone()
  }
  const leave = () => {
    forgetFiles(
      whose,
      draft.files.map(({ key }) => key),
    )
    forget()
    onDone()
  }
  return (
    <form
      aria-label={`Reply to ${to}`}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <AttachZone attaching={attaching}>
        <MentionBox
          label={`Reply to ${to}`}
          projectId={projectId}
          rows={2}
          text={draft.text}
          mentions={draft.mentions}
          box={box}
          onChange={(text, mentions) => set({ text, mentions })}
          onSend={send}
          onLeave={isSaid ? undefined : leave}
        />
        <AttachedFiles attaching={attaching} />
        <div className="flex flex-wrap justify-end gap-2">
          <AttachButton attaching={attaching} />
          <span className="flex-1" />
          <Button size="small" onClick={leave}>
            Cancel
          </Button>
          <Button size="small" type="submit" look="primary" disabled={!isSaid}>
            Reply
          </Button>
        </div>
      </AttachZone>
    </form>
  )
}
