import type { Character } from '@dailies/contract/character.ts'
import { notify } from '@dailies/ui/notices.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import { query } from '../../api/queries.ts'
import { Reorder } from '../../ui/reorder.tsx'

interface CharacterOrderProps {
  projectId: string
  characters: Character[]
  onEnd: () => void
}

/** The characters of a project, to be brought into another order. */
export function CharacterOrder({ projectId, characters, onEnd }: CharacterOrderProps) {
  const queryClient = useQueryClient()
  const items = useMemo(() => characters.map(toItem), [characters])
  const save = async (ids: string[], was: string[]) => {
    await call('orderCharacters', { params: { id: projectId }, body: { ids, was: { ids: was } } })
    await queryClient.invalidateQueries({
      queryKey: query('browseCharacters', { params: { id: projectId } }).queryKey,
    })
    notify('The new order is saved')
    onEnd()
  }
  const sorted = () =>
    characters.toSorted((one, other) => one.name.localeCompare(other.name)).map(({ id }) => id)
  return <Reorder items={items} sort={{ label: 'Sort by name', sorted }} onSave={save} onCancel={onEnd} />
}

function toItem({ id, name, role }: Character) {
  return {
    id,
    name,
    content: (
      <div className="flex min-w-0 items-baseline gap-3">
        <span className="max-w-2/3 truncate font-medium">{name}</span>
        <span className="min-w-0 flex-1 truncate text-muted">{role}</span>
      </div>
    ),
  }
}
