import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Eight squares at the top tell the number of each frame. */
export async function numberedFilm(folder: string, { name, rate, frames }: Numbered): Promise<string> {
  const path = join(folder, name)
  const bits = Array.from({ length: 8 }, (_, bit) => {
    const isSet = `eq(mod(floor(n/${2 ** bit}),2),1)`
    return `drawbox=x=${bit * 80}:y=0:w=80:h=80:color=white:t=fill:enable='${isSet}'`
  })
  const picture = ['color=c=gray:s=640x360', `r=${rate}`].join(':')
  const plain = [
    '-nostdin',
    '-loglevel',
    'error',
    '-y',
    '-f',
    'lavfi',
    '-i',
    picture,
    '-f',
    'lavfi',
    '-i',
    'sine',
  ]
  const codec = ['-c:v', 'libx264', '-bf', '3', '-pix_fmt', 'yuv420p', '-shortest', '-frames:v', `${frames}`]
  const squares = ['drawbox=x=0:y=0:w=640:h=80:color=black:t=fill', ...bits].join(',')
  await promisify(execFile)('ffmpeg', [...plain, '-vf', squares, ...codec, path])
  return path
}

interface Numbered {
  name: string
  rate: string
  frames: number
}

/** Every frame as grey pixels. */
export async function framesOf(path: string): Promise<Buffer[]> {
  const { stdout } = await promisify(execFile)(
    'ffmpeg',
    [
      '-nostdin',
      '-loglevel',
      'error',
      '-i',
      path,
      '-vsync',
      'passthrough',
      '-f',
      'rawvideo',
      '-pix_fmt',
      'gray',
      '-',
    ],
    { encoding: 'buffer', maxBuffer: 2 ** 30 },
  )
  const bytes = 640 * 360
  return Array.from({ length: stdout.length / bytes }, (_, index) =>
    stdout.subarray(index * bytes, (index + 1) * bytes),
  )
}

export function numberOf(frame: Buffer): number {
  const isSet = (bit: number) => mean(frame, { left: bit * 80 + 10, top: 10, size: 60 }) > 128
  return Array.from({ length: 8 }, (_, bit) => (isSet(bit) ? 2 ** bit : 0)).reduce((sum, one) => sum + one, 0)
}

function mean(frame: Buffer, { left, top, size }: { left: number; top: number; size: number }): number {
  let sum = 0
  for (let y = top; y < top + size; y += 1)
    for (let x = left; x < left + size; x += 1) sum += frame[y * 640 + x]!
  return sum / size ** 2
}

/** How many pixels of a part differ by more than a codec makes them. */
export function differing(
  one: Buffer,
  other: Buffer,
  width: number,
  part: { left: number; top: number; width: number; height: number },
) {
  let count = 0
  for (let y = part.top; y < part.top + part.height; y += 1) {
    for (let x = part.left; x < part.left + part.width; x += 1) {
      const at = y * width + x
      if (Math.abs(one[at]! - other[at]!) > 24) count += 1
    }
  }
  return count
}

export const quarters = (width: number, height: number) =>
  [0, 1].flatMap((right) =>
    [0, 1].map((down) => ({
      left: (right * width) / 2,
      top: (down * height) / 2,
      width: width / 2,
      height: height / 2,
    })),
  )

/** Of every frame, in milliseconds. */
export async function timesOf(path: string): Promise<number[]> {
  const args = [
    '-v',
    'error',
    '-select_streams',
    'v:0',
    '-show_entries',
    'frame=best_effort_timestamp_time',
    '-of',
    'csv=p=0',
  ]
  const { stdout } = await promisify(execFile)('ffprobe', [...args, path])
  return stdout
    .trim()
    .split('\n')
    .map((line) => Math.round(Number.parseFloat(line) * 1000))
}
