import type { Drawing, Shape } from '@dailies/contract/drawing.ts'
import type { FrameRange } from '@dailies/contract/frame.ts'
import { useSyncExternalStore } from 'react'
import type { PlayerControl } from '../player/player-control.ts'

/** A thread at its place in the take. */
interface StageMark {
  id: string
  range: FrameRange
  isOpen: boolean
  label: string
}

/** A comment that is looked at, with what was drawn for it. */
interface Shown {
  id: string
  range: FrameRange | null
  drawing: Drawing | null
}

interface State {
  /** What was marked by in and out. */
  marked: FrameRange | undefined
  marks: readonly StageMark[]
  shown: Shown | undefined
  /** What is being drawn, while somebody draws. */
  pad: { drawing: Drawing | undefined } | undefined
  /** The mark that somebody jumped to; another object each time. */
  chosen: { id: string } | undefined
  /** What is there: frames to speak of, and a picture to draw on. */
  kind: 'film' | 'sound' | 'picture' | undefined
}

/** What the media of a take and what is said of it tell each other. The screen makes one for each take. */
export class TakeStage {
  #state: State = {
    marked: undefined,
    marks: [],
    shown: undefined,
    pad: undefined,
    chosen: undefined,
    kind: undefined,
  }
  readonly #listeners = new Set<() => void>()
  /** The player of the take, while there is one. */
  player: PlayerControl | undefined
  /** The frame that is seen, which changes too often to be told. */
  seen = 0
  #draw: (() => void) | undefined
  #wantsToDraw = false

  readonly state = (): State => this.#state

  readonly onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  set(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }

  /** Begins to draw for what is being written: once there is where to write, where that is still on its way. */
  draw(): void {
    if (this.#draw) this.#draw()
    else this.#wantsToDraw = true
  }

  /** There is where to write, and what begins to draw for it. Returns what ends that. */
  canWrite(draw: () => void): () => void {
    this.#draw = draw
    if (this.#wantsToDraw) draw()
    this.#wantsToDraw = false
    return () => {
      this.#draw = undefined
    }
  }

  /** The frame at which one is, or what one marked; undefined where there are no frames. */
  here(): FrameRange | undefined {
    const { marked, kind } = this.#state
    if (kind === undefined || kind === 'picture' || !this.player) return undefined
    if (marked) return marked
    const frame = this.player.getFrame()
    return { from: frame, to: frame, rate: this.player.getRate().rate }
  }

  /** Shows the frame that something was said of, with what was drawn on it. */
  show({ id, range, drawing }: Shown): void {
    this.set({ shown: { id, range, drawing }, pad: undefined })
  }
}

export function useStage<T>(stage: TakeStage, read: (state: State) => T): T {
  return useSyncExternalStore(stage.onChange, () => read(stage.state()))
}

const noShapes: readonly Shape[] = []

/** What is being drawn, and is not said yet. */
export function useShapesInProgress(stage: TakeStage): readonly Shape[] {
  return useStage(stage, ({ pad }) => pad?.drawing?.shapes ?? noShapes)
}
