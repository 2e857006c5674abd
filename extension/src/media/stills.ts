/** Pixels that a frame of the filmstrip is wide, and how many there are at most. */
const frameWidth = 160
const mostFrames = 24

/** Pixels that the poster is wide at most, and pixels that a film may have: the browser has a frame in memory. */
const posterWidth = 1280
const mostPixels = 8192 * 8192

/** Milliseconds for the film to open and for each frame. */
const patience = 15_000

interface Stills {
  poster?: Blob
  filmstrip?: Blob
}

/**
 * A still of a film, and frames of it, evenly spaced, side by side, both WebP; what cannot be made is left out. Needs a document.
 * The film is muted, detached, and let go of.
 */
export async function stillsOf(film: Blob): Promise<Stills> {
  const video = document.createElement('video')
  const address = URL.createObjectURL(film)
  try {
    await opened(video, address)
    const { videoWidth, videoHeight } = video
    if (videoWidth === 0 || videoWidth * videoHeight > mostPixels) return {}
    await sought(video, Math.min(0.5, lengthOf(video) / 2))
    const poster = await drawn(video, 1, Math.min(posterWidth, videoWidth))
    return { ...(poster && { poster }), ...(await filmstripOf(video)) }
  } catch {
    return {}
  } finally {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(address)
  }
}

async function filmstripOf(video: HTMLVideoElement): Promise<Pick<Stills, 'filmstrip'>> {
  const length = lengthOf(video)
  const frames = Math.min(mostFrames, Math.floor(length * 2))
  if (frames < 2) return {}
  try {
    const filmstrip = await drawn(video, frames, frameWidth, (frame) =>
      sought(video, ((frame + 0.5) * length) / frames),
    )
    return filmstrip ? { filmstrip } : {}
  } catch {
    // The poster counts without it.
    return {}
  }
}

/** One of a recording that was never finished has none. */
function lengthOf({ duration }: HTMLVideoElement): number {
  return Number.isFinite(duration) ? duration : 0
}

function opened(video: HTMLVideoElement, address: string): Promise<void> {
  video.muted = true
  video.preload = 'auto'
  video.playsInline = true
  video.src = address
  return happened(video, 'loadeddata')
}

async function sought(video: HTMLVideoElement, seconds: number): Promise<void> {
  const seeking = happened(video, 'seeked')
  video.currentTime = seconds
  await seeking
}

function happened(video: HTMLVideoElement, name: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No ${name}`)), patience)
    const end = (settle: () => void) => () => {
      clearTimeout(timer)
      settle()
    }
    video.addEventListener(name, end(resolve), { once: true })
    video.addEventListener(
      'error',
      end(() => reject(video.error)),
      { once: true },
    )
  })
}

async function drawn(
  video: HTMLVideoElement,
  frames: number,
  width: number,
  show: (frame: number) => Promise<void> = async () => {},
): Promise<Blob | undefined> {
  const height = Math.max(1, Math.round((width * video.videoHeight) / video.videoWidth))
  const canvas = new OffscreenCanvas(width * frames, height)
  const paint = canvas.getContext('2d')
  if (!paint) return undefined
  for (let frame = 0; frame < frames; frame += 1) {
    await show(frame)
    paint.drawImage(video, frame * width, 0, width, height)
  }
  const still = await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 })
  // A browser that cannot write WebP writes PNG.
  return still.type === 'image/webp' ? still : undefined
}
