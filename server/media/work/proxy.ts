import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { MediaFacts } from '@dailies/contract/media.ts'
import { inputArguments, plainly, run } from './ffmpeg.ts'
import { type FilmJob, madeFiles, type Tell } from './messages.ts'

/** Pixels of the longer and the shorter side, at most: 1080p, upright, too. */
const [longer, shorter] = [1920, 1080]
const mostFramesASecond = 60

/** A second. */
const mostBits = '20M'

/**
 * A copy that browsers play: H.264 and AAC, which begins to play before all of it is there. Throws where none can be made, or it
 * would take more than twice what the original does, and more than the limit of its bytes.
 */
export async function makeProxy(job: FilmJob, facts: MediaFacts, tell: Tell): Promise<void> {
  const path = join(job.folder, madeFiles.proxy.name)
  const { width, height } = within(facts)
  const isFast =
    facts.frameRate && facts.frameRate.numerator / facts.frameRate.denominator > mostFramesASecond
  const mostBytes = Math.max(2 * (await stat(job.path)).size, job.limits.proxyBytes)
  try {
    await run({
      command: job.ffmpeg,
      args: [
        ...plainly,
        ...inputArguments(job.path),
        ...['-map', '0:v:0', '-map', '0:a:0?', '-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1'],
        ...['-vf', `scale=${width}:${height},setsar=1${isFast ? `,fps=${mostFramesASecond}` : ''}`],
        ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-pix_fmt', 'yuv420p', '-threads', '1'],
        ...['-maxrate', mostBits, '-bufsize', mostBits, '-c:a', 'aac', '-b:a', '160k', '-ac', '2'],
        ...['-fs', String(mostBytes), '-movflags', '+faststart', '-f', 'mp4', '-y', `file:${path}`],
      ],
      milliseconds: job.limits.proxyMilliseconds,
      addressBytes: job.limits.memoryBytes * 2,
      take: () => {},
    })
    // There it ended: the rest of it is missing.
    if ((await stat(path)).size > mostBytes) throw new Error('The copy would be too large')
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  tell({ is: 'made', kind: 'proxy', width, height })
}

/** Even, as 4:2:0 wants it. */
function within({ width, height }: MediaFacts): { width: number; height: number } {
  const [wide, tall] = [width ?? 2, height ?? 2]
  const scale = Math.min(1, longer / Math.max(wide, tall), shorter / Math.min(wide, tall))
  const even = (length: number) => Math.max(2, Math.round((length * scale) / 2) * 2)
  return { width: even(wide), height: even(tall) }
}
