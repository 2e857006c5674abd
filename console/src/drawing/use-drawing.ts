import { type Drawing, drawing as drawingSchema, type Shape } from '@dailies/contract/drawing.ts'
import { useState } from 'react'
import { begun, changed, type History, redone, undone } from './history.ts'

export const tools = ['pen', 'arrow', 'line', 'rectangle', 'ellipse', 'text', 'erase'] as const
export type Tool = (typeof tools)[number]

export const colours = [
  ['Red', '#ff3355'],
  ['Yellow', '#ffd400'],
  ['Green', '#2fd36b'],
  ['Blue', '#3d8bff'],
  ['White', '#ffffff'],
  ['Black', '#000000'],
] as const

/** In heights of the picture. */
export const widths = [
  ['Thin', 0.004],
  ['Medium', 0.008],
  ['Thick', 0.018],
] as const

/** What somebody draws with, and what was drawn. */
export interface Drawn {
  shapes: readonly Shape[]
  tool: Tool
  colour: string
  width: number
  /** Why the last shape was not taken. */
  problem: string | undefined
  canUndo: boolean
  canRedo: boolean
  choose(look: { tool?: Tool; colour?: string; width?: number }): void
  add(shape: Shape): void
  remove(index: number): void
  clear(): void
  undo(): void
  redo(): void
}

/** A drawing that is being made; `onChange` gets each state of it, undefined where nothing is drawn. */
export function useDrawing(
  initial: Drawing | undefined,
  onChange: (drawing: Drawing | undefined) => void,
): Drawn {
  const [history, setHistory] = useState(() => begun(initial?.shapes ?? []))
  const [look, setLook] = useState<{ tool: Tool; colour: string; width: number }>({
    tool: 'pen',
    colour: colours[0][1],
    width: widths[1][1],
  })
  const [problem, setProblem] = useState<string>()
  const become = (next: History) => {
    setProblem(undefined)
    setHistory(next)
    onChange(next.shapes.length > 0 ? { shapes: [...next.shapes] } : undefined)
  }
  const { shapes, past, future } = history
  return {
    ...look,
    shapes,
    problem,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    choose: (change) => setLook((look) => ({ ...look, ...change })),
    add: (shape) => {
      const next = drawingSchema.safeParse({ shapes: [...shapes, shape] })
      if (next.success) return become(changed(history, next.data.shapes))
      setProblem(`That is more than a drawing holds. ${next.error.issues[0]!.message}.`)
    },
    remove: (index) => {
      if (index >= 0)
        become(
          changed(
            history,
            shapes.filter((_, at) => at !== index),
          ),
        )
    },
    clear: () => {
      if (shapes.length > 0) become(changed(history, []))
    },
    undo: () => become(undone(history)),
    redo: () => become(redone(history)),
  }
}
