import type { CutChange } from '@dailies/contract/cut.ts'
import { TextField } from '@dailies/ui/field.tsx'
import { LoadingRows } from '@dailies/ui/states.tsx'
import { When } from '@dailies/ui/time.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pages } from '../../api/queries.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Thumbnail } from '../../ui/media.tsx'
import { Failed } from '../../ui/states.tsx'

interface Props {
  open: boolean
  onClose: () => void
  projectId: string
}

/** The film as it was and as it is: what was replaced, is new, or was dropped. */
export function CutChangesDialog({ open, onClose, projectId }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title="What changed in the film" width="wide">
      <Changes projectId={projectId} />
    </Dialog>
  )
}

function Changes({ projectId }: { projectId: string }) {
  const [since, setSince] = useState(monday)
  const moment = new Date(since)
  const isMoment = !Number.isNaN(moment.getTime())
  const list = useInfiniteQuery({
    ...pages('listCutChanges', {
      params: { id: projectId },
      query: { since: isMoment ? moment.toISOString() : '' },
    }),
    enabled: isMoment,
  })
  const changes = list.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <div className="flex flex-col gap-4">
      <TextField
        label="Since"
        type="datetime-local"
        className="max-w-64"
        value={since}
        onChange={(event) => setSince(event.target.value)}
      />
      {list.isError ? (
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <LoadingRows />
      ) : changes.length === 0 ? (
        <p role="status" className="text-muted">
          Nothing: the film shows the same takes as then.
        </p>
      ) : (
        <ul className="flex flex-col gap-3">
          {changes.map((change) => (
            <Change key={change.id} change={change} />
          ))}
        </ul>
      )}
      <LoadMore list={list} label="Load what changed before" />
    </div>
  )
}

const words = { replaced: 'Replaced', new: 'New', dropped: 'Dropped' }

function Change({ change }: { change: CutChange }) {
  const { kind, sceneId, shotCode, assetType, before, after, changedBy, changedAt } = change
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-xl border border-line p-3">
      <div className="min-w-40 flex-1">
        <p>
          <span className="font-semibold">{words[kind]}</span>{' '}
          <span className="font-mono">{shotCode ?? sceneId}</span>
        </p>
        <p className="text-sm text-muted">
          {assetType.toLowerCase()} of scene {sceneId}, {changedBy ? `by ${changedBy.name}, ` : ''}
          <When at={changedAt} />
        </p>
      </div>
      <div className="flex gap-3">
        <Seen word="Then" seen={before} assetType={assetType} none={kind === 'new' ? 'none' : 'gone'} />
        <Seen word="Now" seen={after} assetType={assetType} none={kind === 'dropped' ? 'none' : 'gone'} />
      </div>
    </li>
  )
}

function Seen({
  word,
  seen,
  assetType,
  none,
}: {
  word: string
  seen: CutChange['before']
  assetType: CutChange['assetType']
  none: string
}) {
  return (
    <figure className="w-32">
      <div className="h-18 overflow-hidden rounded-lg bg-sunken">
        {seen && (
          <Thumbnail
            take={{ ...seen, assetType }}
            alt={`${word}: v${seen.versionNumber}`}
            sizes="128px"
            small
          />
        )}
      </div>
      <figcaption className="truncate text-sm">
        {word}: {seen ? `v${seen.versionNumber}${seen.isDeleted ? ', deleted' : ''}` : none}
      </figcaption>
    </figure>
  )
}

/** The last one, at the beginning of the day, as a field of a moment has it. */
function monday(): string {
  const day = new Date()
  day.setDate(day.getDate() - ((day.getDay() + 6) % 7))
  const two = (value: number) => String(value).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}T00:00`
}
