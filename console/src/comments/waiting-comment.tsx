import { useAccount } from '../app/account.ts'
import type { AttachedFile } from '../attachments/attached-file.ts'
import { FileChip } from '../attachments/file-chip.tsx'
import { forgetFiles } from '../attachments/kept-files.ts'
import { cancelSending } from '../attachments/sending.ts'
import { type WaitingComment as Comment, forgetWaiting, keepWaiting } from '../waiting/waiting.ts'
import { WaitingView } from '../waiting/waiting-view.tsx'
import { CommentText } from './comment-text.tsx'
import { placeOf } from './frame-words.ts'

/** A comment of one’s own that the service does not have yet, or will not have. */
export function WaitingComment({ comment }: { comment: Comment }) {
  const { name } = useAccount()
  const { files = [], mentions } = comment
  const { range, text = '' } = comment.body
  return (
    <WaitingView
      one={comment}
      name={name}
      about={range && <span className="font-mono text-xs text-muted">{placeOf(range)}</span>}
    >
      <CommentText text={text} mentions={mentions} />
      {files.length > 0 && (
        <ul aria-label="Attached files" className="flex flex-wrap gap-1.5">
          {files.map((file) => (
            <FileChip key={file.key} file={file} onRemove={() => takeOff(comment, file)} />
          ))}
        </ul>
      )}
    </WaitingView>
  )
}

/** It goes without the file; one that would say nothing does not go. */
function takeOff(comment: Comment, { key }: AttachedFile): void {
  const { whose, body } = comment
  const files = comment.files?.filter((file) => file.key !== key) ?? []
  const saysSomething = body.text?.trim() || body.drawing || files.length > 0
  // Told before it is cancelled, so that whoever sends it finds it so.
  if (saysSomething) keepWaiting({ ...comment, files, refused: undefined })
  else forgetWaiting(comment)
  cancelSending(key)
  forgetFiles(whose, [key])
}
