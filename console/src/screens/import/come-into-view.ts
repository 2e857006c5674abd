/** As `ref` of an answer that appears below what was asked: brings it into sight, once. */
export function comeIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
