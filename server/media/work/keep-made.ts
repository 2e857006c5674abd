import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type MadeKind, madeFiles, type Tell } from './messages.ts'

/** Writes what was made, and tells of it once it is there. Throws where the folder cannot be written to. */
export async function keepMade(
  folder: string,
  kind: MadeKind,
  bytes: Uint8Array,
  tell: Tell,
  size?: { width: number; height: number },
): Promise<void> {
  await writeFile(join(folder, madeFiles[kind].name), bytes)
  tell({ is: 'made', kind, width: size?.width ?? null, height: size?.height ?? null })
}
