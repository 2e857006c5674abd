import type { Point } from '@dailies/contract/drawing.ts'
import { type PointerEvent, useRef } from 'react'
import type { Place } from './shape-at.ts'

interface Strokes {
  onStart: (point: Point) => void
  onMove: (points: Point[]) => void
  onEnd: () => void
  /** A second finger came: what was begun is none. */
  onCancel: () => void
}

/**
 * Strokes of a mouse, a stylus or one finger. Two fingers never draw, and where a stylus draws the hand beside it does not.
 * Points go from 0 to 1 over the element, however it is scaled.
 */
export function usePointerStrokes({ onStart, onMove, onEnd, onCancel }: Strokes) {
  const down = useRef(new Set<number>())
  const drawing = useRef<number>(undefined)
  const hasStylus = useRef(false)

  const pointsOf = (event: PointerEvent): Point[] => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    const coalesced = event.nativeEvent.getCoalescedEvents?.() ?? []
    return (coalesced.length > 0 ? coalesced : [event.nativeEvent]).map(
      ({ clientX, clientY, pressure, pointerType }) => [
        within((clientX - left) / width),
        within((clientY - top) / height),
        // Fingers tell no pressure, or always the same.
        pointerType === 'pen' ? pressure : 0.5,
      ],
    )
  }

  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return
      event.stopPropagation()
      event.currentTarget.setPointerCapture(event.pointerId)
      if (event.pointerType === 'pen') hasStylus.current = true
      if (event.pointerType === 'touch' && hasStylus.current) return
      down.current.add(event.pointerId)
      if (down.current.size > 1) {
        if (drawing.current !== undefined) onCancel()
        drawing.current = undefined
        return
      }
      drawing.current = event.pointerId
      onStart(pointsOf(event).at(-1)!)
    },
    onPointerMove: (event: PointerEvent) => {
      if (event.pointerId === drawing.current) onMove(pointsOf(event))
    },
    onPointerUp: (event: PointerEvent) => {
      down.current.delete(event.pointerId)
      if (event.pointerId !== drawing.current) return
      drawing.current = undefined
      onEnd()
    },
    onPointerCancel: (event: PointerEvent) => {
      down.current.delete(event.pointerId)
      if (event.pointerId !== drawing.current) return
      drawing.current = undefined
      onCancel()
    },
  }
}

export function within(value: number): Place['x'] {
  return Math.min(1, Math.max(0, value))
}
