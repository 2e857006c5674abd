import { Pause, Play } from 'lucide-react'
import { useRef, useState } from 'react'
import { useMissedEvents } from '../../ui/missed-events.ts'
import { Waveform } from '../../ui/waveform.tsx'

interface SoundViewProps {
  src: string
  title: string
  waveform?: string | undefined
  onError: () => void
}

/** A sound: one large button, and a bar to go anywhere in it, which is its waveform where that is known. */
export function SoundView({ src, title, waveform, onError }: SoundViewProps) {
  const audio = useRef<HTMLAudioElement>(null)
  const [playing, setPlaying] = useState(false)
  const [at, setAt] = useState(0)
  const [length, setLength] = useState(0)
  const measure = ({ duration }: HTMLAudioElement) => setLength(Number.isFinite(duration) ? duration : 0)
  useMissedEvents(audio, { onError, onMetadata: measure })
  const toggle = () => {
    if (!audio.current) return
    if (playing) audio.current.pause()
    else audio.current.play().catch(() => {})
  }
  const Icon = playing ? Pause : Play
  return (
    <div className="flex size-full flex-col items-center justify-center gap-6 p-6">
      {/* biome-ignore lint/a11y/useMediaCaption: a take comes without captions */}
      <audio
        ref={audio}
        src={src}
        preload="metadata"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
        onDurationChange={({ currentTarget }) => measure(currentTarget)}
        onError={onError}
      />
      <button
        type="button"
        aria-label={playing ? 'Pause' : 'Play'}
        onClick={toggle}
        className="flex size-20 items-center justify-center rounded-full bg-accent text-on-accent hover:brightness-110"
      >
        <Icon size={34} aria-hidden />
      </button>
      <div className="relative flex w-full max-w-2xl flex-col gap-1 rounded-lg has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-accent">
        {waveform ? (
          <div className="h-24 w-full">
            <Waveform loudness={waveform} heard={length > 0 ? at / length : 0} bars={192} />
          </div>
        ) : (
          <div
            aria-hidden
            className={`h-2 rounded-full slate-stripes ${playing ? 'animate-stripes' : 'opacity-40'}`}
          />
        )}
        <input
          type="range"
          aria-label={`Place in ${title}`}
          aria-valuetext={`${clock(at)} of ${clock(length)}`}
          min={0}
          max={length || 1}
          step={0.05}
          value={at}
          disabled={length === 0}
          onChange={({ target: { value } }) => {
            if (audio.current) audio.current.currentTime = Number(value)
          }}
          // Over the waveform it is all of it, and unseen but for the ring around it.
          className={
            waveform ? 'absolute inset-x-0 top-0 h-24 cursor-pointer opacity-0' : 'h-8 w-full accent-accent'
          }
        />
        <div className="flex justify-between font-mono text-sm text-muted">
          <span>{clock(at)}</span>
          <span>{length ? clock(length) : '–:––'}</span>
        </div>
      </div>
    </div>
  )
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
}
