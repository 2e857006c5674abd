import type { Shape } from '@dailies/contract/drawing.ts'
import { atRate, type FrameRange, type FrameRate } from '@dailies/contract/frame.ts'
import { IconButton } from '@dailies/ui/button.tsx'
import { ImageDown, Pencil } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { DrawingPad } from '../drawing/drawing-pad.tsx'
import { DrawingTools } from '../drawing/drawing-tools.tsx'
import { DrawingView } from '../drawing/drawing-view.tsx'
import { useDrawing } from '../drawing/use-drawing.ts'
import type { PlayerControl } from '../player/player-control.ts'
import type { TakePlayerProps } from '../player/take-player-props.ts'
import type { Kind } from '../ui/media-source.ts'
import { savePicture } from './save-picture.ts'
import { type TakeStage, useStage } from './take-stage.ts'

interface Shows {
  name: string
  kind: Kind
  rate: FrameRate | undefined
  mayDraw: boolean
  /** What whoever leads a review draws on it. */
  led: readonly Shape[]
}

type Playing = Pick<
  TakePlayerProps,
  'marks' | 'overlay' | 'below' | 'actions' | 'onFrame' | 'onMark' | 'onRange' | 'playerRef'
>

/** What a player shows of what is said of its take, and tells of where it is. */
export function useStageInPlayer(stage: TakeStage, { name, kind, rate, mayDraw, led }: Shows): Playing {
  const pad = useStage(stage, (state) => state.pad)
  const shown = useStage(stage, (state) => state.shown)
  const marks = useStage(stage, (state) => state.marks)
  const [tools, setTools] = useState<HTMLElement | null>(null)
  /** Another once there is something to be played. */
  const [control, setControl] = useState<PlayerControl | null>(null)
  /** Whether the frame of what is shown has come: left again, its drawing goes. */
  const hasCome = useRef(false)
  const canDraw = kind === 'film' || kind === 'picture'

  const playerRef = useCallback(
    (control: PlayerControl | null) => {
      stage.player = control ?? undefined
      // Its first frame is not left: it has not been sent to that of what is shown yet.
      hasCome.current = false
      setControl(control)
    },
    [stage],
  )
  useEffect(() => {
    stage.set({ kind: kind === 'none' ? undefined : kind })
  }, [stage, kind])
  useEffect(() => {
    hasCome.current = false
    if (!shown?.range || !control) return
    control.pause()
    control.seek(inPlayer(shown.range, control).from)
  }, [shown, control])

  const onFrame = (frame: number) => {
    stage.seen = frame
    const { shown } = stage.state()
    if (!shown?.range || !stage.player) return
    const { from, to } = inPlayer(shown.range, stage.player)
    const isIn = frame >= from && frame <= to
    if (isIn) hasCome.current = true
    else if (hasCome.current) stage.set({ shown: undefined })
  }
  const onRange = (range: { from: number; to: number } | undefined) => {
    const player = stage.player
    stage.set({ marked: range && player ? { ...range, rate: player.getRate().rate } : undefined })
  }
  const draw = () => {
    stage.player?.pause()
    stage.draw()
  }
  return {
    playerRef,
    onFrame,
    onRange,
    onMark: (id) => stage.set({ chosen: { id } }),
    marks: marks.map(({ id, range, isOpen, label }) => ({
      ...{ id, label, ...(rate ? inRate(range, rate) : range) },
      ...(!isOpen && { colour: 'var(--muted)' }),
    })),
    overlay: (
      <>
        {led.length > 0 && <DrawingView drawing={{ shapes: [...led] }} label="What is drawn in the review" />}
        {pad ? (
          <Pad stage={stage} tools={tools} />
        ) : (
          shown?.drawing && (
            <DrawingView
              drawing={shown.drawing}
              label={shown.id ? 'What was drawn with the comment' : 'Your drawing'}
            />
          )
        )}
      </>
    ),
    below: pad && <div ref={setTools} />,
    actions: canDraw && (
      <>
        {mayDraw && (
          <IconButton
            icon={Pencil}
            label="Draw on the frame"
            size="small"
            aria-pressed={pad !== undefined}
            onClick={draw}
            className="aria-pressed:bg-accent-soft aria-pressed:text-accent"
          />
        )}
        <IconButton
          icon={ImageDown}
          label="Save this frame as a picture"
          size="small"
          onClick={() => void savePicture(stage, name)}
        />
      </>
    ),
  }
}

/** Where somebody draws, with what they draw with below the picture. */
function Pad({ stage, tools }: { stage: TakeStage; tools: HTMLElement | null }) {
  const [before] = useState(() => stage.state().pad?.drawing)
  const drawn = useDrawing(before, (drawing) => stage.set({ pad: { drawing } }))
  // Whoever asked for it is elsewhere on the page.
  useEffect(() => {
    const pad = document.querySelector<HTMLElement>('[aria-roledescription="drawing"]')
    if (pad?.parentElement?.closest('[role="group"]')?.contains(document.activeElement)) return
    pad?.scrollIntoView({ block: 'nearest' })
    pad?.focus({ preventScroll: true })
  }, [])
  return (
    <>
      <DrawingPad drawn={drawn} />
      {tools && createPortal(<DrawingTools drawn={drawn} />, tools)}
    </>
  )
}

function inPlayer(range: FrameRange, player: PlayerControl): { from: number; to: number } {
  return inRate(range, player.getRate().rate)
}

function inRate(range: FrameRange, rate: FrameRate): { from: number; to: number } {
  return { from: atRate(range.from, range.rate, rate), to: atRate(range.to, range.rate, rate) }
}
