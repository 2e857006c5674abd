import type { Attachment } from '@dailies/contract/attachment.ts'
import { buttonLook } from '@dailies/ui/button.tsx'
import { Download, FileText } from 'lucide-react'
import { useState } from 'react'
import { bytesText } from '../ui/bytes.ts'
import { Dialog } from '../ui/dialog.tsx'
import { nameInText } from '../ui/name-in-text.ts'

/** The files of a comment: pictures to be looked at, all others to be saved. */
export function AttachmentList({ attachments }: { attachments: readonly Attachment[] }) {
  const [shownId, setShownId] = useState<string>()
  const shown = attachments.find(({ id }) => id === shownId)
  if (attachments.length === 0) return null
  return (
    <>
      <ul aria-label="Attachments" className="my-1 flex flex-wrap gap-2">
        {attachments.map((attachment) => (
          <li key={attachment.id} className="max-w-full">
            {attachment.isShown ? (
              <Picture attachment={attachment} onOpen={() => setShownId(attachment.id)} />
            ) : (
              <File attachment={attachment} />
            )}
          </li>
        ))}
      </ul>
      <Dialog
        open={shown !== undefined}
        onClose={() => setShownId(undefined)}
        title={shown?.name ?? ''}
        width="wide"
      >
        {shown && (
          <div className="flex flex-col items-center gap-3">
            <img
              src={shown.url}
              alt={shown.name}
              className="max-h-[70dvh] max-w-full rounded-lg object-contain"
            />
            <a href={savedAt(shown)} download={shown.name} className={buttonLook('plain')}>
              <Download size={16} aria-hidden />
              Save, {bytesText(shown.bytes)}
            </a>
          </div>
        )}
      </Dialog>
    </>
  )
}

const box =
  'rounded-lg border border-line hover:border-strong-line focus-visible:outline-2 focus-visible:outline-accent'

function Picture({ attachment, onOpen }: { attachment: Attachment; onOpen: () => void }) {
  const { name, thumbnail, bytes } = attachment
  return (
    <button
      type="button"
      aria-label={`Open ${nameInText(name)}`}
      title={name}
      onClick={onOpen}
      className={`flex h-24 max-w-40 min-w-16 items-center justify-center overflow-hidden bg-sunken ${box}`}
    >
      {thumbnail ? (
        <img src={thumbnail} alt="" loading="lazy" decoding="async" className="size-full object-cover" />
      ) : (
        <span className="truncate px-2 text-sm text-muted">{bytesText(bytes)}</span>
      )}
    </button>
  )
}

function File({ attachment }: { attachment: Attachment }) {
  const { name, bytes, thumbnail } = attachment
  return (
    <a
      href={savedAt(attachment)}
      download={name}
      className={`flex min-h-9 max-w-full items-center gap-2 bg-sunken px-2 py-1 text-sm pointer-coarse:min-h-11 ${box}`}
    >
      {thumbnail ? (
        <img src={thumbnail} alt="" loading="lazy" className="h-8 w-12 shrink-0 rounded object-cover" />
      ) : (
        <FileText size={16} aria-hidden className="shrink-0 text-muted" />
      )}
      <span className="sr-only">Save </span>
      <bdi className="min-w-0 truncate" title={name}>
        {name}
      </bdi>{' '}
      <span className="shrink-0 text-xs text-muted tabular-nums">{bytesText(bytes)}</span>
    </a>
  )
}

function savedAt({ url }: Attachment): string {
  return `${url}?download=true`
}
