import { loudnessOf } from './loudness.ts'
import { mediaEvent } from './media-event.ts'

/** What is larger is not read into memory, */
const mostBytes = 500 * 1024 ** 2
/** and what is longer not decoded: an hour of sound is a gigabyte. The service does it, where it can. */
const mostSeconds = 20 * 60

/** As few as browsers decode to: only how loud it is counts. */
const sampleRate = 8000

/** The waveform of a sound, a byte for each part; undefined for what is too large. Throws where the browser cannot decode it. */
export async function waveformOf(file: Blob, signal: AbortSignal): Promise<Blob | undefined> {
  if (file.size > mostBytes || !((await secondsOf(file, signal)) <= mostSeconds)) return undefined
  signal.throwIfAborted()
  const context = new OfflineAudioContext(1, 1, sampleRate)
  const sound = await context.decodeAudioData(await file.arrayBuffer())
  signal.throwIfAborted()
  const channels = Array.from({ length: sound.numberOfChannels }, (_, channel) =>
    sound.getChannelData(channel),
  )
  return new Blob([await loudnessOf(channels)])
}

/** How long it is, without reading all of it. */
async function secondsOf(file: Blob, signal: AbortSignal): Promise<number> {
  const address = URL.createObjectURL(file)
  const audio = new Audio()
  try {
    await mediaEvent(audio, 'loadedmetadata', signal, () => {
      audio.preload = 'metadata'
      audio.src = address
    })
    return audio.duration
  } finally {
    audio.removeAttribute('src')
    URL.revokeObjectURL(address)
  }
}
