import type { LucideIcon } from 'lucide-react'
import { cloneElement, lazy, type MouseEvent, type ReactElement, Suspense, useState } from 'react'
import type { MenuAtProps } from './menu-at.tsx'

export interface MenuItem {
  label: string
  icon?: LucideIcon
  danger?: boolean
  disabled?: boolean
  onSelect: () => void
}

export type MenuEntry = MenuItem | 'line'

// Most visits open no menu: it is loaded when somebody comes near one.
const load = () => import('./menu-at.tsx')
const LoadedMenu = lazy(() => load().then(({ MenuAt }) => ({ default: MenuAt })))

/** What can be done with something, behind one button. */
export function Menu({ trigger, items }: { trigger: ReactElement<object>; items: MenuEntry[] }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState(false)
  const opening = {
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    onPointerEnter: load,
    onFocus: load,
    onClick: (event: MouseEvent<HTMLElement>) => {
      setAnchor(event.currentTarget)
      setOpen(true)
    },
  }
  return (
    <>
      {cloneElement(trigger, opening)}
      <MenuAt
        open={open}
        onClose={() => setOpen(false)}
        anchor={anchor}
        finalFocus={() => anchor}
        label={anchor?.getAttribute('aria-label') ?? undefined}
        items={items}
      />
    </>
  )
}

/** One for many buttons, which opens at any of them. */
export function MenuAt(props: MenuAtProps) {
  if (!props.anchor) return null
  return (
    <Suspense fallback={null}>
      <LoadedMenu {...props} />
    </Suspense>
  )
}
