import { IconButton } from '@dailies/ui/button.tsx'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, RotateCw, X } from 'lucide-react'
import { memo } from 'react'
import { useIsAway } from '../api/reach.ts'
import { bytesText } from '../ui/bytes.ts'
import { cancelUpload } from './end-uploads.ts'
import { retryUpload } from './send-uploads.ts'
import { isUnderWay, type Upload } from './uploads.ts'

/** A file on its way: how far it is, and what can be done about it. */
export const UploadRow = memo(function UploadRow({ upload }: { upload: Upload }) {
  const { id, fileName, to, stage, failure, assetVersionId } = upload
  const isDone = stage === 'done'
  const isAway = useIsAway()
  return (
    <li className="flex flex-col gap-1 border-line px-4 py-2 not-first:border-t">
      <div className="flex items-center gap-2">
        {isDone && <CircleCheck size={16} className="shrink-0 text-good" aria-hidden />}
        {failure && <CircleAlert size={16} className="shrink-0 text-danger" aria-hidden />}
        <p className="min-w-0 flex-1 truncate text-sm" title={fileName}>
          {isDone && assetVersionId ? (
            <Link
              to="/assets/$assetId"
              params={{ assetId: assetVersionId }}
              className="underline underline-offset-2"
            >
              {fileName}
            </Link>
          ) : (
            fileName
          )}
        </p>
        {failure?.mayRetry && (
          <IconButton
            icon={RotateCw}
            label={`Try ${fileName} again`}
            size="small"
            onClick={() => retryUpload(id)}
          />
        )}
        {!isDone && (
          <IconButton
            icon={X}
            label={isUnderWay(upload) ? `Cancel ${fileName}` : `Give up ${fileName}`}
            size="small"
            onClick={() => cancelUpload(id)}
          />
        )}
      </div>
      {failure ? (
        <p role="alert" className="text-sm text-danger">
          {failure.text}
        </p>
      ) : (
        <p className="text-xs text-muted tabular-nums">
          {isAway && isUnderWay(upload) ? 'Waits until the service can be reached' : stateText(upload)} · {to}
        </p>
      )}
      {(stage === 'sending' || stage === 'finishing') && <Bar upload={upload} />}
    </li>
  )
})

function Bar({ upload: { fileName, sent, bytes } }: { upload: Upload }) {
  const share = bytes > 0 ? sent / bytes : 0
  return (
    <div
      role="progressbar"
      aria-label={`Sent of ${fileName}`}
      aria-valuenow={Math.round(share * 100)}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-1.5 w-full overflow-hidden rounded-full bg-sunken"
    >
      <div className="h-full origin-left bg-accent" style={{ transform: `scaleX(${share})` }} />
    </div>
  )
}

function stateText({ stage, sent, bytes }: Upload): string {
  if (stage === 'waiting') return `Waits, ${bytesText(bytes)}`
  if (stage === 'finishing') return 'Kept, pictures of it are being sent'
  if (stage === 'done') return `Sent, ${bytesText(bytes)}`
  return `${bytesText(sent)} of ${bytesText(bytes)}`
}
