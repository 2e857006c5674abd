import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hostileFilms } from './hostile-films.ts'
import { hostileStills } from './hostile-stills.ts'
import { hostileTexts } from './hostile-texts.ts'

/** Makes files into the folder that somebody may send to do harm, of all kinds: for tests of whatever takes files. */
export async function hostileFiles(folder: string): Promise<{ name: string; path: string; why: string }[]> {
  const files = [...hostileTexts(), ...(await hostileStills()), ...(await hostileFilms())]
  const made: { name: string; path: string; why: string }[] = []
  for (const { name, why, bytes } of files) {
    const path = join(folder, name)
    await writeFile(path, bytes)
    made.push({ name, path, why })
  }
  return made
}
