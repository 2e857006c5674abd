import type { Person } from './notes.ts'

/** Frames of the film, which are those of its takes: from in up to, and without, out. */
export const trims: { on: string; in: number; out: number }[] = [
  { on: 'Opening move, slow lateral', in: 12, out: 108 },
  { on: 'The counter, nobody at it', in: 0, out: 144 },
  { on: 'Boulevard, drift forward', in: 0, out: 110 },
  { on: 'The light from the sea, 4K', in: 16, out: 120 },
  { on: 'Last image, beam into daylight', in: 0, out: 108 },
]

/** What was decided last, when all else had been so for a week: what changed in the film since. */
export const lastChoices: { on: string; by: Person; selected: boolean }[] = [
  { on: 'Boulevard, drift forward', by: 'june', selected: true },
  { on: 'Ines decides', by: 'june', selected: true },
  { on: 'Skerry Light, beam comes round', by: 'june', selected: true },
  { on: 'The lens, keeper beside it', by: 'demo', selected: true },
  { on: 'Board 2: boat touches water', by: 'demo', selected: false },
]
