import { Popover } from '@base-ui/react/popover'
import type { AssetCard } from '@dailies/contract/board.ts'
import { Button } from '@dailies/ui/button.tsx'
import { TextField } from '@dailies/ui/field.tsx'
import { takeName } from '@dailies/ui/take-name.ts'
import { Layers } from 'lucide-react'
import { useState } from 'react'

interface GroupPopoverProps {
  open: boolean
  onClose: () => void
  card: AssetCard
  anchor: Element | null
  finalFocus: () => HTMLElement | null
  /** Those that the scene has, the most frequent first. */
  groups: string[]
  /** What is there to begin with: the group that was set last. */
  suggestion: string
  onSet: (compareGroup: string | null) => void
}

/** Puts a version into a compare group: one that is there, or a new one. */
export function GroupPopover({ open, onClose, anchor, finalFocus, ...rest }: GroupPopoverProps) {
  return (
    <Popover.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} sideOffset={6} collisionPadding={8} className="z-40">
          <Popover.Popup
            finalFocus={finalFocus}
            className="w-72 max-w-[calc(100vw-16px)] rounded-xl border border-line bg-surface p-3 shadow-xl outline-none"
          >
            <Popover.Title className="sr-only">Compare group of {takeName(rest.card)}</Popover.Title>
            <GroupForm {...rest} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

type GroupFormProps = Pick<GroupPopoverProps, 'card' | 'groups' | 'suggestion' | 'onSet'>

function GroupForm({ card, groups, suggestion, onSet }: GroupFormProps) {
  const [text, setText] = useState(card.compareGroup ?? suggestion)
  const [typed, setTyped] = useState(false)
  const wanted = typed ? text.trim().toLowerCase() : ''
  const offered = groups.filter((group) => group.toLowerCase().includes(wanted)).slice(0, 6)
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        onSet(text.trim() || null)
      }}
    >
      <TextField
        label="Compare group"
        autoFocus
        autoComplete="off"
        maxLength={200}
        placeholder="A new one, or one of these"
        value={text}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setTyped(true)
          setText(event.target.value)
        }}
      />
      {offered.length > 0 && (
        <ul aria-label="Groups of this scene">
          {offered.map((group) => (
            <li key={group}>
              <button
                type="button"
                aria-pressed={group === card.compareGroup}
                onClick={() => onSet(group)}
                className="flex min-h-9 w-full items-center gap-2 rounded-lg px-2 text-left text-sm hover:bg-sunken aria-pressed:font-semibold pointer-coarse:min-h-10"
              >
                <Layers size={14} className="shrink-0 text-violet" aria-hidden />
                <span className="truncate">{group}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex justify-end gap-2">
        {card.compareGroup !== null && (
          <Button size="small" onClick={() => onSet(null)}>
            Take out
          </Button>
        )}
        <Button size="small" type="submit" look="primary">
          Set group
        </Button>
      </div>
    </form>
  )
}
