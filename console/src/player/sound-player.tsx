import { soundRate } from '@dailies/contract/frame.ts'
import { Pause, Play } from 'lucide-react'
import { useImperativeHandle, useRef } from 'react'
import { Waveform } from '../ui/waveform.tsx'
import { PlayerFrame } from './player-frame.tsx'
import type { TakePlayerProps } from './take-player-props.ts'
import { useFramePlayer } from './use-frame-player.ts'

interface SoundPlayerProps
  extends Pick<TakePlayerProps, 'marks' | 'actions' | 'onFrame' | 'onMark' | 'onRange' | 'playerRef'> {
  src: string
  title: string
  waveform?: string | undefined
  seconds: number | null | undefined
  onError: () => void
}

/** A sound by milliseconds: one large button, and a bar to go anywhere in it, which is its waveform where that is known. */
export function SoundPlayer({ src, title, waveform, seconds, onError, ...props }: SoundPlayerProps) {
  const { marks = [], actions, onFrame, onMark, onRange, playerRef } = props
  const pane = useRef<HTMLElement>(null)
  const audio = useRef<HTMLAudioElement>(null)
  const { player, playing } = useFramePlayer(audio, {
    src,
    preload: 'metadata',
    rate: soundRate,
    seconds,
    loops: false,
    onFrame,
  })
  useImperativeHandle(
    playerRef,
    () => ({
      getFrame: () => player?.at ?? 0,
      seek: (frame) => player?.seek(frame),
      pause: () => player?.pause(),
      play: (speed) => player?.play(speed),
      getPlay: () => {
        const { isPlaying = false, speed = 1 } = player?.state() ?? {}
        return { isPlaying, speed }
      },
      getRate: () => ({ rate: soundRate, isGuess: false }),
      pictureRect: () => undefined,
      picture: () => undefined,
    }),
    [player],
  )
  const isPlaying = playing?.isPlaying
  const { frame = 0, frames = 0 } = playing ?? {}
  const Icon = isPlaying ? Pause : Play
  return (
    <PlayerFrame
      {...{ pane, player, playing, marks, actions, onMark, onRange }}
      label={title}
      step={100}
      valueText={`${clock(frame + 1)} of ${clock(frames)}`}
      isLoud
      canBeFull={false}
    >
      <div className="flex size-full flex-col items-center justify-center gap-6 p-6">
        {/* biome-ignore lint/a11y/useMediaCaption: a take comes without captions */}
        <audio ref={audio} onError={onError} />
        <button
          type="button"
          aria-label={isPlaying ? 'Pause the sound' : 'Play the sound'}
          onClick={() => player?.toggle()}
          className="flex size-20 shrink-0 items-center justify-center rounded-full bg-accent text-on-accent hover:brightness-110"
        >
          <Icon size={34} aria-hidden />
        </button>
        {waveform ? (
          <div className="h-24 w-full max-w-2xl">
            <Waveform loudness={waveform} heard={frames > 0 ? frame / frames : 0} bars={192} />
          </div>
        ) : (
          <div
            aria-hidden
            className={`h-2 w-full max-w-2xl rounded-full slate-stripes ${isPlaying ? 'animate-stripes' : 'opacity-40'}`}
          />
        )}
      </div>
    </PlayerFrame>
  )
}

function clock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
