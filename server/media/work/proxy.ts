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

type Film = Pick<MediaFacts, 'width' | 'height' | 'frameRate'>

/**
 * A copy that browsers play: H.264 and AAC, which begins to play before all of it is there. `layer`: a PNG of its size that is burnt into
 * every frame. Throws where none can be made, or it would take more than the limit of its bytes and, without a layer, more than twice
 * what the original does.
 */
export async function makeProxy(
  job: FilmJob,
  facts: Film,
  tell: Tell,
  { layer }: { layer?: string } = {},
): Promise<void> {
  const path = join(job.folder, madeFiles.proxy.name)
  const { width, height } = withinProxy(facts)
  const isFast =
    facts.frameRate && facts.frameRate.numerator / facts.frameRate.denominator > mostFramesASecond
  const fitting = `scale=${width}:${height},setsar=1${isFast ? `,fps=${mostFramesASecond}` : ''}`
  const twice = layer === undefined ? 2 * (await stat(job.path)).size : 0
  const mostBytes = Math.max(twice, job.limits.proxyBytes)
  try {
    await run({
      command: job.ffmpeg,
      args: [
        ...plainly,
        ...inputArguments(job.path),
        ...(layer === undefined ? ['-map', '0:v:0', '-vf', fitting] : overlaid(layer, fitting)),
        ...['-map', '0:a:0?', '-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1'],
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

/** The film lasts as long as it does without the layer, which has one frame. */
function overlaid(layer: string, fitting: string): string[] {
  const graph = `[0:v:0]${fitting}[fit];[fit][1:v:0]overlay=eof_action=repeat[marked]`
  const input = ['-f', 'png_pipe', '-i', `file:${layer}`]
  return [...input, '-filter_complex_threads', '1', '-filter_complex', graph, '-map', '[marked]']
}

/** Even, as 4:2:0 wants it. */
export function withinProxy({ width, height }: Pick<Film, 'width' | 'height'>): {
  width: number
  height: number
} {
  const [wide, tall] = [width ?? 2, height ?? 2]
  const scale = Math.min(1, longer / Math.max(wide, tall), shorter / Math.min(wide, tall))
  const even = (length: number) => Math.max(2, Math.round((length * scale) / 2) * 2)
  return { width: even(wide), height: even(tall) }
}
