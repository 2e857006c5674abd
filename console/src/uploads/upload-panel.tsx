import { Button, IconButton } from '@dailies/ui/button.tsx'
import { ChevronDown, ChevronUp, CircleAlert, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { bytesText } from '../ui/bytes.ts'
import { counted } from '../ui/counted.ts'
import { clearDone } from './end-uploads.ts'
import { retryAll } from './send-uploads.ts'
import { undoTakes } from './undo-takes.ts'
import { UploadRow } from './upload-row.tsx'
import { isUnderWay, type Upload } from './uploads.ts'

/** So many are listed: those that one may have to do something about first. */
const mostListed = 60

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
  const listed = listedOf(uploads)
  const triedAgain = failed.filter(({ failure }) => failure?.mayRetry).length
  return (
    <section
      aria-label="Uploads"
      className="print:hidden fixed inset-x-2 bottom-16 z-30 flex max-h-[min(24rem,60dvh)] flex-col overflow-hidden rounded-xl border border-line bg-surface shadow-2xl sm:right-auto sm:left-3 sm:w-96 md:bottom-3 md:left-60 [:root:has([data-covers=bottom])_&]:bottom-44 md:[:root:has([data-covers=bottom])_&]:bottom-22"
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
      <Whole uploads={uploads} />
      {isOpen && (
        <>
          <Drops uploads={uploads} />
          <ul className="flex min-h-0 flex-col overflow-y-auto border-t border-line">
            {listed.map((upload) => (
              <UploadRow key={upload.id} upload={upload} />
            ))}
            {uploads.length > listed.length && (
              <li className="border-t border-line px-4 py-2 text-sm text-muted">
                and {(uploads.length - listed.length).toLocaleString()} more
              </li>
            )}
          </ul>
        </>
      )}
    </section>
  )
}

/** How far all of them are together. */
function Whole({ uploads }: { uploads: readonly Upload[] }) {
  const bytes = uploads.reduce((sum, one) => sum + one.bytes, 0)
  const sent = uploads.reduce((sum, one) => sum + (one.stage === 'done' ? one.bytes : one.sent), 0)
  if (uploads.length < 2 || bytes === 0 || !uploads.some(isUnderWay)) return null
  return (
    <div
      role="progressbar"
      aria-label="Sent of all files"
      aria-valuenow={Math.floor((sent / bytes) * 100)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={`${bytesText(sent)} of ${bytesText(bytes)}`}
      className="h-1.5 w-full shrink-0 overflow-hidden bg-sunken"
    >
      <div className="h-full origin-left bg-accent" style={{ transform: `scaleX(${sent / bytes})` }} />
    </div>
  )
}

/** What was added in one gesture, with what undoes it; and whether it goes on after the page was closed. */
function Drops({ uploads }: { uploads: readonly Upload[] }) {
  const drops = new Map(uploads.flatMap(({ drop }) => (drop ? [[drop.id, drop] as const] : [])))
  const underWay = uploads.filter(isUnderWay)
  const unsafe = underWay.filter(({ isSafe }) => isSafe === false).length
  const pending = underWay.filter(({ isSafe }) => isSafe === undefined).length
  return (
    <div className="flex shrink-0 flex-col gap-1 px-4 py-2 text-xs text-muted empty:hidden">
      {[...drops.values()].map((drop) => {
        const own = uploads.filter((upload) => upload.drop?.id === drop.id)
        const done = own.filter(({ stage }) => stage === 'done').length
        return (
          <div key={drop.id} className="flex items-center gap-2">
            <p className="min-w-0 flex-1 tabular-nums">
              {done} of {counted(own.length, 'take')} in {drop.to}
            </p>
            <Button
              look="quiet"
              size="small"
              icon={Undo2}
              aria-label={`Undo: take ${counted(own.length, 'take')} back from ${drop.to}`}
              onClick={() => void undoTakes(drop)}
            >
              Undo
            </Button>
          </div>
        )
      })}
      {pending > 0 && <p>{counted(pending, 'file')} still to be kept in this browser: stay on the page.</p>}
      {unsafe > 0 && (
        <p className="text-danger">
          This browser has no room to keep {counted(unsafe, 'file')}: leave the page open until all are sent.
        </p>
      )}
      {underWay.length > 0 && pending + unsafe === 0 && (
        <p>All are kept in this browser: they go on after the page was closed.</p>
      )}
    </div>
  )
}

function listedOf(uploads: readonly Upload[]): Upload[] {
  if (uploads.length <= mostListed) {
    return [...uploads.filter(isFailed), ...uploads.filter((upload) => !isFailed(upload))]
  }
  const rank = (upload: Upload) =>
    isFailed(upload) ? 0 : upload.stage === 'waiting' ? 2 : upload.stage === 'done' ? 3 : 1
  return uploads.toSorted((one, other) => rank(one) - rank(other)).slice(0, mostListed)
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
