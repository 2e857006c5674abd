/** How many cards of a grid are beside one another. */
export function columnsOf(grid: Element | null): number {
  const [first, ...others] = grid?.children ?? []
  const top = first?.getBoundingClientRect().top
  const next = others.findIndex((card) => card.getBoundingClientRect().top !== top)
  return next < 0 ? others.length + 1 : next + 1
}
