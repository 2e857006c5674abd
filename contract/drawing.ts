import { z } from 'zod'
import { asDouble, withDoubles } from './json-object.ts'
import { ofArray } from './length.ts'
import { requiredText } from './text.ts'

/** What one drawing has at most. */
export const mostShapes = 200
export const mostPoints = 5000
export const mostDrawingBytes = 65_536

/** The plane goes from 0 to 1 both ways, from the left upper edge of the picture; five digits are a hundredth of a pixel. */
const rounded = (value: number) => Math.round(value * 1e5) / 1e5
const between = (least: number, most: number) =>
  withDoubles(
    z.number().min(least, `Must be ${least} or more`).max(most, `Must be at most ${most}`).overwrite(rounded),
  )

const place = z.object({ x: between(0, 1), y: between(0, 1) })

const look = {
  colour: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'Must be a colour such as #ff3355')
    .overwrite((value) => value.toLowerCase()),
}

const stroke = {
  ...look,
  width: between(0.0005, 0.2).meta({ description: 'Of the line, in heights of the picture' }),
}

/** x, y and pressure, each from 0 to 1. */
export type Point = [x: number, y: number, pressure: number]

const point = z
  .array(between(0, 1))
  .length(3, ofArray('Must be x, y and pressure'))
  .meta({ description: 'x, y and pressure; a pointer without pressure has 0.5' }) as unknown as z.ZodType<
  Point,
  Point
>

const pen = z.object({
  kind: z.literal('pen'),
  ...stroke,
  points: z
    .array(point)
    .min(1, ofArray('Required'))
    .max(mostPoints, ofArray(`Must be at most ${mostPoints} points`)),
})

/** An arrow points to `to`; a rectangle and an ellipse have both places as opposite corners of their box. */
const box = { ...stroke, from: place, to: place }

const writing = z.object({
  kind: z.literal('text'),
  ...look,
  at: place.meta({ description: 'Its left upper corner' }),
  size: between(0.005, 0.5).meta({ description: 'Of a line of it, in heights of the picture' }),
  text: requiredText(500),
})

export const shape = z
  .discriminatedUnion('kind', [
    pen,
    z.object({ kind: z.literal('line'), ...box }),
    z.object({ kind: z.literal('arrow'), ...box }),
    z.object({ kind: z.literal('rectangle'), ...box }),
    z.object({ kind: z.literal('ellipse'), ...box }),
    writing,
  ])
  .meta({
    id: 'Shape',
    description:
      'An arrow points to `to`; of a rectangle and an ellipse `from` and `to` are opposite corners of the box',
  })

const isShare = (value: unknown) => typeof value === 'number' && value >= 0 && value <= 1
const isPoint = (value: unknown) =>
  Array.isArray(value) && value.length === 3 && value.every((one) => isShare(asDouble(one)))

/** What is wrong with the points of shapes: the first such thing alone. */
function wrongPoints(shapes: readonly unknown[]) {
  let count = 0
  for (const [at, one] of shapes.entries()) {
    const { kind, points } = (one ?? {}) as { kind?: unknown; points?: unknown }
    if (kind !== 'pen' || !Array.isArray(points)) continue
    count += points.length
    if (count > mostPoints) return { path: [], message: `Must be at most ${mostPoints} points in all` }
    const wrong = points.findIndex((point) => !isPoint(point))
    if (wrong >= 0)
      return { path: [at, 'points', wrong], message: 'Must be x, y and pressure, each from 0 to 1' }
  }
  return undefined
}

/** Points are looked at before all else: to tell of each of a hundred thousand that are wrong takes seconds, and megabytes. */
function pointsFirst(shapes: unknown, context: z.core.$RefinementCtx): unknown {
  const wrong = Array.isArray(shapes) ? wrongPoints(shapes) : undefined
  if (wrong) context.addIssue({ code: 'custom', ...wrong })
  return shapes
}

/** So many shapes, and no more points in all than a drawing has. */
export function shapesOf({ least, most }: { least: number; most: number }) {
  const shapes = z
    .array(shape)
    .min(least, ofArray('Required'))
    .max(most, ofArray(`Must be at most ${most} shapes`))
  return z.preprocess(
    pointsFirst as (value: z.input<typeof shapes>, context: z.core.$RefinementCtx) => unknown,
    shapes,
  )
}

/** What was drawn on a frame: later shapes lie above earlier ones. docs/review.md, "Drawings" */
export const drawing = z
  .object({ shapes: shapesOf({ least: 1, most: mostShapes }) })
  .refine((value) => bytesOf(value) <= mostDrawingBytes, {
    error: `Must be at most ${mostDrawingBytes} bytes`,
    path: ['shapes'],
  })
  .meta({
    id: 'Drawing',
    description: `On a plane from 0 to 1 both ways, from the left upper corner of the picture. At most ${mostPoints} points in all, and ${mostDrawingBytes} bytes`,
  })

export type Shape = z.output<typeof shape>
export type Drawing = z.output<typeof drawing>

function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length
}
