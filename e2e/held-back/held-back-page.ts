/** A page of a platform: what its service told it, what it shows, and what is right to file for that. */
export interface HeldBackPage {
  name: string
  address: string
  /** In the order in which the page asks. */
  told: Exchange[]
  shown: Shown[]
}

/** One thing that a page asks its service for. */
export interface Exchange {
  url: string
  /** The body of a POST. */
  sent?: unknown
  /** A text is served as it is. */
  answer: unknown
  by?: 'fetch' | 'XMLHttpRequest' | 'EventSource' | 'WebSocket'
  type?: string
}

export type Expected = string | RegExp

/** The medium, its prompt, its model (where the answers tell one); `none`: it is no take, or nobody knows its prompt. */
export type Shown = [media: string, prompt: Expected | typeof none, model?: Expected]

export const none = null

/** Before an address: the page fetches it, by POST with a body after a space, and shows a blob of it. */
export const asBlob = 'blob of '

/** An id as a service makes them, always the same of one number. */
export function uuid(number: number): string {
  const hex = (value: number, length: number) => value.toString(16).padStart(length, '0').slice(-length)
  return `${hex(number * 2654435761, 8)}-${hex(number * 40503, 4)}-4c7d-9a3f-${hex(number * 7919 + 99991, 12)}`
}

export const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_none, at) => from + at)

const places = ['a lighthouse', 'a night train', 'an empty diner', 'a salt desert', 'a flooded street']
const lights = ['in a storm', 'at dawn', 'under neon', 'by candle light']

/** Of a take; every twentieth has the same. */
export const promptOf = (number: number) =>
  `wide shot of ${places[number % 5]} ${lights[number % 4]}, slow push in, 35 mm`
