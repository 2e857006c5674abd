import { Face } from '../ui/face.tsx'

const most = 4

/** The faces of who works on a shot; nothing where nobody does. */
export function Assignees({ people }: { people: readonly { id: string; name: string }[] }) {
  if (people.length === 0) return null
  const names = people.map(({ name }) => name).join(', ')
  const shown = people.length > most ? people.slice(0, most - 1) : people
  return (
    <span role="img" aria-label={`Assigned to ${names}`} title={names} className="flex items-center gap-0.5">
      {shown.map(({ id, name }) => (
        <Face key={id} name={name} size="small" />
      ))}
      {people.length > shown.length && (
        <span aria-hidden className="ml-0.5 text-xs text-muted">
          +{people.length - shown.length}
        </span>
      )}
    </span>
  )
}
