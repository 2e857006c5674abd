import { type FrameRate, timecode } from '@dailies/contract/frame.ts'
import { useState } from 'react'
import { parseFrame } from './parse-frame.ts'

interface FrameFieldProps {
  frame: number
  rate: FrameRate
  /** Nobody knows the rate: the frame is counted at a guess. */
  isGuess: boolean
  onGo: (frame: number) => void
}

/** Where it is: the timecode and the number of the frame. Pressed, another can be typed. */
export function FrameField({ frame, rate, isGuess, onGo }: FrameFieldProps) {
  const [typed, setTyped] = useState<string>()
  const isSound = rate.numerator === 1000
  if (typed === undefined) {
    return (
      <button
        type="button"
        title={
          isGuess
            ? `Nobody says how many frames a second it has: counted at ${rate.numerator / rate.denominator}`
            : 'Go to a frame'
        }
        onClick={() => setTyped(String(frame))}
        className="flex h-8 items-center gap-2 rounded-lg px-2 font-mono text-sm tabular-nums hover:bg-sunken pointer-coarse:h-10"
      >
        <span>{timecode(frame, rate)}</span>
        {!isSound && (
          <span data-frame={frame} className="min-w-8 text-right text-muted">
            <span className="sr-only">, frame </span>
            {isGuess && '~'}
            {frame}
          </span>
        )}
        <span className="sr-only">{isGuess && ', at a rate that is a guess'}: go to another</span>
      </button>
    )
  }
  const to = parseFrame(typed, rate)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (to === undefined) return
        onGo(to)
        setTyped(undefined)
      }}
    >
      <input
        aria-label="Frame or timecode"
        aria-invalid={to === undefined}
        // biome-ignore lint/a11y/noAutofocus: whoever pressed the number is about to type
        autoFocus
        value={typed}
        inputMode="numeric"
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          setTyped(undefined)
        }}
        onBlur={() => setTyped(undefined)}
        className="h-8 w-36 rounded-lg border border-line bg-canvas px-2 font-mono text-sm aria-invalid:border-danger pointer-coarse:h-10"
      />
    </form>
  )
}
