import { Paperclip, X } from 'lucide-react'
import { bytesText } from '../ui/bytes.ts'
import { nameInText } from '../ui/name-in-text.ts'
import type { AttachedFile } from './attached-file.ts'
import { useSent } from './sending.ts'

interface FileChipProps {
  file: AttachedFile
  onRemove: (() => void) | undefined
}

/** A file that goes with a comment: how far it is, and a button that takes it off. */
export function FileChip({ file: { key, name, bytes }, onRemove }: FileChipProps) {
  const sent = useSent(key)
  return (
    <li className="relative flex max-w-full items-center gap-1.5 overflow-hidden rounded-lg border border-line bg-sunken py-0.5 pl-2 text-sm">
      <Paperclip size={14} aria-hidden className="shrink-0 text-muted" />
      <bdi className="min-w-0 truncate" title={name}>
        {name}
      </bdi>
      <span className="shrink-0 text-xs text-muted tabular-nums">
        {sent === undefined ? bytesText(bytes) : `${Math.round(sent * 100)} %`}
      </span>
      {onRemove && (
        <button
          type="button"
          aria-label={sent === undefined ? `Take off ${nameInText(name)}` : `Cancel ${nameInText(name)}`}
          onClick={onRemove}
          className="flex size-7 shrink-0 items-center justify-center rounded-lg hover:text-ink focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent pointer-coarse:size-10"
        >
          <X size={14} aria-hidden />
        </button>
      )}
      {sent !== undefined && (
        <span
          role="progressbar"
          aria-label={`Sent of ${nameInText(name)}`}
          aria-valuenow={Math.round(sent * 100)}
          aria-valuemin={0}
          aria-valuemax={100}
          className="absolute inset-x-0 bottom-0 h-0.5 origin-left bg-accent"
          style={{ transform: `scaleX(${sent})` }}
        />
      )}
    </li>
  )
}
