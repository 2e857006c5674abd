import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { inputArguments, run } from './ffmpeg.ts'
import { believableDuration, type FilmFacts, wholePositive } from './film-facts.ts'
import { reduced } from './frame-rate.ts'
import type { FilmJob } from './messages.ts'

const milliseconds = 20_000
/** Of what it may answer. */
const longestAnswer = 1024 * 1024

const text = z.string().optional()
const answer = z.object({
  streams: z.array(
    z.object({
      codec_type: text,
      codec_name: text,
      width: z.number().optional(),
      height: z.number().optional(),
      sample_aspect_ratio: text,
      pix_fmt: text,
      r_frame_rate: text,
      avg_frame_rate: text,
      channels: z.number().optional(),
      sample_rate: text,
      disposition: z.object({ attached_pic: z.number().optional() }).optional(),
      side_data_list: z.array(z.object({ rotation: z.number().optional() })).optional(),
    }),
  ),
  format: z.object({ duration: text }).optional(),
})
type Stream = z.output<typeof answer>['streams'][number]

/** The same facts by ffprobe, which knows more kinds of files. Throws where it does not know this one, or is not there. */
export async function probe({ path, ffmpeg, limits }: FilmJob): Promise<FilmFacts> {
  const parts: Buffer[] = []
  let length = 0
  await run({
    command: beside(ffmpeg),
    args: [
      '-v',
      'error',
      '-hide_banner',
      '-print_format',
      'json',
      '-show_streams',
      '-show_format',
      ...inputArguments(path),
    ],
    milliseconds,
    addressBytes: limits.memoryBytes * 2,
    take: (chunk) => {
      parts.push(chunk)
      length += chunk.length
      if (length > longestAnswer) throw new Error('ffprobe says too much')
    },
  })
  return factsOf(answer.parse(JSON.parse(Buffer.concat(parts).toString())))
}

/** ffprobe comes with ffmpeg, in the same folder and with the same ending. */
function beside(ffmpeg: string): string {
  const name = basename(ffmpeg).replace('ffmpeg', 'ffprobe')
  return ffmpeg.includes('/') || ffmpeg.includes('\\') ? join(dirname(ffmpeg), name) : name
}

function factsOf({ streams, format }: z.output<typeof answer>): FilmFacts {
  const video = streams.find(
    ({ codec_type, disposition }) => codec_type === 'video' && !disposition?.attached_pic,
  )
  const audio = streams.find(({ codec_type }) => codec_type === 'audio')
  if (!video && !audio) throw new Error('There is no film and no sound in it')
  const rotation = video ? turned(video) : null
  const [width, height] = [video?.width && video.width * aspect(video), video?.height]
  const isUpright = rotation === null || rotation % 180 === 0
  return {
    width: wholePositive(isUpright ? width : height),
    height: wholePositive(isUpright ? height : width),
    rotation,
    durationSeconds: believableDuration(Number(format?.duration)),
    frameRate: video ? (rateOf(video.avg_frame_rate) ?? rateOf(video.r_frame_rate)) : null,
    videoCodec: video?.codec_name ?? null,
    audioCodec: audio?.codec_name?.replace(/^pcm_.*/, 'pcm') ?? null,
    channels: wholePositive(audio?.channels),
    sampleRate: wholePositive(Number(audio?.sample_rate)),
    unusual: video?.pix_fmt !== undefined && !/^(yuvj?420p|nv12)$/.test(video.pix_fmt),
  }
}

/** Clockwise, from its counterclockwise. */
function turned({ side_data_list: sides = [] }: Stream): number {
  const counterclockwise = sides.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0
  return (((Math.round(-counterclockwise / 90) * 90) % 360) + 360) % 360
}

function aspect({ sample_aspect_ratio: ratio = '' }: Stream): number {
  const [, width = 0, height = 0] = (/^(\d+):(\d+)$/.exec(ratio) ?? []).map(Number)
  return width > 0 && height > 0 ? width / height : 1
}

function rateOf(fraction = ''): FilmFacts['frameRate'] {
  const [, numerator = 0, denominator = 0] = (/^(\d{1,9})\/(\d{1,9})$/.exec(fraction) ?? []).map(Number)
  const isRate = numerator > 0 && denominator > 0 && numerator / denominator <= 1000
  return isRate ? reduced(numerator, denominator) : null
}
