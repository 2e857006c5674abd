import { isComposing } from '@dailies/ui/composing.ts'
import { type ReactNode, useState } from 'react'
import { useKeyDown } from '../ui/use-key-down.ts'
import type { EntryOfAll } from './entry.ts'
import { Palette } from './palette.tsx'

const isMac = /^(Mac|iP)/.test(navigator.platform)

/** As people write the key that opens it, and as it is told to those who hear the page. */
export const [paletteKey, paletteShortcut] = isMac ? ['⌘K', 'Meta+K'] : ['Ctrl K', 'Control+K']

/** The palette, which Ctrl or Cmd with K opens wherever one is, but in a window or a menu. */
export function usePalette(everywhere: readonly EntryOfAll[]): {
  openPalette: () => void
  palette: ReactNode
} {
  const [open, setOpen] = useState(false)
  useKeyDown((event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event
    // On a Mac, Ctrl with K deletes to the end of the line.
    const isMeant = (isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey
    if (!isMeant || key.toLowerCase() !== 'k' || event.defaultPrevented || isComposing(event)) return
    if (target instanceof Element && target.closest('[role="dialog"], [role="alertdialog"], [role="menu"]'))
      return
    event.preventDefault()
    setOpen(true)
  })
  return {
    openPalette: () => setOpen(true),
    palette: <Palette open={open} onClose={() => setOpen(false)} everywhere={everywhere} />,
  }
}
