import type { AssetCard } from '@dailies/contract/board.ts'
import { assetTypeLabels } from '@dailies/ui/badges.tsx'
import { takeName } from '@dailies/ui/take-name.ts'
import { Pause, Play, VolumeX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Filmstrip } from '../../ui/filmstrip.tsx'
import { sourceOf, Thumbnail } from '../../ui/media.tsx'
import { useSound } from './sound.ts'

const calm = matchMedia('(prefers-reduced-motion: reduce)')

interface TakeMediaProps {
  card: AssetCard
  /** The mouse or the keyboard is on it: a film plays. */
  playing: boolean
  tabIndex: number
  /** Pixels. */
  width: number
  /** There is no room for words, nor for a large button. */
  small?: boolean
}

/**
 * What is seen or heard of an asset version; a film is gone through by its filmstrip, or plays where it has none, a sound plays at
 * the press of its button.
 */
export function TakeMedia({ card, playing, tabIndex, width, small = false }: TakeMediaProps) {
  const { kind, still, filmstrip, size, playable } = sourceOf(card)
  const sizes = `${width}px`
  const alt = assetTypeLabels[card.assetType]
  const shown = { take: card, alt, sizes, small, eager: true }
  if (kind === 'film') {
    if (!still) return <Film card={card} alt={alt} playing={playing} small={small} />
    return (
      <>
        <Thumbnail {...shown} playing={playing && !filmstrip && !calm.matches} />
        {playing && filmstrip && <Filmstrip strip={filmstrip} size={size} moves={!calm.matches} />}
      </>
    )
  }
  if (kind === 'sound' && playable) return <Sound {...{ card, alt, sizes, tabIndex, small }} />
  return <Thumbnail {...shown} />
}

/** A film of which only itself is there to show it: it loads once the board stands still. */
function Film({ card, ...shown }: { card: AssetCard; alt: string; playing: boolean; small: boolean }) {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), 200)
    return () => clearTimeout(timer)
  }, [])
  if (!settled) return <div className="size-full bg-sunken" />
  return <Thumbnail take={card} {...shown} playing={shown.playing && !calm.matches} />
}

interface SoundProps {
  card: AssetCard
  alt: string
  sizes: string
  tabIndex: number
  small: boolean
}

function Sound({ card, alt, sizes, tabIndex, small }: SoundProps) {
  const sound = useSound(card.id)
  const plays = sound?.state === 'playing'
  const failed = sound?.state === 'failed'
  const Icon = failed ? VolumeX : plays ? Pause : Play
  const what = takeName(card)
  return (
    <>
      <Thumbnail take={card} alt={alt} sizes={sizes} heard={sound?.progress} small={small} eager />
      <button
        type="button"
        data-do="play"
        tabIndex={tabIndex}
        aria-label={failed ? `${what} cannot be played` : `${plays ? 'Pause' : 'Play'} ${what}`}
        title={failed ? 'It cannot be played' : plays ? 'Pause (P)' : 'Play (P)'}
        className={`absolute inset-0 z-1 m-auto flex items-center justify-center rounded-full border border-line bg-raised text-ink shadow-lg hover:border-strong-line ${small ? 'size-8' : 'size-12'}`}
      >
        <Icon size={small ? 15 : 20} aria-hidden className={Icon === Play ? 'translate-x-px' : ''} />
      </button>
      {sound && (
        <div
          role="progressbar"
          aria-label={`Heard of ${what}`}
          aria-valuenow={Math.round(sound.progress * 100)}
          aria-valuemin={0}
          aria-valuemax={100}
          className="absolute inset-x-0 bottom-0 h-1.5 bg-sunken"
        >
          <div className="h-full origin-left bg-accent" style={{ transform: `scaleX(${sound.progress})` }} />
        </div>
      )}
    </>
  )
}
