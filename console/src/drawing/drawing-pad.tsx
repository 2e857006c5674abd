import type { Point, Shape } from '@dailies/contract/drawing.ts'
import { type KeyboardEvent, useRef, useState } from 'react'
import { DrawingView } from './drawing-view.tsx'
import { boxShape, penShape, textSize, withPoint } from './new-shape.ts'
import { type Place, shapeAt } from './shape-at.ts'
import { TextField } from './text-field.tsx'
import { useAspect } from './use-aspect.ts'
import type { Drawn } from './use-drawing.ts'
import { usePointerStrokes, within } from './use-pointer-strokes.ts'

/** How far an arrow key goes, and with Shift. */
const [far, near] = [0.05, 0.01]

const arrows: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/**
 * Where somebody draws: it fills its parent, which is to lie exactly over the picture. With the keyboard, arrows move a cross,
 * Enter begins a shape there and ends it.
 */
export function DrawingPad({ drawn }: { drawn: Drawn }) {
  const { tool, colour, width, shapes } = drawn
  const pad = useRef<HTMLDivElement>(null)
  const aspect = useAspect(pad)
  const [points, setPoints] = useState<readonly Point[]>([])
  const [cross, setCross] = useState<Place>({ x: 0.5, y: 0.5 })
  const [byKeys, setByKeys] = useState(false)
  const [writingAt, setWritingAt] = useState<Place>()

  const shapeOf = (points: readonly Point[]): Shape | undefined => {
    const [first, last] = [points[0], points.at(-1)]
    if (!first || !last || tool === 'text' || tool === 'erase') return undefined
    if (tool === 'pen') return penShape(points, { colour, width })
    const [[x1, y1], [x2, y2]] = [first, last]
    return boxShape(
      tool,
      [
        { x: x1, y: y1 },
        { x: x2, y: y2 },
      ],
      { colour, width },
    )
  }
  const begin = (point: Point) => {
    const [x, y] = point
    if (tool === 'erase') return drawn.remove(shapeAt(shapes, { x, y }, aspect))
    if (tool === 'text') return setWritingAt({ x, y })
    setPoints([point])
  }
  const go = (more: readonly Point[]) =>
    setPoints((points) => {
      if (points.length === 0) return points
      return more.reduce((all, point) => withPoint(all, point, aspect), points)
    })
  const end = () => {
    const shape = shapeOf(points)
    // A click leaves a dot of the pen, and nothing of what needs two places.
    if (shape && (shape.kind === 'pen' || points.length > 1)) drawn.add(shape)
    setPoints([])
  }
  const cancel = () => setPoints([])
  const strokes = usePointerStrokes({
    onStart: (point) => {
      setByKeys(false)
      begin(point)
    },
    onMove: go,
    onEnd: end,
    onCancel: cancel,
  })

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.altKey) return
    const key = event.key.toLowerCase()
    if (event.ctrlKey || event.metaKey) {
      if (key !== 'z' && key !== 'y') return
      event.preventDefault()
      return key === 'y' || event.shiftKey ? drawn.redo() : drawn.undo()
    }
    const arrow = arrows[event.key]
    if (arrow) {
      const by = event.shiftKey ? near : far
      const to = { x: within(cross.x + (arrow[0] * by) / aspect), y: within(cross.y + arrow[1] * by) }
      setCross(to)
      go([[to.x, to.y, 0.5]])
    } else if (event.key === 'Enter' || event.key === ' ') {
      if (points.length > 0) end()
      else begin([cross.x, cross.y, 0.5])
    } else if (event.key === 'Escape' && points.length > 0) cancel()
    else if (event.key === 'Delete' || event.key === 'Backspace') drawn.remove(shapeAt(shapes, cross, aspect))
    else return
    setByKeys(true)
    event.preventDefault()
    event.stopPropagation()
  }

  const growing = shapeOf(points)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div
      ref={pad}
      role="group"
      aria-roledescription="drawing"
      aria-label={`Draw on the frame: arrows move the cross, Enter begins and ends. ${shapes.length} ${shapes.length === 1 ? 'shape' : 'shapes'}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys draw in it
      tabIndex={0}
      onKeyDown={onKeyDown}
      {...strokes}
      onBlur={() => setByKeys(false)}
      className={`absolute inset-0 touch-none -outline-offset-2 select-none ${tool === 'erase' ? 'cursor-pointer' : 'cursor-crosshair'}`}
    >
      <DrawingView drawing={{ shapes: growing ? [...shapes, growing] : shapes }} />
      {byKeys && <Cross at={cross} />}
      {writingAt && (
        <TextField
          at={writingAt}
          colour={colour}
          onDone={(text) => {
            if (text) drawn.add({ kind: 'text', colour, at: writingAt, size: textSize(width), text })
            setWritingAt(undefined)
            pad.current?.focus()
          }}
        />
      )}
    </div>
  )
}

function Cross({ at }: { at: Place }) {
  return (
    <div
      aria-hidden
      data-cross
      className="pointer-events-none absolute size-7 -translate-1/2 rounded-full border-2 border-white bg-black/20 outline-2 outline-black"
      style={{ left: `${at.x * 100}%`, top: `${at.y * 100}%` }}
    />
  )
}
