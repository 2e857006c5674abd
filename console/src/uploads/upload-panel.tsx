import { Button, IconButton } from '@dailies/ui/button.tsx'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { counted } from '../ui/counted.ts'
import { UploadRow } from './upload-row.tsx'
import { clearDone, isUnderWay, type Upload } from './uploads.ts'

/** Files on their way, over every screen; it can be made small. */
export function UploadPanel({ uploads }: { uploads: readonly Upload[] }) {
  const [isOpen, setOpen] = useState(true)
  const areDone = uploads.every(({ stage }) => stage === 'done')
  // Out of the way by itself once there is nothing left to be told, and there again for what is added.
  const [wereDone, setWereDone] = useState(areDone)
  if (areDone !== wereDone) {
    setWereDone(areDone)
    setOpen(!areDone)
  }
  const summary = summaryOf(uploads)
  return (
    <section
      aria-label="Uploads"
      className="no-print fixed inset-x-2 bottom-16 z-30 flex max-h-[min(24rem,60dvh)] flex-col overflow-hidden rounded-xl border border-line bg-surface shadow-2xl sm:right-auto sm:left-3 sm:w-96 md:bottom-3 md:left-60 [:root:has([data-covers=bottom])_&]:bottom-36 md:[:root:has([data-covers=bottom])_&]:bottom-22"
    >
      <header className="flex items-center gap-2 border-b border-line py-1 pr-1 pl-4">
        <div role="status" className="min-w-0 flex-1">
          <h2 className="text-sm font-semibold">{summary}</h2>
        </div>
        {uploads.some(({ stage }) => stage === 'done') && (
          <Button look="quiet" size="small" onClick={clearDone}>
            Clear
          </Button>
        )}
        <IconButton
          icon={isOpen ? ChevronDown : ChevronUp}
          label={isOpen ? 'Make the list small' : 'Show the list'}
          size="small"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      </header>
      {isOpen && (
        <ul className="flex min-h-0 flex-col overflow-y-auto">
          {uploads.map((upload) => (
            <UploadRow key={upload.id} upload={upload} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** Without figures that change all the time: it is read out. */
function summaryOf(uploads: readonly Upload[]): string {
  const underWay = uploads.filter(isUnderWay).length
  const failed = uploads.filter((upload) => upload.stage === 'failed' && !isUnderWay(upload)).length
  const done = uploads.filter(({ stage }) => stage === 'done').length
  const counts: [count: number, what: string][] = [
    [underWay, 'on the way'],
    [failed, 'not sent'],
    [done, 'sent'],
  ]
  const told = counts.filter(([count]) => count > 0)
  return told
    .map(([count, what]) => (told.length === 1 ? `${counted(count, 'file')} ${what}` : `${count} ${what}`))
    .join(', ')
}
