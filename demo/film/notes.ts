import type { Shape } from '@dailies/contract/drawing.ts'
import type { VerdictKind } from '@dailies/contract/verdict.ts'
import { arrow, frameOf, ring, stroke, words } from './drawn.ts'

/** Whoever is in the film: who owns it, who edits, who directs. */
export type Person = 'demo' | 'june' | 'teo'

export interface Note {
  /** Title of the take. */
  on: string
  by: Person
  text: string
  /** Frames of the film, or milliseconds of a sound: from, and to with the last one. */
  frames?: [from: number, to: number]
  drawn?: Shape[]
  /** For guests of links, too. */
  everybody?: true
  mentions?: Person[]
  replies?: { by: Person; text: string }[]
  resolvedBy?: Person
}

/** Said of takes; some is done, some carried on to the take that was made of that one. */
export const notes: Note[] = [
  {
    on: 'Opening move, slow lateral',
    by: 'teo',
    text: 'We come in too early: begin as the blade goes into the water.',
    frames: [0, 11],
    drawn: [arrow([0.52, 0.42], [0.65, 0.6]), words([0.4, 0.33], 'from here')],
    replies: [{ by: 'demo', text: 'In is at frame 12 now, right on the stroke.' }],
    resolvedBy: 'teo',
  },
  {
    on: 'Opening move, slow lateral',
    by: 'june',
    text: 'The title stands in this third. Keep wake and reflections out of it, please.',
    frames: [60, 95],
    drawn: [frameOf([0.07, 0.2], [0.38, 0.82]), words([0.12, 0.27], 'title')],
    everybody: true,
  },
  {
    on: 'Sorting office, noon shaft',
    by: 'june',
    text: 'The satchel hangs on her right here, and on the left in 001. Which one is it?',
    drawn: [ring([0.72, 0.6], [0.035, 0.09])],
    mentions: ['demo'],
    replies: [{ by: 'demo', text: 'Left, always. I try to paint it over before we make another.' }],
  },
  {
    on: 'She knows the hand',
    by: 'teo',
    text: 'This is the one. Do not touch it.',
    resolvedBy: 'demo',
  },
  {
    on: 'Tobiah reads the address, weary',
    by: 'teo',
    text: 'Half a second more between "post" and "Well".',
    frames: [3100, 3800],
    replies: [{ by: 'june', text: 'The cut can do that: he is off screen.' }],
  },
  {
    on: 'Main theme, bowed psaltery and pump organ',
    by: 'june',
    text: 'The organ covers the oars here, and they are what we hear first.',
    frames: [2800, 5600],
  },
  {
    on: 'Boulevard, drift, first pass',
    by: 'teo',
    text: 'Too fast. She hides, she does not flee.',
    frames: [0, 119],
    replies: [{ by: 'june', text: 'A slower one is in.' }],
    resolvedBy: 'june',
  },
  {
    on: 'Boulevard, drift, slower',
    by: 'teo',
    text: 'The boat may not cross the reflection of the moon: that is her only light.',
    frames: [40, 40],
    drawn: [
      ring([0.41, 0.73], [0.035, 0.06]),
      stroke([
        [0.66, 0.68],
        [0.6, 0.71],
        [0.53, 0.72],
        [0.46, 0.725],
      ]),
    ],
  },
  {
    on: 'Boulevard, drift forward',
    by: 'june',
    text: 'Count the lit windows against 012A-B: there they are warmer.',
    frames: [72, 119],
  },
  {
    on: 'The swell, full climb',
    by: 'teo',
    text: 'Lightning at frame 48. Wren says "two" exactly 48 frames later, so leave her that time.',
    frames: [48, 96],
    drawn: [
      stroke([
        [0.7, 0.15],
        [0.69, 0.28],
        [0.72, 0.36],
        [0.71, 0.46],
        [0.735, 0.53],
      ]),
      words([0.76, 0.2], 'one'),
    ],
    everybody: true,
  },
  {
    on: 'The lens, keeper beside it',
    by: 'teo',
    text: 'Her back to us, yes, but the glass should catch her shoulder.',
    drawn: [arrow([0.53, 0.5], [0.34, 0.55], '#ffcc33'), ring([0.31, 0.56], [0.035, 0.08], '#ff3355')],
    mentions: ['june'],
    replies: [{ by: 'june', text: 'I try it with the lens a hand closer.' }],
  },
  {
    on: 'Skerry Light, lit',
    by: 'teo',
    text: 'A still of a beam is a stripe. It has to come round.',
    resolvedBy: 'june',
  },
]

/** In the session at the end of which there is a list of them. */
export const sessionNotes: Note[] = [
  {
    on: 'Ines decides',
    by: 'teo',
    text: 'Hold on her until the rain takes her. Twelve frames more, if there are any.',
    frames: [100, 119],
    mentions: ['demo'],
  },
  {
    on: 'Skerry Light, beam comes round',
    by: 'june',
    text: 'The tower stands straighter than in 024-B. Same rock, same tower.',
    frames: [24, 24],
    drawn: [
      stroke([
        [0.625, 0.2],
        [0.624, 0.35],
        [0.62, 0.5],
        [0.61, 0.64],
      ]),
      arrow([0.75, 0.42], [0.645, 0.42]),
    ],
  },
  {
    on: 'The light from the sea, 4K',
    by: 'demo',
    text: 'Stars are back. I would end on this one.',
    frames: [96, 96],
  },
]

export interface Said {
  on: string
  by: Person
  verdict: VerdictKind
  note?: string
}

export const verdicts: Said[] = [
  { on: 'Opening move, slow lateral', by: 'teo', verdict: 'approve' },
  { on: 'Ridge at sundown, two caps', by: 'june', verdict: 'approve' },
  { on: 'Boulevard, drift forward', by: 'teo', verdict: 'approve' },
  {
    on: 'Under the bridge, rain',
    by: 'teo',
    verdict: 'changes_needed',
    note: 'The windows behind her pull the eye. Darker, or further away.',
  },
  { on: 'The swell, full climb', by: 'teo', verdict: 'approve' },
  {
    on: 'Skerry Light, lit',
    by: 'teo',
    verdict: 'changes_needed',
    note: 'It has to move. The film of it is nearly there.',
  },
  { on: 'Skerry Light, beam comes round', by: 'teo', verdict: 'approve' },
  { on: 'The light from the sea, 4K', by: 'demo', verdict: 'approve' },
  { on: 'The light from the sea, 4K', by: 'june', verdict: 'approve' },
]
