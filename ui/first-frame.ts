import { inFew } from './in-few.ts'

const someAtOnce = inFew(3)
const patience = 20_000
/** Pixels: as wide as a card becomes on a sharp screen. */
const widest = 800

/**
 * Draws the first frame of a film, and lets go of the film: a page of them holds three players at most, and a browser
 * has no more than a few dozen. Tells whether it could; false, too, once `signal` is aborted.
 */
export function drawFirstFrame(
  src: string,
  canvas: HTMLCanvasElement,
  signal: AbortSignal,
): Promise<boolean> {
  return someAtOnce(() => draw(src, canvas, signal))
}

async function draw(src: string, canvas: HTMLCanvasElement, signal: AbortSignal): Promise<boolean> {
  const video = document.createElement('video')
  try {
    if (signal.aborted) return false
    await firstFrame(video, src, AbortSignal.any([signal, AbortSignal.timeout(patience)]))
    const scale = Math.min(1, widest / video.videoWidth)
    canvas.width = Math.round(video.videoWidth * scale)
    canvas.height = Math.round(video.videoHeight * scale)
    canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
    return true
  } catch {
    return false
  } finally {
    video.removeAttribute('src')
    video.load()
  }
}

function firstFrame(video: HTMLVideoElement, src: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
    video.onerror = () => reject(video.error)
    const show = () => {
      if (!video.seeking && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && video.videoWidth > 0)
        resolve()
    }
    video.onloadeddata = show
    video.onseeked = show
    video.muted = true
    video.playsInline = true
    video.preload = 'auto'
    video.src = `${src}#t=0.1`
  })
}
