import type { Shape } from '@dailies/contract/drawing.ts'

/** What is drawn, what was before each change, and what was taken back. */
export interface History {
  past: readonly (readonly Shape[])[]
  shapes: readonly Shape[]
  future: readonly (readonly Shape[])[]
}

export function begun(shapes: readonly Shape[]): History {
  return { past: [], shapes, future: [] }
}

export function changed({ past, shapes }: History, next: readonly Shape[]): History {
  return { past: [...past, shapes], shapes: next, future: [] }
}

export function undone(history: History): History {
  const { past, shapes, future } = history
  const before = past.at(-1)
  return before ? { past: past.slice(0, -1), shapes: before, future: [shapes, ...future] } : history
}

export function redone(history: History): History {
  const { past, shapes, future } = history
  const [next, ...later] = future
  return next ? { past: [...past, shapes], shapes: next, future: later } : history
}
