import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Locator } from 'playwright-core'
import { chunk, png, text } from '../reading/sample/png.ts'

/** A PNG as a generator writes it, that no other is the same as; of about so many bytes, where that matters. */
export function generated({ prompt, bytes = 0 }: { prompt?: string; bytes?: number } = {}): Buffer {
  const parameters = `${prompt}\nSteps: 20, Sampler: Euler, CFG scale: 7, Seed: 42, Size: 1x1, Model: dream_v8, Version: v1.9.3`
  const told = prompt ? [text('parameters', parameters)] : []
  return Buffer.from(png([...told, chunk('prVt', randomBytes(Math.max(16, bytes)))]))
}

/** A folder on the disk with these files in it, which `end` removes. */
export async function folderOf(
  files: Record<string, Buffer>,
): Promise<{ path: string; end: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'dailies-drop-'))
  for (const [name, bytes] of Object.entries(files)) {
    const file = join(path, 'renders', name)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, bytes)
  }
  return { path: join(path, 'renders'), end: () => rm(path, { recursive: true, force: true }) }
}

/** Drops files and folders of the disk, as the desktop does it: by the browser, and not by a script of the page. */
export async function dropPaths(on: Locator, paths: string[]): Promise<void> {
  const page = on.page()
  const box = await on.boundingBox()
  if (!box) throw new Error(`There is nothing to drop on: ${on}`)
  const devtools = await page.context().newCDPSession(page)
  const at = { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 120) }
  const data = { items: [], files: paths, dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devtools.send('Input.dispatchDragEvent', { type, ...at, data })
  }
  await devtools.detach()
}
