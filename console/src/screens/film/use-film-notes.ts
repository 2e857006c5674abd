import type { CutEntry } from '@dailies/contract/cut.ts'
import type { Shape } from '@dailies/contract/drawing.ts'
import type { FrameRange } from '@dailies/contract/frame.ts'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { TakeStage, useShapesInProgress, useStage } from '../../comments/take-stage.ts'
import { type Plan, sourceFrame } from '../../film/plan.ts'
import type { FilmPlayer } from '../../film/player.ts'

interface FilmNotes {
  player: FilmPlayer
  plan: Plan
  entry: CutEntry
}

/** What is being said of a frame of the film, and so of one of the version that is seen there. */
export interface FilmNote {
  entry: CutEntry
  stage: TakeStage
  /** The frame of the version, */
  range: FrameRange
  /** and that of the film. */
  frame: number
  /** Whether to draw at once. */
  draws: boolean
}

interface NotesOfFilm {
  note: FilmNote | undefined
  /** Stops there, and has something said of it. */
  begin: (how: { draws: boolean }) => void
  end: () => void
  shapes: readonly Shape[]
  stage: TakeStage
}

/** Says something of what is seen, which stays open while the film goes on. */
export function useFilmNotes({ player, plan, entry }: FilmNotes): NotesOfFilm {
  const [note, setNote] = useState<FilmNote>()
  const id = entry.version?.assetVersionId
  // biome-ignore lint/correctness/useExhaustiveDependencies: another for each take
  const fresh = useMemo(() => new TakeStage(), [id])
  const stage = note && note.entry.version?.assetVersionId === id ? note.stage : fresh
  const begin = ({ draws }: { draws: boolean }) => {
    player.pause()
    if (!entry.version) return
    const { frame } = player.read()
    const from = sourceFrame(plan, entry, frame)
    setNote({ entry, stage, range: { from, to: from, rate: entry.rate }, frame, draws })
  }
  const back = useEffectEvent(() => {
    if (!note || note.stage === stage) return
    player.pause()
    player.seek(note.frame)
  })
  const isDrawing = useStage(note?.stage ?? stage, ({ pad }) => pad !== undefined)
  // Whoever goes on drawing sees what they draw on.
  useEffect(() => {
    if (isDrawing) back()
  }, [isDrawing])
  const end = () => {
    note?.stage.set({ pad: undefined, shown: undefined })
    setNote(undefined)
  }
  return { note, begin, end, stage, shapes: useShapesInProgress(stage) }
}
