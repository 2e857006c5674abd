import type { SavedSearch } from '@dailies/contract/saved-search.ts'
import { Button } from '@dailies/ui/button.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { ArrowDown, ArrowUp, Ellipsis, Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useAccount } from '../app/account.ts'
import { Confirm } from '../ui/confirm.tsx'
import { errorText } from '../ui/error-text.ts'
import { Menu } from '../ui/menu.tsx'
import type { MenuItem } from '../ui/menu-at.tsx'
import type { useKeyboardStays } from '../ui/use-keyboard-stays.ts'
import { EditSearch } from './lazy-name-search.ts'
import { usePinned, useSavedChanged } from './saved.ts'
import { usePinWords } from './use-pin-words.ts'

interface SavedMenuProps {
  search: SavedSearch
  small?: boolean
  /** Of the list that it stands in, where it goes from that. */
  keyboard?: ReturnType<typeof useKeyboardStays>
}

/** What can be done with a saved search. */
export function SavedMenu({ search, small = false, keyboard }: SavedMenuProps) {
  const { id, name, project, createdBy } = search
  const account = useAccount()
  const changed = useSavedChanged()
  const pinned = usePinned()
  const words = usePinWords()
  const [asking, setAsking] = useState<'edit' | 'delete'>()
  const params = { id }
  const change = async (work: Promise<unknown>) => {
    try {
      await work
    } catch (error) {
      notify(errorText(error), { failed: true })
    }
    await changed()
  }
  const pinBefore = (beforeId: string | undefined) =>
    void change(call('pinSavedSearch', { params, body: { beforeId } }))
  const place = pinned.findIndex((one) => one.id === id)
  const mayChange =
    project === null || createdBy?.id === account.id || project.role === 'editor' || project.role === 'owner'
  const ofPin: MenuItem[] =
    place === -1
      ? [{ label: words.pin, icon: Pin, onSelect: () => pinBefore(undefined) }]
      : [
          {
            label: 'Move up',
            icon: ArrowUp,
            disabled: place === 0,
            onSelect: () => pinBefore(pinned[place - 1]?.id),
          },
          {
            label: 'Move down',
            icon: ArrowDown,
            disabled: place === pinned.length - 1,
            onSelect: () => pinBefore(pinned[place + 2]?.id),
          },
          {
            label: 'Unpin',
            icon: PinOff,
            onSelect: () => {
              // Only there it goes by that.
              if (small) keyboard?.press(id)
              void change(call('unpinSavedSearch', { params }))
            },
          },
        ]
  return (
    <>
      <Menu
        trigger={
          <Button
            look="quiet"
            size="small"
            icon={Ellipsis}
            aria-label={`More for ${name}`}
            className={small ? 'w-8 shrink-0 !px-0' : 'w-9 shrink-0 !px-0'}
          />
        }
        items={[
          ...ofPin,
          ...(mayChange
            ? ([
                'line',
                { label: 'Rename or change', icon: Pencil, onSelect: () => setAsking('edit') },
                {
                  label: 'Delete',
                  icon: Trash2,
                  danger: true,
                  onSelect: () => {
                    keyboard?.press(id)
                    setAsking('delete')
                  },
                },
              ] as const)
            : []),
        ]}
      />
      {asking === 'edit' && <EditSearch search={search} onClose={() => setAsking(undefined)} />}
      <Confirm
        open={asking === 'delete'}
        onClose={() => setAsking(undefined)}
        onClosed={keyboard?.asked}
        title={`Delete “${name}”?`}
        action="Delete"
        onConfirm={async () => {
          await call('deleteSavedSearch', { params })
          await changed()
          notify(`“${name}” is deleted`)
        }}
      >
        <p>
          {project
            ? `It is gone for all members of ${project.name}. The takes that it finds stay.`
            : 'The takes that it finds stay.'}
        </p>
      </Confirm>
    </>
  )
}
