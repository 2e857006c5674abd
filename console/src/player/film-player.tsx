import { timecode } from '@dailies/contract/frame.ts'
import { useImperativeHandle, useRef, useState } from 'react'
import { PlayerFrame } from './player-frame.tsx'
import type { TakePlayerProps } from './take-player-props.ts'
import { useFramePlayer } from './use-frame-player.ts'

interface FilmPlayerProps extends Omit<TakePlayerProps, 'media' | 'onError'> {
  src: string
  poster: string | undefined
  /** `none` where its poster stands for it until somebody plays it. */
  preload: 'none' | 'metadata'
  size: { width: number; height: number } | undefined
  seconds: number | null | undefined
  strip: { url: string; frames: number } | undefined
  onError: () => void
}

/** A film by whole frames. */
export function FilmPlayer({ src, poster, preload, size: known, seconds, strip, ...props }: FilmPlayerProps) {
  const { rate, alt, marks = [], overlay, below, actions, burnIn, onFrame, onMark, onRange } = props
  const { onError, playerRef } = props
  const pane = useRef<HTMLElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [isBurnt, setIsBurnt] = useState(false)
  const { player, playing } = useFramePlayer(video, { src, preload, rate, seconds, loops: true, onFrame })
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
      getRate: () => {
        const { rate, isGuess } = player?.state() ?? {
          rate: { numerator: 24, denominator: 1 },
          isGuess: true,
        }
        return { rate, isGuess }
      },
      pictureRect: () => box.current?.getBoundingClientRect(),
      picture: () => video.current ?? undefined,
    }),
    [player],
  )
  const { width, height } = playing?.size ?? known ?? { width: 16, height: 9 }
  const at = playing && timecode(playing.frame, playing.rate)
  return (
    <PlayerFrame
      {...{ pane, player, playing, marks, strip, below, actions, onMark, onRange }}
      label={alt}
      step={1}
      valueText={`${at}, frame ${playing?.frame}`}
      burnIn={{ isOn: isBurnt, toggle: () => setIsBurnt(!isBurnt) }}
      isLoud
      canBeFull
    >
      <div className="@container-size grid size-full place-items-center overflow-hidden bg-black">
        <div
          ref={box}
          className="relative"
          style={{ aspectRatio: `${width} / ${height}`, width: `min(100cqw, ${(100 * width) / height}cqh)` }}
        >
          {/* biome-ignore lint/a11y/useMediaCaption: a take comes without captions */}
          <video
            ref={video}
            poster={poster}
            aria-label={alt}
            playsInline
            // No other picture than its own goes for a frame that somebody asked for.
            data-awaited={playing?.isAwaited || undefined}
            style={playing?.isAwaited && poster ? { backgroundImage: `url("${poster}")` } : undefined}
            onError={onError}
            onClick={() => player?.toggle()}
            className="absolute inset-0 size-full bg-contain bg-center bg-no-repeat object-contain data-awaited:brightness-50"
          />
          {isBurnt && (
            <p className="pointer-events-none absolute bottom-[3%] left-1/2 max-w-[94%] -translate-x-1/2 truncate rounded bg-black/70 px-2 py-0.5 font-mono text-sm text-white">
              {[burnIn, at, playing?.frame].filter((part) => part !== undefined && part !== '').join(' · ')}
            </p>
          )}
          {overlay && <div className="absolute inset-0">{overlay}</div>}
        </div>
      </div>
    </PlayerFrame>
  )
}
