import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filmName } from './film/film-name.ts'
import type { Take } from './film/take.ts'
import { isSound, sound } from './sound.ts'

/** Puts the film or sound of a take into the folder, and returns its name there; nothing for one that is a picture. */
export async function mediaFile(folder: string, { capture, picture }: Take): Promise<string | undefined> {
  const { assetType } = capture
  if (assetType === 'VIDEO') {
    const name = filmName(picture)
    await copyFile(new URL(`films/${name}`, import.meta.url), join(folder, name))
    return name
  }
  if (!isSound(assetType)) return undefined
  const name = `${assetType.toLowerCase()}-${picture.seed}.wav`
  await writeFile(join(folder, name), sound(assetType, picture.seed))
  return name
}
