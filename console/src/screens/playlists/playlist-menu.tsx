import type { Playlist } from '@dailies/contract/playlist.ts'
import { Button, IconButton } from '@dailies/ui/button.tsx'
import { TextAreaField, TextField } from '@dailies/ui/field.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { onlyChanged } from '../../api/only-changed.ts'
import { useCommands } from '../../palette/commands.ts'
import { usePlaylistsChanged } from '../../playlists/playlists-changed.ts'
import { Clashes } from '../../ui/clashes.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { counted } from '../../ui/counted.ts'
import { Actions, Dialog } from '../../ui/dialog.tsx'
import { DraftKept } from '../../ui/draft-kept.tsx'
import { FormError, useDraft, useSubmit } from '../../ui/form.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { MenuItem } from '../../ui/menu-at.tsx'

interface PlaylistMenuProps {
  playlist: Playlist
  onDeleted: () => Promise<void>
}

/** What can be done with a playlist as a whole. */
export function PlaylistMenu({ playlist, onDeleted }: PlaylistMenuProps) {
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const changed = usePlaylistsChanged()
  const close = () => setOpen(undefined)
  const remove = async () => {
    await call('deletePlaylist', { params: { id: playlist.id } })
    await onDeleted()
    void changed()
    notify(`“${playlist.name}” is deleted`)
  }
  const items: MenuItem[] = [
    { label: 'Edit name and note', icon: Pencil, onSelect: () => setOpen('edit') },
    { label: 'Delete', icon: Trash2, danger: true, onSelect: () => setOpen('delete') },
  ]
  useCommands(() =>
    items.map(({ label, icon, onSelect }) => ({ name: label, of: playlist.name, icon, run: onSelect })),
  )
  return (
    <>
      <Menu
        trigger={<IconButton icon={Ellipsis} look="plain" label="More for this playlist" tip="More" />}
        items={[items[0]!, 'line', items[1]!]}
      />
      {open === 'edit' && (
        <Dialog open onClose={close} title="Edit the playlist">
          <PlaylistForm playlist={playlist} onEnd={close} />
        </Dialog>
      )}
      {open === 'delete' && (
        <Confirm
          open
          onClose={close}
          title="Delete this playlist?"
          action="Delete for good"
          onConfirm={remove}
        >
          <p>
            <strong className="wrap-anywhere">{playlist.name}</strong> goes for good. Its{' '}
            {counted(playlist.itemCount, 'take')} stay{playlist.itemCount === 1 && 's'} where{' '}
            {playlist.itemCount === 1 ? 'it is' : 'they are'}.
          </p>
        </Confirm>
      )}
    </>
  )
}

const labels = { name: 'Name', note: 'Note' }

function PlaylistForm({ playlist, onEnd }: { playlist: Playlist; onEnd: () => void }) {
  const changed = usePlaylistsChanged()
  const initial = { name: playlist.name, note: playlist.note ?? '' }
  const draft = useDraft(initial, `playlist-${playlist.id}`, playlist)
  const { values, set, reset } = draft
  const form = useSubmit(async () => {
    const changes = onlyChanged(bodyOf(initial), bodyOf(values))
    await call('updatePlaylist', {
      params: { id: playlist.id },
      body: { ...changes, was: draft.wasOf(changes) },
    })
    await changed()
    reset()
    onEnd()
  })
  return (
    <form onSubmit={form.submit} className="flex flex-col gap-4">
      <DraftKept changed={draft.changed} onDiscard={() => reset()} />
      <TextField
        label={labels.name}
        required
        autoFocus
        autoComplete="off"
        maxLength={200}
        value={values.name}
        errors={form.fieldErrors.name}
        onChange={(event) => set({ name: event.target.value })}
      />
      <TextAreaField
        label={labels.note}
        maxLength={2000}
        placeholder="What to look for"
        value={values.note}
        errors={form.fieldErrors.note}
        onChange={(event) => set({ note: event.target.value })}
      />
      <FormError>{form.message(Object.keys(labels))}</FormError>
      <Clashes form={form} draft={draft} labels={labels} />
      <Actions>
        <Button
          onClick={() => {
            reset()
            onEnd()
          }}
        >
          Cancel
        </Button>
        <Button type="submit" look="primary" busy={form.busy}>
          Save
        </Button>
      </Actions>
    </form>
  )
}

function bodyOf({ name, note }: { name: string; note: string }) {
  return { name: name.trim(), note: note.trim() || null }
}
