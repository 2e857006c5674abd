import { mediaEvent } from './media-event.ts'

/** Pixels: what a card needs on a sharp screen. */
const posterWidth = 1280
/** As contract/media.ts has it. */
const frameWidth = 160
const mostFrames = 24
/** Pixels, of what is taller than wide. */
const tallestFrame = 640

export interface FilmStills {
  poster: Blob | undefined
  filmstrip: Blob | undefined
}

/** A still at a tenth of the film, and frames from all of it side by side. Throws where the browser cannot show the film. */
export async function filmStills(file: Blob, signal: AbortSignal): Promise<FilmStills> {
  const address = URL.createObjectURL(file)
  const video = document.createElement('video')
  try {
    await begun(video, address, signal)
    const { duration, videoWidth, videoHeight } = video
    if (!Number.isFinite(duration) || duration <= 0 || videoWidth === 0) throw new Error('No film to look at')
    await goTo(video, duration * 0.1, signal)
    const poster = await drawn(video, Math.min(posterWidth, videoWidth))
    const frames = Math.max(1, Math.min(mostFrames, Math.floor(duration * 4)))
    const height = Math.min(tallestFrame, Math.max(1, Math.round((frameWidth * videoHeight) / videoWidth)))
    const strip = canvasOf(frameWidth * frames, height)
    for (let frame = 0; frame < frames; frame += 1) {
      await goTo(video, ((frame + 0.5) / frames) * duration, signal)
      strip.paint.drawImage(video, frame * frameWidth, 0, frameWidth, height)
    }
    return { poster, filmstrip: await strip.encode() }
  } finally {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(address)
  }
}

function begun(video: HTMLVideoElement, address: string, signal: AbortSignal): Promise<void> {
  return mediaEvent(video, 'loadeddata', signal, () => {
    video.muted = true
    video.playsInline = true
    video.preload = 'auto'
    video.src = address
  })
}

function goTo(video: HTMLVideoElement, seconds: number, signal: AbortSignal): Promise<void> {
  return mediaEvent(video, 'seeked', signal, () => {
    video.currentTime = seconds
  })
}

function drawn(video: HTMLVideoElement, width: number): Promise<Blob | undefined> {
  const height = Math.max(1, Math.round((width * video.videoHeight) / video.videoWidth))
  const { paint, encode } = canvasOf(width, height)
  paint.drawImage(video, 0, 0, width, height)
  return encode()
}

function canvasOf(width: number, height: number) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const paint = canvas.getContext('2d')
  if (!paint) throw new Error('There is nothing to draw on')
  return {
    paint,
    encode: () =>
      new Promise<Blob | undefined>((resolve) => {
        canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/webp', 0.82)
      }),
  }
}
