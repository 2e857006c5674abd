/** Twice as much as a prompt may have (contract/capture.ts). */
const longest = 200_000

/** The text in an element without the space around it; undefined when there is none. */
export function textIn(element: Element | null | undefined): string | undefined {
  return element?.textContent?.slice(0, longest).trim() || undefined
}

/** As a part of a regular expression. */
export const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
