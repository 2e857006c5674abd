import { IconButton } from '@dailies/ui/button.tsx'
import { SelectField } from '@dailies/ui/field.tsx'
import { ChevronFirst, Pause, Play, StepBack, StepForward } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import type { Playback } from './playback.ts'

const rates = ['0.25', '0.5', '1', '1.5', '2'].map((value) => ({ value, label: `${value}×` }))

interface TransportProps {
  playback: Playback
  /** Frames, of the first film. */
  perSecond: number
  /** There are films of another rate. */
  others: boolean
}

/** One play button and one scrubber for all of them. */
export function Transport({ playback, perSecond, others }: TransportProps) {
  const { playing, time, duration, rate } = useSyncExternalStore(playback.subscribe, playback.read)
  return (
    <section
      aria-label="Playback"
      className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-2xl border border-line bg-surface px-3 py-1.5"
    >
      <IconButton icon={ChevronFirst} label="To the beginning" onClick={() => playback.seek(0)} />
      <IconButton icon={StepBack} label="One frame back (,)" onClick={() => playback.step(-1, perSecond)} />
      <IconButton
        icon={playing ? Pause : Play}
        label={playing ? 'Pause (space)' : 'Play (space)'}
        look="primary"
        onClick={() => playback.toggle()}
      />
      <IconButton icon={StepForward} label="One frame on (.)" onClick={() => playback.step(1, perSecond)} />
      <input
        type="range"
        aria-label="Place in all of them"
        aria-valuetext={`${time.toFixed(1)} of ${duration.toFixed(1)} seconds`}
        min={0}
        max={duration || 1}
        step={1 / perSecond}
        value={time}
        disabled={duration === 0}
        onChange={({ target: { value } }) => playback.seek(Number(value))}
        className="h-10 min-w-40 flex-1 basis-60 accent-accent"
      />
      <span className="text-sm text-muted" title="Minutes, seconds and frames">
        <span className="font-mono tabular-nums">
          {timecode(time, perSecond)} / {timecode(duration, perSecond)}
        </span>{' '}
        at {Number(perSecond.toFixed(3))} fps{others && ', as the first; others differ'}
      </span>
      <SelectField
        label="Speed"
        hideLabel
        options={rates}
        value={String(rate)}
        onChange={(value) => playback.setRate(Number(value))}
      />
    </section>
  )
}

/** Minutes, seconds and frames, as on a slate: counted in whole frames, so that 23.976 has 24 of them a second. */
function timecode(time: number, perSecond: number): string {
  const frames = Math.floor(time * perSecond + 0.001)
  const nominal = Math.round(perSecond)
  const whole = Math.floor(frames / nominal)
  return [Math.floor(whole / 60), whole % 60, frames % nominal]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}
