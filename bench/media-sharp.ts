/**
 * The least that makes the same thumbnails: sharp by itself, each picture decoded once, with as many threads as pictures at a time, of
 * a low priority as well. A process that `media-thumbnails.ts` starts, and that does one job at a time.
 */
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'

export interface SharpJob {
  paths: string[]
  folder: string
  atOnce: number
}

setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
sharp.concurrency(1)
sharp.cache(false)

process.on('message', async ({ paths, folder, atOnce }: SharpJob) => {
  const waiting = [...paths.entries()]
  const began = performance.now()
  const processor = process.cpuUsage()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift())
        await makeThree(next[1], join(folder, `${next[0]}`))
    }),
  )
  const { user, system } = process.cpuUsage(processor)
  process.send?.({ seconds: (performance.now() - began) / 1000, processor: (user + system) / 1e6 })
})

async function makeThree(path: string, name: string): Promise<void> {
  let picture = sharp(path)
  for (const width of [1280, 640, 320]) {
    const { data, info } = await picture.resize(width).raw().toBuffer({ resolveWithObject: true })
    const pixels = () =>
      sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
    await pixels().webp().toFile(`${name}-${width}.webp`)
    picture = pixels()
  }
}
