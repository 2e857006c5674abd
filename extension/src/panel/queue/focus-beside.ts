/** A row goes away: what its neighbour asks for gets the focus, or the neighbour's first button, or else the heading. */
export function focusBeside(within: HTMLElement): void {
  whatIsBeside(within)?.focus()
}

/** The same without moving the focus yet: of a row that is gone nobody can tell what was beside it. */
export function whatIsBeside(within: HTMLElement): HTMLElement | null {
  const row = within.closest('li')
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
  return (
    neighbour?.querySelector<HTMLElement>('[data-asked]') ??
    neighbour?.querySelector<HTMLElement>('button, a') ??
    viewHeading()
  )
}

export function viewHeading(): HTMLElement | null {
  return document.getElementById('view')
}
