import { useMemo } from 'react'
import { barWidth, loudnessOf, waveformPath } from './waveform-path.ts'

/** As many as can be told apart on a card. */
const fewest = 64

interface WaveformProps {
  /** Base64 of bytes, each the loudness of a part. */
  loudness: string
  /** How much of it was heard, 0 to 1; undefined where nobody listens. */
  heard?: number | undefined
  /** As many as there is room for. */
  bars?: number
}

/** How loud a sound is from its beginning to its end, with what was heard of it in another colour. It fills its parent. */
export function Waveform({ loudness, heard, bars = fewest }: WaveformProps) {
  const path = useMemo(() => waveformPath(loudnessOf(loudness), bars), [loudness, bars])
  const picture = (
    <svg
      viewBox={`0 0 ${bars * barWidth} 100`}
      preserveAspectRatio="none"
      aria-hidden
      className="absolute inset-0 size-full"
    >
      <path d={path} stroke="currentColor" strokeWidth={barWidth * 0.6} fill="none" />
    </svg>
  )
  return (
    <div className="relative size-full">
      <div className="absolute inset-0 text-muted">{picture}</div>
      {heard !== undefined && (
        <div
          className="absolute inset-0 text-accent"
          style={{ clipPath: `inset(0 ${100 - heard * 100}% 0 0)` }}
        >
          {picture}
        </div>
      )}
    </div>
  )
}
