import { useEffect, useRef } from 'react'
import { frameAt } from './filmstrip-frame.ts'

interface FilmstripProps {
  strip: { url: string; frames: number }
  /** Of the film; the usual one where it is not known. */
  size: { width: number; height: number } | undefined
  /** Goes on by itself until somebody points at it: for the keyboard. */
  moves: boolean
}

/** Told to an element around a filmstrip, with how many frames to go as its `detail`. */
export const scrubEvent = 'dailies-scrub'

/** Milliseconds that each frame stays. */
const pace = 300

/**
 * Frames of a film over its poster: the pointer over the card (`data-scrub`) goes through them from left to right. Nothing is loaded
 * but the one picture that has them all.
 */
export function Filmstrip({ strip: { url, frames }, size, moves }: FilmstripProps) {
  const view = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const picture = view.current
    const card = picture?.closest<HTMLElement>('[data-scrub]')
    if (!picture || !card) return
    let frame = 0
    const show = (next: number) => {
      frame = next
      picture.style.backgroundPositionX = frames > 1 ? `${(frame / (frames - 1)) * 100}%` : '0'
      picture.parentElement?.style.setProperty('--at', String((frame + 0.5) / frames))
    }
    const timer = moves ? setInterval(() => show((frame + 1) % frames), pace) : undefined
    const follow = ({ clientX }: PointerEvent) => {
      clearInterval(timer)
      const { left, width } = card.getBoundingClientRect()
      show(frameAt((clientX - left) / width, frames))
    }
    const step = (event: Event) => {
      clearInterval(timer)
      show((frame + (event as CustomEvent<number>).detail + frames) % frames)
    }
    show(0)
    card.addEventListener('pointermove', follow)
    card.addEventListener(scrubEvent, step)
    return () => {
      clearInterval(timer)
      card.removeEventListener('pointermove', follow)
      card.removeEventListener(scrubEvent, step)
    }
  }, [frames, moves])
  const ratio = size ? size.width / size.height : 16 / 9
  return (
    <div
      aria-hidden
      className="@container-size absolute inset-0 overflow-hidden after:absolute after:bottom-0 after:left-0 after:h-1 after:w-full after:origin-left after:scale-x-(--at) after:bg-accent"
    >
      <div
        ref={view}
        data-filmstrip
        // As large as it must be to cover the card, like the poster below it.
        className="absolute top-1/2 left-1/2 -translate-1/2 bg-no-repeat"
        style={{
          width: `max(100cqw, ${100 * ratio}cqh)`,
          height: `max(100cqh, ${100 / ratio}cqw)`,
          backgroundImage: `url("${url}")`,
          backgroundSize: `${frames * 100}% 100%`,
        }}
      />
    </div>
  )
}
