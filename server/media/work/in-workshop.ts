import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Mark, Signing } from './messages.ts'
import { type Worked, Workshop, type WorkshopSettings } from './workshop.ts'

/** For a test: a workshop, a folder for its files, and its work on them, each with a folder of its own. */
export interface InWorkshop {
  workshop: Workshop
  folder: string
  work(
    path: string,
    options?: { proxy?: boolean; mark?: Mark; anchors?: string; signing?: Signing },
  ): Promise<Worked>
}

/** Does something in a workshop, which is stopped after it. */
export async function inWorkshop<T>(
  settings: Partial<WorkshopSettings>,
  work: (inside: InWorkshop) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'dailies-work-'))
  const workshop = new Workshop({ atOnce: 1, ...settings })
  let works = 0
  try {
    return await work({
      workshop,
      folder,
      work: async (path, options) => {
        works += 1
        const made = join(folder, `made-${works}`)
        await mkdir(made)
        return workshop.work(path, made, options)
      },
    })
  } finally {
    await workshop.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
