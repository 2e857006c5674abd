import { inputArguments, plainly, run } from './ffmpeg.ts'
import { keepMade } from './keep-made.ts'
import type { FilmJob, Tell } from './messages.ts'
import { Peaks } from './peaks.ts'

const parts = 256
/** Enough to see where it is loud. */
const samplesPerSecond = 8000
/** Seconds. What comes after is left out. */
const longest = 12 * 3600

/** How loud it is: a byte each for 256 parts of equal length. Throws where it cannot be decoded. */
export async function makeWaveform(job: FilmJob, until: number, tell: Tell): Promise<void> {
  const peaks = new Peaks()
  await run({
    command: job.ffmpeg,
    args: [
      ...plainly,
      ...inputArguments(job.path),
      ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-t', String(longest)],
      ...['-ac', '1', '-ar', String(samplesPerSecond), '-f', 's16le', 'pipe:1'],
    ],
    milliseconds: Math.max(1, until - performance.now()),
    addressBytes: job.limits.memoryBytes * 2,
    take: (chunk) => peaks.add(chunk),
  })
  await keepMade(job.folder, 'waveform', peaks.parts(parts), tell)
}
