import { Clapperboard, ImageOff, type LucideIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { drawFirstFrame } from './first-frame.ts'

interface PreviewProps {
  /** Address of a picture. */
  still?: string | undefined
  /** The same in other widths, and how wide it is shown. */
  srcSet?: string | undefined
  sizes?: string | undefined
  /** A tiny picture as `data:` address, until the other is there, or where there is no other yet. */
  placeholder?: string | undefined
  /** Address of a film, for where there is no picture. */
  film?: string | undefined
  /** Stands for what has neither. */
  sign: LucideIcon
  /** Why there is nothing to be seen, in words. */
  why?: string | undefined
  /** Says what is seen. */
  alt: string
  /** In a place that has no room for words. */
  small?: boolean
  /** It is asked for as soon as it is made, not only once the browser knows that it comes into view. */
  eager?: boolean
}

/** What a take looks like: its picture, the first frame of its film, or a sign. It fills its parent. */
export function Preview({
  still,
  srcSet,
  sizes,
  placeholder,
  film,
  sign,
  why,
  eager,
  ...shown
}: PreviewProps) {
  if (still) return <Still key={still} src={still} {...{ srcSet, sizes, placeholder, eager }} {...shown} />
  if (film) return <FirstFrame key={film} src={film} {...shown} />
  if (placeholder) return <Still key={placeholder} src={placeholder} {...shown} />
  return <Sign icon={sign} why={why} {...shown} />
}

interface Shown {
  alt: string
  small?: boolean
}

type StillProps = Shown & { src: string } & Pick<PreviewProps, 'srcSet' | 'sizes' | 'placeholder' | 'eager'>

function Still({ src, srcSet, sizes, placeholder, eager, ...shown }: StillProps) {
  const [broken, setBroken] = useState(false)
  if (broken) return <Missing {...shown} />
  return (
    <img
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      sizes={sizes}
      srcSet={srcSet}
      src={src}
      alt={shown.alt}
      referrerPolicy="no-referrer"
      draggable={false}
      onError={() => setBroken(true)}
      // Not by a state: thousands of them would be drawn twice.
      onLoad={
        placeholder ? ({ currentTarget: { style } }) => style.removeProperty('background-image') : undefined
      }
      style={placeholder ? { backgroundImage: `url("${placeholder}")` } : undefined}
      className="size-full bg-cover bg-center object-cover"
    />
  )
}

/** Read once it comes into view. */
function FirstFrame({ src, ...shown }: Shown & { src: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [state, setState] = useState<'waiting' | 'drawn' | 'broken'>('waiting')
  useEffect(() => {
    const place = canvas.current
    if (!place) return
    const leaving = new AbortController()
    const observer = new IntersectionObserver(
      async (seen) => {
        if (!seen.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        const isDrawn = await drawFirstFrame(src, place, leaving.signal)
        if (!leaving.signal.aborted) setState(isDrawn ? 'drawn' : 'broken')
      },
      { rootMargin: '200px' },
    )
    observer.observe(place)
    return () => {
      observer.disconnect()
      leaving.abort()
    }
  }, [src])
  if (state === 'broken') return <Missing {...shown} />
  return (
    <>
      {state === 'waiting' && (
        <div className="absolute inset-0 flex items-center justify-center text-muted">
          <Clapperboard size={signSize(shown)} aria-hidden />
        </div>
      )}
      <canvas ref={canvas} role="img" aria-label={shown.alt} className="size-full object-cover" />
    </>
  )
}

function Missing({ alt, small }: Shown) {
  return (
    <div
      role="img"
      aria-label={`${alt} (the media cannot be loaded)`}
      className="flex size-full flex-col items-center justify-center gap-1 p-2 text-center text-sm text-muted"
    >
      <ImageOff size={22} className="shrink-0" aria-hidden />
      {!small && 'Cannot be loaded'}
    </div>
  )
}

function Sign({ icon: Icon, why, ...shown }: Shown & { icon: LucideIcon; why: string | undefined }) {
  return (
    <div
      // Without a name it stands beside what it is of.
      {...(shown.alt
        ? { role: 'img', 'aria-label': why ? `${shown.alt}: ${why}` : shown.alt }
        : { 'aria-hidden': true })}
      className="flex size-full flex-col items-center justify-center gap-1 p-2 text-center text-muted"
    >
      <Icon size={signSize(shown)} className="shrink-0" aria-hidden />
      {why && !shown.small && <span className="line-clamp-2 text-xs">{why}</span>}
    </div>
  )
}

function signSize({ small }: Shown): number {
  return small ? 22 : 34
}
