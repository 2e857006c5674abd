import type { ListedExport } from '@dailies/contract/export.ts'
import { When } from '@dailies/ui/time.tsx'
import { CircleX, TriangleAlert } from 'lucide-react'
import { bytesText } from '../ui/bytes.ts'
import { counted } from '../ui/counted.ts'

/** How far an export is, and what is not in it as it was asked for. */
export function ExportState(one: ListedExport) {
  const { state, reason, prepared, files, missing, bytes, endsAt, bundle } = one
  if (state === 'failed') {
    return (
      <p className="flex items-center gap-1.5 font-medium text-danger">
        <CircleX size={16} className="shrink-0" aria-hidden />
        Failed: {reason ?? 'ask for another'}
      </p>
    )
  }
  if (state === 'preparing') return files > 0 ? `Reading file ${prepared} of ${files}` : 'Preparing'
  const lost = missing > 0 ? `, ${missing} ${missing === 1 ? 'take has' : 'takes have'} no file here` : ''
  return (
    <>
      <p>
        {bundle && 'Bundle of OpenTimelineIO: '}
        {counted(files, 'file')}, {bytesText(bytes ?? 0)}
        {lost}; ends <When at={endsAt} />
      </p>
      {one.signing && <Signed {...one} />}
    </>
  )
}

/** Of one for which signed copies were asked: how many there are. */
function Signed({ signed, unsigned }: ListedExport) {
  if (signed === null || unsigned === null)
    return <p>Signed copies were not counted: see in manifest.json of the ZIP which they are</p>
  const all = signed + unsigned
  if (all === 0) return null
  if (unsigned === 0) return <p>{all === 1 ? 'Its take is signed' : `All ${all} takes are signed`}</p>
  return (
    <p className="flex gap-1.5 text-warn">
      <TriangleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
      {signed} of {counted(all, 'take')} signed. {unsigned} could not be signed and{' '}
      {unsigned === 1 ? 'is in it as it came' : 'are in it as they came'}: see in manifest.json of the ZIP why
    </p>
  )
}
