import { Button } from '@dailies/ui/button.tsx'
import { TextField } from '@dailies/ui/field.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { LoadingRows } from '@dailies/ui/states.tsx'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Check, ListPlus } from 'lucide-react'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { pages, query } from '../api/queries.ts'
import { counted } from '../ui/counted.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FormError, useSubmit } from '../ui/form.tsx'
import { ShowMore } from '../ui/load-more.tsx'
import { Failed } from '../ui/states.tsx'
import { usePlaylistsChanged } from './playlists-changed.ts'

interface AddToPlaylistProps {
  projectId: string
  versionIds: string[]
  onClose: () => void
}

/** Puts takes into a playlist: one that there is, or a new one. */
export function AddToPlaylist({ projectId, versionIds, onClose }: AddToPlaylistProps) {
  const [text, setText] = useState('')
  const changed = usePlaylistsChanged()
  const name = text.trim()
  const list = useInfiniteQuery({
    ...pages('listPlaylists', { params: { id: projectId }, query: { limit: 30, q: name } }),
    placeholderData: keepPreviousData,
  })
  const [onlyId] = versionIds
  const having = useQuery({
    ...query('listPlaylistsOfVersion', { params: { id: onlyId ?? '' } }),
    enabled: versionIds.length === 1,
  })
  const has = new Set(having.data?.data.map(({ id }) => id))
  const create = useSubmit(async () => {
    const { data } = await call('createPlaylist', { params: { id: projectId }, body: { name, versionIds } })
    void changed()
    notify(`“${data.name}” is made, with ${counted(data.itemCount, 'take')}`)
    onClose()
  })
  const found = list.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <Dialog open onClose={onClose} title={`Add ${counted(versionIds.length, 'take')} to a playlist`}>
      <div className="flex flex-col gap-4">
        <form onSubmit={create.submit} className="flex flex-col gap-2">
          <div className="flex items-end gap-2">
            <TextField
              label="Find a playlist, or name a new one"
              className="min-w-0 flex-1"
              autoFocus
              autoComplete="off"
              maxLength={200}
              value={text}
              errors={create.fieldErrors.name}
              onChange={(event) => setText(event.target.value)}
            />
            <Button type="submit" icon={ListPlus} busy={create.busy} disabled={name === ''}>
              Make it
            </Button>
          </div>
          <FormError>{create.message(['name'])}</FormError>
        </form>
        {list.isPending ? (
          <LoadingRows rows={3} />
        ) : list.isError && found.length === 0 ? (
          <Failed error={list.error} onRetry={() => void list.refetch()} />
        ) : found.length === 0 ? (
          <p className="text-muted">
            {name ? 'No playlist has that in its name.' : 'There is no playlist yet: name the first one.'}
          </p>
        ) : (
          <ul aria-label="Playlists" className="flex flex-col gap-1">
            {found.map((playlist) => (
              <Row
                key={playlist.id}
                {...playlist}
                has={has.has(playlist.id)}
                versionIds={versionIds}
                onAdded={() => {
                  void changed()
                  onClose()
                }}
              />
            ))}
          </ul>
        )}
        <ShowMore list={list} label="Show more playlists" />
      </div>
    </Dialog>
  )
}

interface RowProps {
  id: string
  name: string
  itemCount: number
  has: boolean
  versionIds: string[]
  onAdded: () => void
}

function Row({ id, name, itemCount, has, versionIds, onAdded }: RowProps) {
  const add = useSubmit(async () => {
    const { data } = await call('addPlaylistItems', { params: { id }, body: { versionIds } })
    notify(whatBecame(name, data.added.length, data.present.length))
    onAdded()
  })
  return (
    <li>
      <button
        type="button"
        disabled={add.busy}
        onClick={() => void add.submit()}
        className="flex min-h-11 w-full items-center gap-3 rounded-lg border border-line bg-raised px-3 py-2 text-left hover:border-strong-line"
      >
        <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
        {has && (
          <span className="flex shrink-0 items-center gap-1 text-sm text-good">
            <Check size={14} aria-hidden />
            in it
          </span>
        )}
        <span className="shrink-0 text-sm text-muted">{counted(itemCount, 'take')}</span>
      </button>
      <FormError>{add.message([])}</FormError>
    </li>
  )
}

function whatBecame(name: string, added: number, present: number): string {
  if (added === 0) return `“${name}” has ${present === 1 ? 'it' : 'them'} already`
  const rest = present > 0 ? `, and had ${present} already` : ''
  return `${counted(added, 'take')} added to “${name}”${rest}`
}
