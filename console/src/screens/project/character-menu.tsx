import type { Character } from '@dailies/contract/character.ts'
import { IconButton } from '@dailies/ui/button.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { outdate } from '../../api/queries.ts'
import { useMay } from '../../production/role.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Menu } from '../../ui/menu.tsx'
import { CharacterDialog } from './character-dialog.tsx'

/** What can be done with a character. */
export function CharacterMenu({ character }: { character: Character }) {
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const queryClient = useQueryClient()
  const mayBuild = useMay('editor')
  const close = () => setOpen(undefined)
  const remove = async () => {
    await call('deleteCharacter', { params: { id: character.id } })
    void outdate(queryClient, 'browseCharacters')
    notify(`${character.name} is deleted`)
  }
  if (!mayBuild) return null
  return (
    <>
      <Menu
        trigger={<IconButton icon={Ellipsis} label={`More for ${character.name}`} tip="More" />}
        items={[
          { label: 'Edit', icon: Pencil, onSelect: () => setOpen('edit') },
          'line',
          { label: 'Delete', icon: Trash2, danger: true, onSelect: () => setOpen('delete') },
        ]}
      />
      <CharacterDialog open={open === 'edit'} onClose={close} character={character} />
      <Confirm
        open={open === 'delete'}
        onClose={close}
        title="Delete the character?"
        action="Delete"
        onConfirm={remove}
      >
        <p className="wrap-anywhere">
          <strong>{character.name}</strong> goes for good. The takes stay as they are.
        </p>
      </Confirm>
    </>
  )
}
