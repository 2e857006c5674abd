/** A row goes away: what its neighbour asks for gets the focus, or the neighbour's first button, or else the heading. */
export function focusBeside(within: HTMLElement): void {
  const row = within.closest('li')
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
  const target =
    neighbour?.querySelector<HTMLElement>('[data-asked]') ??
    neighbour?.querySelector<HTMLElement>('button, a') ??
    document.getElementById('view')
  target?.focus()
}
