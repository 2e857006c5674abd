import type { Audience, Comment } from '@dailies/contract/comment.ts'
import { Button } from '@dailies/ui/button.tsx'
import { SelectField } from '@dailies/ui/field.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { onlyChanged } from '../api/only-changed.ts'
import { useAccount } from '../app/account.ts'
import { AttachButton, AttachedFiles, AttachZone, useAttaching } from '../attachments/attach-zone.tsx'
import type { AttachedFile } from '../attachments/attached-file.ts'
import { forgetFiles } from '../attachments/kept-files.ts'
import { sendFile } from '../attachments/send-file.ts'
import { Clashes } from '../ui/clashes.tsx'
import { FormError, useSubmit } from '../ui/form.tsx'
import { audienceOptions } from './audience-options.ts'
import { commentsChanged, putComment } from './comments-changed.ts'
import { MentionBox } from './mention-box.tsx'
import { mentionedIn } from './threads.ts'
import { useCommentDraft } from './use-comment-draft.ts'

const labels = { text: 'the comment', audience: 'who sees it' }

interface EditFormProps {
  comment: Comment
  projectId: string
  onDone: () => void
}

/** Changes a comment of one’s own. */
export function EditForm({ comment, projectId, onDone }: EditFormProps) {
  const queryClient = useQueryClient()
  const { draft, isBegun, set, forget } = useCommentDraft(editPlace(comment.id), {
    text: comment.text,
    mentions: comment.mentions,
    audience: comment.audience,
    files: comment.attachments.map(toFile),
  })
  const { id: user } = useAccount()
  const attaching = useAttaching({ files: draft.files, onChange: (files) => set({ files }) })
  /** As it was when one began, or took it over from another window. */
  const [was, setWas] = useState({ text: comment.text, audience: comment.audience })
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => box.current?.focus(), [])
  const form = useSubmit(async () => {
    const mentionIds = mentionedIn(draft.text, draft.mentions).map(({ id }) => id)
    const attachmentIds = await sendFiles()
    const before = {
      ...was,
      mentionIds: comment.mentions.map(({ id }) => id),
      attachmentIds: comment.attachments.map(({ id }) => id),
    }
    const { text, audience } = draft
    const changes = onlyChanged(before, { text, audience, mentionIds, attachmentIds })
    const { data } = await call('updateComment', {
      params: { id: comment.id },
      body: { ...changes, was },
    })
    putComment(queryClient, data)
    end()
    void commentsChanged(queryClient)
  })
  /** Those that are new, one after the other; what was sent is not sent again by another try. */
  const sendFiles = async () => {
    const files = [...draft.files]
    for (const [place, file] of files.entries()) {
      if (file.id !== undefined) continue
      files[place] = { ...file, id: await sendFile({ user, assetVersionId: comment.assetVersionId }, file) }
      set({ files: [...files] })
    }
    return files.map(({ id }) => id!)
  }
  const end = () => {
    forgetFiles(
      user,
      draft.files.map(({ key }) => key),
    )
    forget()
    onDone()
  }
  const choices = {
    keepMine: (field: keyof typeof was, theirs: unknown) => setWas({ ...was, [field]: theirs }),
    takeTheirs: (field: keyof typeof was, theirs: unknown) => {
      setWas({ ...was, [field]: theirs })
      set({ [field]: theirs })
    },
  }
  return (
    <form onSubmit={form.submit} aria-label="Edit the comment">
      <AttachZone attaching={attaching}>
        <MentionBox
          label="Comment"
          projectId={projectId}
          text={draft.text}
          mentions={draft.mentions}
          errors={form.fieldErrors.text}
          box={box}
          onChange={(text, mentions) => set({ text, mentions })}
          onSend={() => void form.submit()}
          onLeave={isBegun ? undefined : end}
        />
        <AttachedFiles attaching={attaching} />
        <FormError>{form.message(Object.keys(labels))}</FormError>
        <Clashes
          form={form}
          draft={choices}
          labels={labels}
          words={{ audience: (value: Audience) => audienceOptions.find((one) => one.value === value)!.label }}
        />
        <div className="flex flex-wrap justify-end gap-2">
          {comment.parentId === null && (
            <SelectField
              label="Who sees it"
              hideLabel
              options={audienceOptions}
              value={draft.audience}
              onChange={(audience) => set({ audience })}
              className="min-w-40 flex-1"
            />
          )}
          <AttachButton attaching={attaching} />
          <span className="flex-1" />
          <Button onClick={end}>Cancel</Button>
          <Button type="submit" look="primary" busy={form.busy}>
            Save
          </Button>
        </div>
      </AttachZone>
    </form>
  )
}

function toFile({ id, name, bytes }: Comment['attachments'][number]): AttachedFile {
  return { key: id, id, name, bytes }
}

/** Where the draft of a change is kept. */
export function editPlace(commentId: string): string {
  return `edit.${commentId}`
}
