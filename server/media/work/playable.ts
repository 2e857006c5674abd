import type { FilmFacts } from './film-facts.ts'

/** What Chromium, Firefox and Safari of today play: video codecs and audio codecs of a container. */
const codecs: Record<string, { video: string[]; audio: string[] }> = {
  'video/mp4': { video: ['h264', 'av1', 'vp9'], audio: ['aac', 'opus', 'mp3', 'flac'] },
  'video/quicktime': { video: ['h264', 'av1', 'vp9'], audio: ['aac', 'opus', 'mp3', 'flac'] },
  'video/webm': { video: ['vp8', 'vp9', 'av1'], audio: ['opus', 'vorbis'] },
}

/** Whether browsers play a film of that type. */
export function playsInBrowsers(type: string, { videoCodec, audioCodec, unusual }: FilmFacts): boolean {
  const known = Object.hasOwn(codecs, type) && codecs[type]
  if (!known || unusual) return false
  return known.video.includes(videoCodec ?? '') && (audioCodec === null || known.audio.includes(audioCodec))
}
