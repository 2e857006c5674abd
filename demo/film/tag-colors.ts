import type { TagColor } from '@dailies/contract/tag.ts'

/** The colours of the film's tags. */
export const tagColors = {
  establishing: 'blue',
  portrait: 'purple',
  motion: 'teal',
  dawn: 'orange',
  fog: 'green',
} as const satisfies Record<string, TagColor>
