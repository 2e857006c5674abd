import type { Point, Shape } from '@dailies/contract/drawing.ts'

const [red, yellow, white] = ['#ff3355', '#ffcc33', '#ffffff']
const width = 0.009

type Place = [x: number, y: number]

export function arrow(from: Place, to: Place, colour = red): Shape {
  return { kind: 'arrow', colour, width, from: at(from), to: at(to) }
}

export function ring(centre: Place, [wide, high]: Place, colour = yellow): Shape {
  const [x, y] = centre
  return { kind: 'ellipse', colour, width, from: at([x - wide, y - high]), to: at([x + wide, y + high]) }
}

export function frameOf(from: Place, to: Place, colour = yellow): Shape {
  return { kind: 'rectangle', colour, width, from: at(from), to: at(to) }
}

export function words(place: Place, text: string, colour = white): Shape {
  return { kind: 'text', colour, size: 0.06, at: at(place), text }
}

/** By hand, through those places: pressed harder in its middle. */
export function stroke(places: Place[], colour = red): Shape {
  const points = places.map(([x, y], index): Point => {
    const done = index / (places.length - 1)
    return [x, y, 0.3 + 0.5 * Math.sin(Math.PI * done)]
  })
  return { kind: 'pen', colour, width: width * 1.4, points }
}

function at([x, y]: Place) {
  return { x, y }
}
