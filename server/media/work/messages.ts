import type { MediaFacts, MediaKind } from '@dailies/contract/media.ts'
import type { ContentCredentials } from '@dailies/contract/provenance.ts'

/** What a file may cost, whatever it is. */
export interface Limits {
  /** For finding out what it is, and for the pictures of a still. */
  milliseconds: number
  /** For pictures and loudness of a film or a sound, on top of that: where there is ffmpeg. */
  filmMilliseconds: number
  /** For a copy that browsers play, on top of both. */
  proxyMilliseconds: number
  /** Of such a copy, where twice the original is not more. */
  proxyBytes: number
  /** Resident, of the process that looks into it. An ffmpeg of its may have twice that as its address space. */
  memoryBytes: number
  /** Of a still: its width times its height. */
  pixels: number
}

/** What is made of a file. */
export type MadeKind = Exclude<MediaKind, 'original'>

/** Who looks at a copy, to be burnt into it. */
export interface Mark {
  /** As they gave it: any characters. */
  name: string
  /** Digits, letters from a to f, hyphens and spaces: they need no font. */
  code: string
  /** Pixels of the original, as it is shown. */
  width: number
  height: number
}

/** By what a copy is signed, and what it says. */
export interface Signing {
  /** Certificates in PEM, the signer's first, and its key. */
  chain: string
  key: string
  /** JSON, as the library takes it. */
  manifest: string
}

/** One file to look into. */
export interface Job {
  path: string
  /** Where what is made of it goes. */
  folder: string
  /** Whether a copy is wanted where browsers do not play it. */
  proxy: boolean
  /** Makes a copy with it burnt in, and nothing else: of a picture as its `poster`, of a film as its `proxy`. */
  mark?: Mark
  /** Reads what the file says of itself, signed, and nothing else: certificates in PEM of those who are trusted. */
  anchors?: string
  /** Finds out how a picture looks, and nothing else. */
  isForLook?: boolean
  /** Makes a copy that is signed, as its `proxy`, and nothing else. */
  signing?: Signing
  /** The command of ffmpeg. */
  ffmpeg?: string
  limits: Limits
}

/** A job on a machine that has ffmpeg. */
export type FilmJob = Job & { ffmpeg: string }

/** Times that are counted one by one; `looking` is what every file begins with. */
export type Stage = 'looking' | 'film' | 'proxy'

/** What the process tells of its job while it is at it, so that what is known survives its end. */
export type Told =
  | { is: 'ready' }
  | { is: 'facts'; facts: MediaFacts }
  | { is: 'made'; kind: MadeKind; width: number | null; height: number | null }
  | { is: 'stage'; stage: Stage }
  | { is: 'credentials'; credentials: ContentCredentials }
  | { is: 'look'; look: string | null }
  | { is: 'done' }
  /** This machine's fault, not the file's: it could not be read, or nothing could be written. */
  | { is: 'failed'; message: string }

export type Tell = (told: Told) => void

/** How each of them is called in the folder, and what it is. */
export const madeFiles: Record<MadeKind, { name: string; type: string }> = {
  poster: { name: 'poster.webp', type: 'image/webp' },
  filmstrip: { name: 'filmstrip.webp', type: 'image/webp' },
  waveform: { name: 'waveform.bin', type: 'application/octet-stream' },
  proxy: { name: 'proxy.mp4', type: 'video/mp4' },
  'thumb-320': { name: 'thumb-320.webp', type: 'image/webp' },
  'thumb-640': { name: 'thumb-640.webp', type: 'image/webp' },
  'thumb-1280': { name: 'thumb-1280.webp', type: 'image/webp' },
}

export const nothingKnown: MediaFacts = {
  type: 'application/octet-stream',
  width: null,
  height: null,
  rotation: null,
  durationSeconds: null,
  frameRate: null,
  videoCodec: null,
  audioCodec: null,
  channels: null,
  sampleRate: null,
  placeholder: null,
  perceptualHash: null,
  problem: null,
}
