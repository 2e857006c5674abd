import type { ListedExport } from '@dailies/contract/export.ts'
import { Button, buttonLook } from '@dailies/ui/button.tsx'
import { LoadingRows } from '@dailies/ui/states.tsx'
import { When } from '@dailies/ui/time.tsx'
import { type UseInfiniteQueryResult, useQueryClient } from '@tanstack/react-query'
import { Download, RotateCcw } from 'lucide-react'
import { useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { outdate } from '../api/queries.ts'
import { Confirm } from '../ui/confirm.tsx'
import { FormError, useSubmit } from '../ui/form.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { Failed } from '../ui/states.tsx'
import { askAgain } from './ask-export.ts'
import { ExportState } from './export-state.tsx'

interface Props {
  list: UseInfiniteQueryResult
  exports: readonly ListedExport[]
  mayChange: boolean
}

/** Those that were asked for, and how far they are. */
export function ExportList({ list, exports, mayChange }: Props) {
  const queryClient = useQueryClient()
  const section = useRef<HTMLElement>(null)
  const [asked, setAsked] = useState<ListedExport>()
  const [asks, setAsks] = useState(false)
  const ask = (one: ListedExport) => {
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
  one: ListedExport
  onDelete: (() => void) | undefined
  /** Another one was asked for in its place. */
  onReplaced: () => void
}

function Row({ one, onDelete, onReplaced }: RowProps) {
  const queryClient = useQueryClient()
  const { id, name, state, createdBy, createdAt } = one
  const again = useSubmit(async () => {
    await askAgain(queryClient, one)
    onReplaced()
  })
  return (
    <li
      className={`flex flex-wrap items-center gap-3 rounded-xl border p-3 ${state === 'failed' ? 'border-danger' : 'border-line'}`}
    >
      <div className="w-full sm:w-auto sm:min-w-40 sm:flex-1">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-muted">
          {createdBy ? `${createdBy.name}, ` : ''}
          <When at={createdAt} />
        </p>
        <div role="status" className="text-sm">
          <ExportState {...one} />
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
      {state === 'failed' && onDelete && (
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
