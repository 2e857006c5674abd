import type { Drop } from './drop.ts'
import { keptName } from './kept-name.ts'
import { keeping } from './parts.ts'
import type { Target } from './upload-file.ts'
import { changeUpload } from './uploads.ts'
import { works } from './works.ts'

let user: string | undefined

/** Whose uploads they are from now on. */
export function keepFor(whose: string | undefined): void {
  user = whose
}

export function keptFor(): string | undefined {
  return user
}

export interface Added {
  file: File
  target: Target
  to: string
  drop?: Drop | undefined
}

/** So that it is sent although the page is closed. Where the browser has no room for it, it says so, and is sent all the same. */
export async function keepUpload(id: string, { file, ...upload }: Added): Promise<void> {
  const whose = user
  await keeping.load()
  const store = keeping.value()
  if (!works.has(id)) return
  if (!whose || !store) return changeUpload(id, { isSafe: false })
  await store.keepUpload({ id, user: whose, ...upload }, file).then(
    () => changeUpload(id, { isSafe: true }),
    () => changeUpload(id, { isSafe: false }),
  )
}

/** A page that has nothing to go on with does not load what goes on with it. */
export async function mayBeKept(): Promise<boolean> {
  try {
    const databases = await indexedDB.databases?.()
    return databases?.some(({ name }) => name === keptName) ?? true
  } catch {
    return false
  }
}
