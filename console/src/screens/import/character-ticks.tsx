import { counted } from '../../ui/counted.ts'
import { Section } from '../../ui/page.tsx'
import { ChangeBadge } from './change-list.tsx'
import type { PlannedCharacter } from './scene-plan.ts'
import { TickAll } from './tick-all.tsx'

interface CharacterTicksProps {
  characters: PlannedCharacter[]
  changes: Map<string, 'added' | 'updated'>
  onChange: (characters: PlannedCharacter[]) => void
}

/** Who speaks in a screenplay, to be ticked. */
export function CharacterTicks({ characters, changes, onChange }: CharacterTicksProps) {
  const included = characters.filter((character) => character.included).length
  const tick = (name: string, value: boolean) =>
    onChange(characters.map((one) => (one.name === name ? { ...one, included: value } : one)))
  return (
    <Section
      title="Characters"
      description={`${included} of ${counted(characters.length, 'character')} to be imported. Untick a line that is none.`}
      actions={
        <TickAll
          label="All characters"
          all={characters}
          onChange={(value) => onChange(characters.map((one) => ({ ...one, included: value })))}
        />
      }
    >
      <ul className="grid gap-x-4 sm:grid-cols-2 xl:grid-cols-3">
        {characters.map((character) => {
          const change = character.included && changes.get(`character ${character.name}`)
          return (
            <li key={character.name}>
              <label className="flex min-h-10 items-center gap-3 rounded-lg px-2 py-1 hover:bg-raised">
                <input
                  type="checkbox"
                  checked={character.included}
                  onChange={(event) => tick(character.name, event.target.checked)}
                  className="size-5 shrink-0 accent-accent"
                />
                <span
                  className={`min-w-0 flex-1 wrap-anywhere ${character.included ? '' : 'text-muted line-through'}`}
                >
                  {character.name}
                </span>
                <span className="shrink-0 text-sm text-muted">{counted(character.speeches, 'line')}</span>
                <span className="w-16 shrink-0">{change && <ChangeBadge change={change} />}</span>
              </label>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
