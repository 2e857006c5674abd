import { mulberry32 } from './picture/noise.ts'

const rate = 16_000

/** Each sounds from its beginning on, in seconds. */
interface Note {
  hertz: number
  begins: number
  lasts: number
}

/** Seconds until it begins again, and how often it is heard: music and weather are as long as the scene above them, or longer. */
const phrases = {
  MUSIC: { lasts: 8.4, times: 3 },
  AUDIO: { lasts: 9, times: 2 },
  VOICE: { lasts: 6, times: 1 },
}

export type SoundType = keyof typeof phrases

export function isSound(type: string): type is SoundType {
  return type in phrases
}

/** Music in D minor, weather, or somebody speaking from afar, as a WAV file of one channel. The same seed, the same bytes. */
export function sound(kind: SoundType, seed: number): Buffer {
  const { lasts, times } = phrases[kind]
  const phrase = new Float32Array(rate * lasts)
  if (kind === 'AUDIO') weather(phrase, seed)
  else if (kind === 'MUSIC') for (const note of music(seed, lasts)) play(phrase, note, organ)
  else for (const note of speech(seed)) play(phrase, note, vowel(note.begins + seed))
  return wav(phrase, times)
}

const dMinor = [146.83, 174.61, 220, 261.63, 293.66, 349.23, 440]

function music(seed: number, seconds: number): Note[] {
  const beat = 0.7
  const melody = Array.from({ length: seconds / beat }, (_, index) => ({
    hertz: dMinor[(seed + index * (2 + (seed % 3)) + Math.floor(index / 6)) % dMinor.length] as number,
    begins: index * beat,
    lasts: index % 6 === 5 ? 0.9 : 1.6,
  }))
  return [{ hertz: 73.42, begins: 0, lasts: seconds }, ...melody]
}

function speech(seed: number): Note[] {
  return Array.from({ length: 17 }, (_, index) => ({
    hertz: 104 + 14 * Math.sin(index * 1.7 + seed) - index,
    begins: 0.3 + index * 0.32 + (index > 8 ? 0.4 : 0),
    lasts: 0.22 + 0.1 * Math.abs(Math.sin(index * 2.3 + seed)),
  }))
}

/** How loud a harmonic is, by its number and frequency. */
type Timbre = (harmonic: number, hertz: number) => number

const organ: Timbre = (harmonic) => 1 / harmonic ** 1.6

/** Two formants, which differ from syllable to syllable. */
function vowel(place: number): Timbre {
  const low = 480 + 220 * Math.sin(place * 5.1)
  const high = 1500 + 600 * Math.sin(place * 3.7)
  const peak = (hertz: number, formant: number) => Math.exp(-(((hertz - formant) / 160) ** 2))
  return (_harmonic, hertz) => peak(hertz, low) + 0.4 * peak(hertz, high) + 0.02
}

/** What lasts longer than the phrase is heard as it begins again. */
function play(phrase: Float32Array, { hertz, begins, lasts }: Note, timbre: Timbre): void {
  const from = Math.round(begins * rate)
  const swell = sine(Math.PI / (lasts * rate), Math.round(lasts * rate))
  for (let harmonic = 1; harmonic * hertz < 3500 && harmonic <= 24; harmonic += 1) {
    const loudness = timbre(harmonic, harmonic * hertz)
    if (loudness < 0.02) continue
    const tone = sine((2 * Math.PI * harmonic * hertz) / rate, swell.length)
    for (let index = 0; index < swell.length; index += 1) {
      phrase[(from + index) % phrase.length]! += loudness * swell[index]! * tone[index]!
    }
  }
}

/** So many steps of a wave, each from the two before: a fraction of the time that Math.sin takes. */
function sine(step: number, length: number): Float32Array {
  const values = new Float32Array(length)
  const twice = 2 * Math.cos(step)
  let before = -Math.sin(2 * step)
  let now = -Math.sin(step)
  for (let index = 0; index < length; index += 1) {
    const next = twice * now - before
    before = now
    now = next
    values[index] = next
  }
  return values
}

/** Rain, and a swell that comes and goes under it. */
function weather(phrase: Float32Array, seed: number): void {
  const random = mulberry32(seed)
  const breath = sine((2 * Math.PI) / (4.5 * rate), phrase.length)
  const roll = sine((2 * Math.PI) / (9 * rate), phrase.length)
  let hiss = 0
  let depth = 0
  for (let index = 0; index < phrase.length; index += 1) {
    const white = random() - 0.5
    hiss += 0.35 * (white - hiss)
    depth += 0.012 * (white - depth)
    phrase[index] = hiss * (0.3 + 0.08 * breath[index]!) + depth * (2.2 + 1.6 * roll[index]!)
  }
}

/** PCM, 16 bits. (Microsoft, Multimedia Programming Interface 1.0, "WAVE") */
function wav(phrase: Float32Array, times: number): Buffer {
  const loudest = phrase.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0.001)
  const samples = Int16Array.from(phrase, (sample) => Math.round((sample / loudest) * 22_000))
  const bytes = Buffer.concat(Array(times).fill(Buffer.from(samples.buffer)))
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + bytes.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(bytes.length, 40)
  return Buffer.concat([head, bytes])
}
