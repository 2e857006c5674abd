import { type RefObject, useEffect, useRef } from 'react'

interface Pressed {
  id: string
  row: number
  button: number
  becomes: string | null
}

interface Settings {
  /** Of the rows, in their order. */
  ids: readonly string[]
  /** Where the keyboard goes where no row is left. */
  instead: () => HTMLElement | null | undefined
}

/**
 * Keeps the keyboard in a list whose rows go: where the one goes that it was on, it comes to the same button of the row that it became, or
 * of the one in its place. `part` is what the rows are in.
 */
export function useKeyboardStays(part: RefObject<HTMLElement | null>, { ids, instead }: Settings) {
  const pressed = useRef<Pressed>(undefined)
  const goOn = () => {
    const { current: at } = pressed
    // Somebody may have gone elsewhere meanwhile.
    if (!at || document.activeElement !== document.body) return
    pressed.current = undefined
    const rows = rowsOf(part.current)
    const became = at.becomes === null ? -1 : ids.indexOf(at.becomes)
    const buttons = buttonsOf(rows[became >= 0 ? became : Math.min(at.row, rows.length - 1)])
    ;(buttons[at.button] ?? buttons.at(-1) ?? instead())?.focus()
  }
  useEffect(() => {
    if (pressed.current && !ids.includes(pressed.current.id)) goOn()
  })
  return {
    /** What is done goes from the row of this id, which may become another; or from the whole list, where it is of none. */
    press: (id: string, becomes: string | null = null) => {
      const row = ids.indexOf(id)
      const button = buttonsOf(rowsOf(part.current)[row]).indexOf(document.activeElement as HTMLButtonElement)
      pressed.current = { id, row, button, becomes }
    },
    /** Once a window is gone that was asked in: what was pressed may be, too. */
    asked: () => {
      goOn()
      pressed.current = undefined
    },
  }
}

function rowsOf(part: HTMLElement | null): HTMLLIElement[] {
  return [...(part?.querySelectorAll('li') ?? [])]
}

function buttonsOf(row: HTMLElement | undefined): HTMLButtonElement[] {
  return [...(row?.querySelectorAll('button') ?? [])]
}
