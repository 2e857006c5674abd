/**
 * What an artist pointed at once on pages of a host: where the prompt of a picture stands, and its model and seed if they
 * like. It is data, never code: find-text.ts follows it, with bounds on its work. (docs/extension.md, "Pointing at the prompt")
 */
export interface TaughtRule {
  id: string
  /** As in `location.host`: with the port, where there is one. */
  host: string
  /** ISO 8601. */
  madeAt: string
  /** ISO 8601. */
  matchedAt?: string
  prompt: Finding
  modelName?: Finding
  seed?: Finding
}

export const fields = ['prompt', 'modelName', 'seed'] as const
export type Field = (typeof fields)[number]

/** How one text is found from one piece of media: by the nearest part of the page that holds both, the scope. */
export interface Finding {
  /** Names of the elements from the media outwards, the scope last. */
  climb: string[]
  /** What the scope itself is known by, where it is known by something. */
  scope?: Mark
  /** From the scope inwards to the text; empty when the scope is the text. */
  path: Step[]
  /** An element at the text that is known by something, and the way from it to the text. */
  mark?: Mark & { path: Step[] }
  /** Words right before the text, and the way from what follows them to the text. */
  label?: { text: string; path: Step[] }
  company: Company
  /** Words that the text begins with, which are none of it: `Prompt:`. */
  after?: string
}

/**
 * Other media that may be as near to the text, or nearer.
 * - `alone`: none
 * - `largest`: any of at most half the size, as beside the one picture of a detail view
 * - a number: so many with this one share the text, as the outputs of one job do; none is nearer
 */
export type Company = 'alone' | 'largest' | number

/** Of an element that pages name and do not number: its local name, and attributes with their values. */
export interface Mark {
  name: string
  attributes: Record<string, string>
}

/** A child by its local name: the `place`th of `of` such, from 1. */
export interface Step {
  name: string
  place: number
  of: number
}

/** Of all that is kept, of one host, and of a rule. Characters are UTF-16 code units. */
export const limits = {
  rules: 200,
  rulesOfHost: 8,
  levels: 40,
  ofMark: 12,
  attributes: 6,
  nameLength: 60,
  valueLength: 80,
  places: 2_000,
  shared: 9,
} as const
