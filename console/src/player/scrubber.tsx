import { type FrameRate, timecode } from '@dailies/contract/frame.ts'
import { type ReactNode, useState } from 'react'
import { frameAt } from '../ui/filmstrip-frame.ts'
import type { Mark } from './player-control.ts'
import type { Playing } from './playing.ts'

interface ScrubberProps {
  playing: Playing
  label: string
  valueText: string
  marks: readonly Mark[]
  strip?: { url: string; frames: number } | undefined
  onSeek: (frame: number) => void
  /** In the place of the bar: the waveform of a sound. */
  children?: ReactNode
}

/** The bar along a take, with its marks, the loop and how far it is loaded. The mouse over it shows what is there. */
export function Scrubber({ playing, label, valueText, marks, strip, onSeek, children }: ScrubberProps) {
  const [hovered, setHovered] = useState<number>()
  const { frame, frames = 1, rate, from, to, loops, buffered } = playing
  const place = (at: number) => `${(Math.min(at, frames) / frames) * 100}%`
  const last = Math.max(frames - 1, 1)
  return (
    <div className="relative flex h-7 w-full items-center rounded has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:h-10">
      {children ?? (
        <div aria-hidden className="absolute inset-x-0 h-1.5 overflow-hidden rounded-full bg-line">
          <div className="absolute inset-y-0 left-0 bg-strong-line" style={{ width: `${buffered * 100}%` }} />
          <div
            className="absolute inset-y-0 left-0 bg-accent"
            style={{ width: `${(frame / last) * 100}%` }}
          />
        </div>
      )}
      <div aria-hidden className="absolute inset-0">
        {loops && (from !== undefined || to !== undefined) && (
          <span
            data-loop
            className="absolute inset-y-0 border-x-2 border-accent bg-accent/15"
            style={{ left: place(from ?? 0), right: `calc(100% - ${place((to ?? frames - 1) + 1)})` }}
          />
        )}
        {marks.map((mark) => (
          <span
            key={mark.id}
            data-mark={mark.id}
            title={mark.label}
            className="absolute bottom-0 h-1.5 min-w-1.5 rounded-full bg-warn ring-1 ring-surface"
            style={{
              left: place(mark.from),
              width: mark.to > mark.from ? `calc(${place(mark.to + 1)} - ${place(mark.from)})` : undefined,
              background: mark.colour,
            }}
          />
        ))}
        {!children && (
          <span
            className="absolute top-1/2 size-3.5 -translate-1/2 rounded-full bg-accent ring-2 ring-surface"
            style={{ left: `${(frame / last) * 100}%` }}
          />
        )}
      </div>
      <input
        type="range"
        data-keys="film"
        aria-label={label}
        aria-valuetext={valueText}
        min={0}
        max={last}
        step={1}
        value={frame}
        disabled={playing.frames === undefined}
        onChange={({ currentTarget }) => onSeek(Number(currentTarget.value))}
        onPointerMove={({ pointerType, clientX, currentTarget }) => {
          if (pointerType !== 'mouse') return
          const { left, width } = currentTarget.getBoundingClientRect()
          setHovered(frameAt((clientX - left) / width, frames))
        }}
        onPointerLeave={() => setHovered(undefined)}
        className="absolute inset-0 m-0 size-full cursor-pointer touch-none opacity-0"
      />
      {hovered !== undefined && <Hovered {...{ hovered, frames, rate, strip, marks }} />}
    </div>
  )
}

interface HoveredProps {
  hovered: number
  frames: number
  rate: FrameRate
  strip: { url: string; frames: number } | undefined
  marks: readonly Mark[]
}

function Hovered({ hovered, frames, rate, strip, marks }: HoveredProps) {
  const mark = marks.find(({ from, to }) => hovered >= from && hovered <= Math.max(to, from + frames / 100))
  const shown = strip && frameAt(hovered / frames, strip.frames)
  return (
    <div
      aria-hidden
      data-hovered={hovered}
      className="pointer-events-none absolute bottom-full z-10 mb-1 flex -translate-x-1/2 flex-col items-center overflow-hidden rounded-md border border-line bg-surface text-sm shadow-lg"
      style={{ left: `clamp(5rem, ${(hovered / frames) * 100}%, calc(100% - 5rem))` }}
    >
      {strip && shown !== undefined && (
        <div
          className="h-[5.625rem] w-40 bg-no-repeat"
          style={{
            backgroundImage: `url("${strip.url}")`,
            backgroundSize: `${strip.frames * 100}% 100%`,
            backgroundPositionX: strip.frames > 1 ? `${(shown / (strip.frames - 1)) * 100}%` : '0',
          }}
        />
      )}
      {mark && <span className="max-w-40 truncate px-2 pt-0.5">{mark.label}</span>}
      <span className="px-2 py-0.5 font-mono">{timecode(hovered, rate)}</span>
    </div>
  )
}
