import { Tooltip } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'

/** Text that shows when the mouse rests on something, or the keyboard is on it. Screen readers have the thing's name. */
export function Tip({ text, children }: { text: ReactNode; children: ReactElement }) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger render={children} />
      <Tooltip.Portal>
        <Tooltip.Positioner aria-hidden sideOffset={6} className="z-50">
          <Tooltip.Popup className="max-w-72 rounded-md bg-ink px-2 py-1 text-sm text-canvas shadow-lg">
            {text}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
