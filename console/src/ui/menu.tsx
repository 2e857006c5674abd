import { notify } from '@dailies/ui/notices.ts'
import { cloneElement, type MouseEvent, type ReactElement, useEffect, useState } from 'react'
import { errorText } from './error-text.ts'
import { lazyPart } from './lazy-part.tsx'
import type { MenuAtProps, MenuEntry } from './menu-at.tsx'

// Most visits open no menu: it is loaded when somebody comes near one.
const load = () => import('./menu-at.tsx')
let isLoaded = false
const LoadedMenu = lazyPart(
  async () => {
    const { MenuAt } = await load()
    isLoaded = true
    return MenuAt
  },
  { failed: (error, _retry, props) => <NoMenu error={error} {...props} /> },
)

interface MenuProps {
  trigger: ReactElement<object>
  items: MenuEntry[]
  /** Opens nothing, and keeps the keyboard all the same. */
  off?: boolean
}

/** What can be done with something, behind one button. */
export function Menu({ trigger, items, off = false }: MenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState(false)
  const opening = {
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    'aria-disabled': off || undefined,
    onPointerEnter: loadAhead,
    onFocus: loadAhead,
    onClick: (event: MouseEvent<HTMLElement>) => {
      if (off) return
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
  // One that could not be loaded is tried again each time that it is opened.
  return props.anchor && (props.open || isLoaded) ? <LoadedMenu {...props} /> : null
}

function loadAhead(): void {
  // What goes wrong is told to whoever opens it.
  load().catch(() => {})
}

/** It cannot be loaded: says so. */
function NoMenu({ error, open, onClose }: MenuAtProps & { error: unknown }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that it is opened
  useEffect(() => {
    if (!open) return
    onClose()
    notify(errorText(error), { failed: true })
  }, [open])
  return null
}
