import { randomUUID } from 'node:crypto'
import { globSync } from 'node:fs'
import { cp, link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

const keptFor = 30 * 86_400_000
const keptBuilds = 10
/** Beside the builds: since when a newer build has no use for a file, by its path. */
const list = '.former.json'

/**
 * Puts a build where the one before is, at once and not file by file. That one's scripts and styles are kept beside
 * the new ones for 30 days, ten builds at most: a page that somebody has open goes on asking for them.
 */
export async function putInPlace(built: string, place: string): Promise<void> {
  await keepFormer(built, place)
  const former = `${place}.${randomUUID()}.former`
  try {
    await rename(place, former).catch(() => undefined)
    await rename(built, place)
  } finally {
    await rm(former, { recursive: true, force: true })
  }
}

/** Copies the newest build alone, as it would be without any before: nobody has a page open of what is installed elsewhere. */
export async function copyNewest(place: string, target: string): Promise<void> {
  const left = new Set([list, ...Object.keys(await formerIn(place))])
  await cp(place, target, { recursive: true, filter: (file) => !left.has(relative(place, file)) })
}

/** Since when each of the files of builds before is one. */
async function formerIn(place: string): Promise<Record<string, number>> {
  return JSON.parse(await readFile(join(place, list), 'utf8').catch(() => '{}'))
}

async function keepFormer(built: string, place: string): Promise<void> {
  const before = await formerIn(place)
  const own = new Set(globSync('static/**/*', { cwd: built }))
  const now = Date.now()
  const candidates = globSync('static/**/*.*', { cwd: place })
    .filter((file) => !own.has(file))
    .map((file) => ({ file, since: before[file] ?? now }))
  const builds = [...new Set(candidates.map(({ since }) => since))].sort((one, other) => other - one)
  const oldest = Math.max(builds[keptBuilds - 1] ?? 0, now - keptFor)
  const kept = candidates.filter(({ since }) => since >= oldest)
  await Promise.all(kept.map(({ file }) => link(join(place, file), join(built, file))))
  const former = Object.fromEntries(kept.map(({ file, since }) => [file, since]))
  await writeFile(join(built, list), JSON.stringify(former))
}
