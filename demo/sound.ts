const rate = 16_000
const seconds = 6

/** Each sounds from its beginning on, in seconds. */
interface Note {
  hertz: number
  begins: number
  lasts: number
}

/** Music in D minor, or somebody speaking from afar, as a WAV file: 6 seconds, one channel. The same seed, the same bytes. */
export function sound(kind: 'MUSIC' | 'VOICE', seed: number): Buffer {
  const notes = kind === 'MUSIC' ? music(seed) : speech(seed)
  const samples = new Float32Array(rate * seconds)
  for (const note of notes) play(samples, note, kind === 'MUSIC' ? organ : vowel(note.begins + seed))
  return wav(samples)
}

const dMinor = [146.83, 174.61, 220, 261.63, 293.66, 349.23, 440]

function music(seed: number): Note[] {
  const melody = Array.from({ length: 8 }, (_, index) => ({
    hertz: dMinor[(seed + index * (2 + (seed % 3))) % dMinor.length] as number,
    begins: index * 0.7,
    lasts: 1.6,
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

function play(samples: Float32Array, { hertz, begins, lasts }: Note, timbre: Timbre): void {
  const from = Math.round(begins * rate)
  const to = Math.min(samples.length, from + Math.round(lasts * rate))
  for (let harmonic = 1; harmonic * hertz < 3500 && harmonic <= 24; harmonic += 1) {
    const loudness = timbre(harmonic, harmonic * hertz)
    if (loudness < 0.01) continue
    const step = (2 * Math.PI * harmonic * hertz) / rate
    for (let index = from; index < to; index += 1) {
      const done = (index - from) / (to - from)
      samples[index] =
        (samples[index] as number) + loudness * Math.sin(Math.PI * done) * Math.sin(step * (index - from))
    }
  }
}

/** PCM, 16 bits. (Microsoft, Multimedia Programming Interface 1.0, "WAVE") */
function wav(samples: Float32Array): Buffer {
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0.001)
  const file = Buffer.alloc(44 + samples.length * 2)
  file.write('RIFF', 0)
  file.writeUInt32LE(file.length - 8, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(rate, 24)
  file.writeUInt32LE(rate * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(samples.length * 2, 40)
  samples.forEach((sample, index) => {
    file.writeInt16LE(Math.round((sample / loudest) * 22_000), 44 + index * 2)
  })
  return file
}
