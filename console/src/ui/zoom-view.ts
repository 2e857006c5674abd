/** How near something is looked at, 1 where all of it fits, and which point of it (0 to 1) is in the middle. */
export interface View {
  scale: number
  x: number
  y: number
}

/** What becomes of a view; `full` is the scale of 100 %. */
export type Change = (view: View, full: number) => View

/** Across and down, in sizes of what is looked at as it is at scale 1. */
export interface Part {
  x: number
  y: number
}

export const whole: View = { scale: 1, x: 0.5, y: 0.5 }

const nearest = 32

export const nearer: Change = (view) => zoomed(view, view.scale * 1.25)
export const farther: Change = (view) => zoomed(view, view.scale / 1.25)
export const toFull: Change = (view, full) => zoomed(view, full)
export const toWhole: Change = () => whole

export const zoomKeys: Record<string, Change> = {
  '+': nearer,
  '=': nearer,
  '-': farther,
  '0': toWhole,
  z: (view, full) => (view.scale > 1 ? whole : zoomed(view, full)),
}

export const arrowKeys: Record<string, Change> = {
  arrowleft: (view) => ({ ...view, x: view.x - 0.15 / view.scale }),
  arrowright: (view) => ({ ...view, x: view.x + 0.15 / view.scale }),
  arrowup: (view) => ({ ...view, y: view.y - 0.15 / view.scale }),
  arrowdown: (view) => ({ ...view, y: view.y + 0.15 / view.scale }),
}

/** Zoomed and moved so that what was at `from`, counted from the middle, is then at `to`. */
export function held(view: View, scale: number, from: Part, to = from): View {
  const next = zoomed(view, scale)
  return {
    scale: next.scale,
    x: view.x + from.x / view.scale - to.x / next.scale,
    y: view.y + from.y / view.scale - to.y / next.scale,
  }
}

/** Moved so that what is looked at fills a pane of this size, as far as it can. */
export function within(view: View, pane: Part): View {
  return { ...view, x: between(view.x, pane.x / view.scale), y: between(view.y, pane.y / view.scale) }
}

function between(middle: number, seen: number): number {
  return seen < 1 ? Math.min(Math.max(middle, seen / 2), 1 - seen / 2) : 0.5
}

function zoomed(view: View, scale: number): View {
  return { ...view, scale: Math.min(Math.max(scale, 1), nearest) }
}
