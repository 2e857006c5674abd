import type { AssetType } from '@dailies/contract/asset-version.ts'
import { webAddress } from '@dailies/ui/external.tsx'
import { isOnOtherPort } from '@dailies/ui/other-port.ts'
import { AudioLines, Clapperboard, FileQuestion, ImageOff, Music } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { drawFirstFrame } from './first-frame.ts'

interface Take {
  assetType: AssetType
  outputUrl: string
  thumbnailUrl: string | null
}

/** Whether the operator lets browsers load captured media from where they are. */
const remotePreviews =
  document.querySelector<HTMLMetaElement>('meta[name="dailies-remote-previews"]')?.content !== 'off'

/** The address of a picture or film that may be loaded here, if there is one. */
export function previewAddress(url: string | null): string | undefined {
  const address = webAddress(url)
  if (!address || new URL(address).origin === location.origin) return address
  return remotePreviews && !isOnOtherPort(address, location.href) ? address : undefined
}

type Kind = 'picture' | 'film' | 'sound' | 'none'

/** What a type of take is, seen or heard. */
export function kindOf({ assetType, outputUrl }: Take): Kind {
  if (!outputUrl) return 'none'
  if (assetType === 'VIDEO') return 'film'
  if (['AUDIO', 'MUSIC', 'VOICE', 'NARRATION'].includes(assetType)) return 'sound'
  if (assetType === 'OTHER') return /\.(png|jpe?g|webp|gif|avif)(\?|$)/i.test(outputUrl) ? 'picture' : 'none'
  return 'picture'
}

/**
 * A take in a list: its picture, a film that plays while `playing`, or a sign. It fills its parent, whose size it does
 * not change. `alt` says what is seen.
 */
export function Thumbnail({ take, alt, playing = false }: { take: Take; alt: string; playing?: boolean }) {
  const kind = kindOf(take)
  const still =
    previewAddress(take.thumbnailUrl) ?? (kind === 'picture' ? previewAddress(take.outputUrl) : undefined)
  const film = kind === 'film' ? previewAddress(take.outputUrl) : undefined
  return (
    <div className="relative size-full overflow-hidden bg-sunken">
      {still ? (
        <Still src={still} alt={alt} />
      ) : film ? (
        <FilmStill src={film} alt={alt} />
      ) : (
        <Sign take={take} alt={alt} />
      )}
      {playing && film && <FilmLoop src={film} />}
    </div>
  )
}

function Still({ src, alt }: { src: string; alt: string }) {
  const [broken, setBroken] = useState(false)
  if (broken) return <Missing alt={alt} />
  return (
    <img
      src={src}
      alt={alt}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      draggable={false}
      onError={() => setBroken(true)}
      className="size-full object-cover"
    />
  )
}

/** The first frame of a film that came without a picture: read once it comes into view. */
function FilmStill({ src, alt }: { src: string; alt: string }) {
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
  if (state === 'broken') return <Missing alt={alt} />
  return (
    <>
      {state === 'waiting' && (
        <div className="absolute inset-0 flex items-center justify-center text-muted">
          <Clapperboard size={34} aria-hidden />
        </div>
      )}
      <canvas ref={canvas} role="img" aria-label={alt} className="size-full object-cover" />
    </>
  )
}

function FilmLoop({ src }: { src: string }) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    video.current?.play().catch(() => {})
  }, [])
  return (
    <video
      ref={video}
      src={src}
      muted
      loop
      playsInline
      aria-hidden
      className="absolute inset-0 size-full object-cover"
    />
  )
}

function Missing({ alt }: { alt: string }) {
  return (
    <div
      role="img"
      aria-label={`${alt} (the media cannot be loaded)`}
      className="flex size-full flex-col items-center justify-center gap-1 p-2 text-center text-sm text-muted"
    >
      <ImageOff size={22} aria-hidden />
      Cannot be loaded
    </div>
  )
}

function Sign({ take, alt }: { take: Take; alt: string }) {
  const kind = kindOf(take)
  const Icon =
    kind === 'sound'
      ? take.assetType === 'MUSIC'
        ? Music
        : AudioLines
      : kind === 'film'
        ? Clapperboard
        : FileQuestion
  return (
    <div role="img" aria-label={alt} className="flex size-full items-center justify-center text-muted">
      <Icon size={34} aria-hidden />
    </div>
  )
}
