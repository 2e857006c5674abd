import { Menu as Base } from '@base-ui/react/menu'
import { Check, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export interface MenuItem {
  label: string
  icon?: LucideIcon
  /** Stands where an icon would. */
  sign?: ReactNode
  /** The key that does the same, as the palette tells it. */
  keys?: string
  danger?: boolean
  disabled?: boolean
  /** One of what is on or off: whether it is on. */
  isOn?: boolean
  onSelect: () => void
}

export type MenuEntry = MenuItem | 'line'

export interface MenuAtProps {
  open: boolean
  onClose: () => void
  /** The button that opened it. */
  anchor: Element | null
  /** What gets the focus back. */
  finalFocus: () => HTMLElement | null
  label?: string | undefined
  items: MenuEntry[]
}

export function MenuAt({ open, onClose, anchor, finalFocus, label, items }: MenuAtProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="end" anchor={anchor} className="z-50">
          <Base.Popup
            aria-label={label}
            finalFocus={() => !isBehindWindow(anchor) && finalFocus()}
            className="min-w-44 rounded-xl border border-line bg-raised p-1 shadow-xl outline-none"
          >
            {items.map((item, place) =>
              item === 'line' ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: a line has nothing else
                <Base.Separator key={place} className="my-1 h-px bg-line" />
              ) : (
                <Item key={item.label} {...item} />
              ),
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

const look =
  'flex cursor-default items-center gap-2.5 rounded-lg px-3 py-2 outline-none select-none data-disabled:opacity-50 data-highlighted:bg-sunken'

function Item({ label, icon: Icon, sign, danger, disabled, isOn, onSelect }: MenuItem) {
  const said = (
    <>
      {Icon ? <Icon size={16} aria-hidden /> : sign}
      {label}
    </>
  )
  if (isOn !== undefined)
    return (
      <Base.CheckboxItem checked={isOn} disabled={disabled} closeOnClick onClick={onSelect} className={look}>
        {said}
        <Base.CheckboxItemIndicator className="ml-auto pl-3 text-accent">
          <Check size={16} aria-hidden />
        </Base.CheckboxItemIndicator>
      </Base.CheckboxItem>
    )
  return (
    <Base.Item disabled={disabled} onClick={onSelect} className={`${look} ${danger ? 'text-danger' : ''}`}>
      {said}
    </Base.Item>
  )
}

/** Whether what was chosen opened a window: that has the keyboard then. A notice has the role of one, and takes no keyboard. */
function isBehindWindow(anchor: Element | null): boolean {
  const windows = document.querySelectorAll(':is([role="dialog"], [role="alertdialog"]):not([data-notice])')
  return [...windows].some((one) => !one.contains(anchor))
}
