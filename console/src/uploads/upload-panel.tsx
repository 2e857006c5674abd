import { Button, IconButton } from '@dailies/ui/button.tsx'
import { ChevronDown, ChevronUp, CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { counted } from '../ui/counted.ts'
import { UploadRow } from './upload-row.tsx'
import { clearDone, isUnderWay, retryAll, type Upload } from './uploads.ts'

const narrow = window.matchMedia('(max-width: 639px)')

/** Files on their way, over every screen; it can be made small. */
export function UploadPanel({ uploads }: { uploads: readonly Upload[] }) {
  // On a phone it would cover what it is about.
  const [isOpen, setOpen] = useState(() => !narrow.matches)
  const areDone = uploads.every(({ stage }) => stage === 'done')
  // Out of the way by itself once there is nothing left to be told, and there again for what is added.
  const [wereDone, setWereDone] = useState(areDone)
  if (areDone !== wereDone) {
    setWereDone(areDone)
    setOpen(!areDone && !narrow.matches)
  }
  const summary = summaryOf(uploads)
  const failed = uploads.filter(isFailed)
  const others = uploads.filter((upload) => !isFailed(upload))
  const triedAgain = failed.filter(({ failure }) => failure?.mayRetry).length
  return (
    <section
      aria-label="Uploads"
      className="no-print fixed inset-x-2 bottom-16 z-30 flex max-h-[min(24rem,60dvh)] flex-col overflow-hidden rounded-xl border border-line bg-surface shadow-2xl sm:right-auto sm:left-3 sm:w-96 md:bottom-3 md:left-60 [:root:has([data-covers=bottom])_&]:bottom-36 md:[:root:has([data-covers=bottom])_&]:bottom-22"
    >
      <header className="flex items-center gap-2 border-b border-line py-1 pr-1 pl-4">
        <div role="status" className="min-w-0 flex-1">
          <h2 className="flex items-center gap-2 text-sm font-semibold">
            {failed.length > 0 && <CircleAlert size={16} className="shrink-0 text-danger" aria-hidden />}
            {summary}
          </h2>
        </div>
        {triedAgain > 1 && (
          <Button look="quiet" size="small" onClick={retryAll}>
            Try all again
          </Button>
        )}
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
          {[...failed, ...others].map((upload) => (
            <UploadRow key={upload.id} upload={upload} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** What does not go on by itself. */
function isFailed(upload: Upload): boolean {
  return upload.stage === 'failed' && !isUnderWay(upload)
}

/** Without figures that change all the time: it is read out. */
function summaryOf(uploads: readonly Upload[]): string {
  const underWay = uploads.filter(isUnderWay).length
  const failed = uploads.filter(isFailed).length
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
