import { useImperativeHandle, useRef } from 'react'
import { sourceOf } from '../ui/media.tsx'
import { FilmPlayer } from './film-player.tsx'
import { PictureView } from './picture-view.tsx'
import { SoundPlayer } from './sound-player.tsx'
import type { TakePlayerProps } from './take-player-props.ts'

/** One take by whole frames: a film, a sound, or a picture to look at closely. Nothing where there is nothing to be shown. */
export function TakePlayer({ media, onError, ...props }: TakePlayerProps) {
  const { kind, isKept, playable, picture, placeholder, size, waveform, filmstrip } = sourceOf(media)
  const seconds = media.media?.durationSeconds
  const address = kind === 'picture' ? picture : playable
  if (!address) return null
  const failed = () => onError?.(address)
  if (kind === 'film') {
    return (
      <FilmPlayer
        key={address}
        src={address}
        poster={picture ?? placeholder}
        // What is kept stands still until somebody wants to see it.
        preload={isKept && picture ? 'none' : 'metadata'}
        strip={filmstrip}
        {...{ ...props, size, seconds }}
        onError={failed}
      />
    )
  }
  if (kind === 'sound') {
    const { alt, marks, onFrame, onMark, onRange, playerRef, actions } = props
    return (
      <SoundPlayer
        key={address}
        src={address}
        title={alt}
        {...{ waveform, seconds, marks, onFrame, onMark, onRange, playerRef, actions }}
        onError={failed}
      />
    )
  }
  const { alt, overlay, below, actions, playerRef } = props
  return (
    <Still
      key={address}
      src={address}
      {...{ alt, placeholder, size, overlay, below, actions, playerRef }}
      onError={failed}
    />
  )
}

type StillProps = Omit<Parameters<typeof PictureView>[0], 'picture'> &
  Pick<TakePlayerProps, 'below' | 'actions' | 'playerRef'>

function Still({ playerRef, below, actions, ...props }: StillProps) {
  const image = useRef<HTMLImageElement>(null)
  // The same for as long as the picture is there: whoever keeps it renders for each other one.
  useImperativeHandle(
    playerRef,
    () => ({
      getFrame: () => 0,
      seek: () => {},
      pause: () => {},
      play: () => {},
      getPlay: () => ({ isPlaying: false, speed: 1 }),
      getRate: () => ({ rate: { numerator: 1, denominator: 1 }, isGuess: false }),
      pictureRect: () => image.current?.getBoundingClientRect(),
      picture: () => image.current ?? undefined,
    }),
    [],
  )
  return (
    <div className="flex size-full flex-col">
      <div className="relative min-h-0 flex-1">
        <PictureView {...props} picture={image} />
        {actions && (
          <div className="absolute bottom-2 left-2 flex items-center rounded-lg border border-line bg-surface/90">
            {actions}
          </div>
        )}
      </div>
      {below}
    </div>
  )
}
