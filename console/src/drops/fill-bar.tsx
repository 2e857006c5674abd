import { Button } from '@dailies/ui/button.tsx'
import { useId, useState } from 'react'
import { columns, type Editable, editable, optionsOf, type Words } from './columns.ts'
import type { Row } from './row.ts'

interface FillBarProps {
  chosen: readonly Row[]
  words: Words
  onSet: (column: Editable, value: string) => void
  onTakeOut: () => void
}

const box = 'h-8 pointer-coarse:h-10 rounded-lg border border-strong-line bg-raised px-2 text-sm text-ink'

/** Sets the same for all files that are chosen. */
export function FillBar({ chosen, words, onSet, onTakeOut }: FillBarProps) {
  const id = useId()
  const [column, setColumn] = useState<Editable>('prompt')
  const [value, setValue] = useState('')
  const first = chosen[0]
  const options = first && optionsOf(first, column, words)
  // Of a list there is always something chosen.
  const set = options && !options.some((option) => option.value === value) ? (options[0]?.value ?? '') : value
  const areOfOneScene = chosen.every(({ place }) => place.scene.id === first?.place.scene.id)
  const isOff = chosen.length === 0 || (column === 'shot' && !areOfOneScene)
  const label = columns.find((one) => one.column === column)!.label
  return (
    <form
      aria-label="The same for all chosen"
      className={`flex flex-wrap items-center gap-2 text-sm ${chosen.length === 0 ? 'max-md:hidden' : ''}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isOff) onSet(column, set)
      }}
    >
      <label htmlFor={`${id}-column`}>Same for all chosen</label>
      <select
        id={`${id}-column`}
        className={box}
        value={column}
        onChange={({ target }) => {
          setColumn(target.value as Editable)
          setValue('')
        }}
      >
        {editable.map((one) => (
          <option key={one} value={one}>
            {columns.find(({ column }) => column === one)!.label}
          </option>
        ))}
      </select>
      {options ? (
        <select
          aria-label={`${label} of all chosen`}
          className={`${box} max-w-48`}
          value={set}
          onChange={({ target }) => setValue(target.value)}
        >
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      ) : (
        <input
          type="text"
          aria-label={`${label} of all chosen`}
          className={`${box} min-w-40 flex-1`}
          maxLength={column === 'prompt' ? 100_000 : 500}
          value={value}
          onChange={({ target }) => setValue(target.value)}
        />
      )}
      <Button type="submit" size="small" disabled={isOff}>
        {chosen.length > 0 ? `Set for ${chosen.length}` : 'Set'}
      </Button>
      <Button size="small" look="quiet" disabled={chosen.length === 0} onClick={onTakeOut}>
        Take out
      </Button>
      {column === 'shot' && !areOfOneScene && (
        <p className="text-muted">Shots are of a scene: choose files that go to one.</p>
      )}
    </form>
  )
}
