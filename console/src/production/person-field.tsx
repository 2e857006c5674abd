import { SelectField } from '@dailies/ui/field.tsx'
import { useQuery } from '@tanstack/react-query'
import { query } from '../api/queries.ts'
import { nameInText } from '../ui/name-in-text.ts'

interface Person {
  id: string
  name: string
}

interface PersonFieldProps {
  label: string
  projectId: string
  /** The id of who is chosen; empty for everybody. */
  chosen: string
  /** Those of whom something is in the list. */
  seen: readonly Person[]
  onChoose: (id: string | undefined) => void
}

/** Whose things of a list are shown: of members, and of who did something and is none any more. */
export function PersonField({ label, projectId, chosen, seen, onChoose }: PersonFieldProps) {
  const members = useQuery(query('listMembers', { params: { id: projectId } })).data?.data ?? []
  const names = new Map([
    ...(chosen ? [[chosen, 'Somebody'] as const] : []),
    ...seen.map(({ id, name }) => [id, name] as const),
    ...members.map(({ userId, name }) => [userId, name] as const),
  ])
  const people = [...names].map(([value, name]) => ({ value, label: nameInText(name) }))
  return (
    <SelectField
      label={label}
      options={[
        { value: '', label: 'Everybody' },
        ...people.toSorted((one, other) => one.label.localeCompare(other.label)),
      ]}
      value={chosen}
      onChange={(id) => onChoose(id || undefined)}
      className="min-w-36 flex-1 sm:max-w-48"
    />
  )
}
