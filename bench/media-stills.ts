import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

const [width, height] = [4000, 3000]
const different = 6

/** Photographs of 12 megapixels, about 3 MB each, as files in the folder: noise that is blurred has the detail of one. */
export async function makeStills(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const paths: string[] = []
  for (let index = 0; index < different; index += 1) {
    const path = join(folder, `${index}.jpg`)
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    await sharp({ create: { width, height, channels: 3, background: '#888', noise } })
      .blur(0.9 + index / 5)
      .jpeg({ quality: 88 })
      .toFile(path)
    paths.push(path)
  }
  return paths
}

/** So many of them, no two with the same bytes: what follows the end of a JPEG nobody looks at. */
export async function copiesOf(stills: string[], count: number, folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const bytes = await Promise.all(stills.map((path) => readFile(path)))
  const paths: string[] = []
  for (let index = 0; index < count; index += 1) {
    const path = join(folder, `copy-${index}.jpg`)
    await writeFile(path, Buffer.concat([bytes[index % bytes.length]!, randomBytes(16)]))
    paths.push(path)
  }
  return paths
}
