import type { Storage } from '@dailies/contract/media.ts'
import type { ReactNode } from 'react'
import { bytesText } from '../../ui/bytes.ts'
import { counted } from '../../ui/counted.ts'

/** The figures of the whole installation. */
export function StorageTotals({ storage }: { storage: Storage }) {
  const { kept, saved, deleted, attachments, quotaBytes, waiting, lost, toWorkOn, backups } = storage
  const damaged = backups?.last?.missing ?? 0
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,11rem),1fr))] gap-3">
      <Total name="Kept" figure={bytesText(kept.bytes)} note={counted(kept.files, 'file')}>
        {quotaBytes !== null && <Quota used={kept.bytes} quota={quotaBytes} />}
      </Total>
      <Total
        name="Saved"
        figure={bytesText(saved.bytes)}
        note={
          saved.files === 0 ? 'no file was captured twice' : `${counted(saved.files, 'file')} captured again`
        }
      />
      {deleted.files > 0 && (
        <Total name="Deleted" figure={bytesText(deleted.bytes)} note="counts until it cannot be restored" />
      )}
      {attachments.files > 0 && (
        <Total
          name="Attachments"
          figure={bytesText(attachments.bytes)}
          note={`${counted(attachments.files, 'file')} of comments`}
        />
      )}
      <Total name="Only a link" figure={waiting.toLocaleString()} note="takes whose media are not here yet" />
      <Total name="Lost" figure={lost.toLocaleString()} note="takes whose file could not be had" />
      {damaged > 0 && (
        <Total
          name="Gone or damaged"
          figure={damaged.toLocaleString()}
          note="kept files that the last backup could not bring"
        />
      )}
      <Total name="Being worked on" figure={toWorkOn.toLocaleString()} note="files without thumbnails yet" />
    </dl>
  )
}

interface TotalProps {
  name: string
  figure: string
  note: string
  children?: ReactNode
}

function Total({ name, figure, note, children }: TotalProps) {
  return (
    <div className="flex flex-col rounded-2xl border border-line bg-surface p-4">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="text-2xl font-semibold tracking-tight tabular-nums">{figure}</dd>
      <dd className="text-sm text-muted">{note}</dd>
      {children && <dd className="mt-2">{children}</dd>}
    </div>
  )
}

function Quota({ used, quota }: { used: number; quota: number }) {
  const share = quota > 0 ? Math.min(1, used / quota) : 1
  return (
    <>
      <div aria-hidden className="h-1.5 w-full overflow-hidden rounded-full bg-sunken">
        <div
          className={`h-full rounded-full ${share > 0.9 ? 'bg-danger' : 'bg-good'}`}
          style={{ width: `${share * 100}%` }}
        />
      </div>
      <p className="mt-1 text-sm text-muted">
        {Math.round(share * 100)} % of {bytesText(quota)}
      </p>
      {used >= quota && <p className="text-sm text-danger">Used up: nothing more is kept.</p>}
    </>
  )
}
