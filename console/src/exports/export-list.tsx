import type { ProductionExport } from '@dailies/contract/export.ts'
import { Button, buttonLook } from '@dailies/ui/button.tsx'
import { LoadingRows } from '@dailies/ui/states.tsx'
import { When } from '@dailies/ui/time.tsx'
import { type UseInfiniteQueryResult, useQueryClient } from '@tanstack/react-query'
import { CircleX, Download, RotateCcw } from 'lucide-react'
import { useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { outdate } from '../api/queries.ts'
import { bytesText } from '../ui/bytes.ts'
import { Confirm } from '../ui/confirm.tsx'
import { counted } from '../ui/counted.ts'
import { FormError, useSubmit } from '../ui/form.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { Failed } from '../ui/states.tsx'
import { askAgain, canAskAgain } from './ask-export.ts'

interface Props {
  list: UseInfiniteQueryResult
  exports: readonly ProductionExport[]
  mayChange: boolean
}

/** Those that were asked for, and how far they are. */
export function ExportList({ list, exports, mayChange }: Props) {
  const queryClient = useQueryClient()
  const section = useRef<HTMLElement>(null)
  const [asked, setAsked] = useState<ProductionExport>()
  const [asks, setAsks] = useState(false)
  const ask = (one: ProductionExport) => {
    setAsked(one)
    setAsks(true)
  }
  const remove = async () => {
    await call('deleteExport', { params: { id: asked!.id } })
    await outdate(queryClient, 'listExports')
  }
  if (list.isError) return <Failed error={list.error} onRetry={() => void list.refetch()} />
  if (list.isPending) return <LoadingRows />
  return (
    // Where the keyboard is once what it was on is gone.
    <section ref={section} aria-label="Exports" tabIndex={-1} className="flex flex-col gap-3">
      {exports.length === 0 ? (
        <p className="text-muted">Nothing was exported yet.</p>
      ) : (
        <ul className="flex flex-col gap-3">
          {exports.map((one) => (
            <Row
              key={one.id}
              one={one}
              onDelete={mayChange ? () => ask(one) : undefined}
              onReplaced={() => section.current?.focus()}
            />
          ))}
        </ul>
      )}
      <LoadMore list={list} label="Load older ones" />
      <Confirm
        open={asks}
        onClose={() => setAsks(false)}
        title="Delete this export?"
        action="Delete for good"
        onConfirm={remove}
      >
        <p>
          <strong className="wrap-anywhere">{asked?.name}</strong>, which was asked for{' '}
          {asked && <When at={asked.createdAt} />}, cannot be downloaded any more; a download under way ends.
          The takes stay where they are.
        </p>
      </Confirm>
    </section>
  )
}

interface RowProps {
  one: ProductionExport
  onDelete: (() => void) | undefined
  /** Another one was asked for in its place. */
  onReplaced: () => void
}

function Row({ one, onDelete, onReplaced }: RowProps) {
  const queryClient = useQueryClient()
  const { id, name, state, createdBy, createdAt } = one
  const again = useSubmit(async () => {
    await askAgain(queryClient, id)
    onReplaced()
  })
  return (
    <li
      className={`flex flex-wrap items-center gap-3 rounded-xl border p-3 ${state === 'failed' ? 'border-danger' : 'border-line'}`}
    >
      <div className="min-w-40 flex-1">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-muted">
          {createdBy ? `${createdBy.name}, ` : ''}
          <When at={createdAt} />
        </p>
        <div role="status" className="text-sm">
          <State {...one} />
        </div>
        <FormError>{again.message([])}</FormError>
      </div>
      {state === 'preparing' && one.files > 0 && (
        <progress
          aria-label={`Preparing ${name}`}
          value={one.prepared}
          max={one.files}
          className="h-2 w-32 appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
        />
      )}
      {state === 'ready' && (
        <a href={`/api/exports/${encodeURIComponent(id)}/zip`} download className={buttonLook('primary')}>
          <Download size={16} aria-hidden />
          Download
        </a>
      )}
      {state === 'failed' && onDelete && canAskAgain(id) && (
        <Button
          icon={RotateCcw}
          busy={again.busy}
          onClick={() => void again.submit()}
          aria-label={`Try again: ${name}`}
        >
          Try again
        </Button>
      )}
      {onDelete && (
        <Button onClick={onDelete} aria-label={`Delete ${name}`}>
          Delete
        </Button>
      )}
    </li>
  )
}

function State({ state, reason, prepared, files, missing, bytes, endsAt, bundle }: ProductionExport) {
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
      {bundle && 'Bundle of OpenTimelineIO: '}
      {counted(files, 'file')}, {bytesText(bytes ?? 0)}
      {lost}; ends <When at={endsAt} />
    </>
  )
}
