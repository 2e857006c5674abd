import type { AssetType, CaptureStatus } from '@dailies/contract/asset-version.ts'
import type { KeptVersion } from '@dailies/contract/media.ts'
import { captureOfFile } from '@dailies/reading/capture-of-file.ts'
import type { Reading } from '@dailies/reading/reading.ts'

export interface FoundFile {
  file: File
  /** With the folders that it was in, from what was dropped on. */
  path: string
}

/** What a file tells; or why it could not be read, in words. */
export type Read = { sha256: string; readings: Reading[] } | { problem: string }

/** What somebody may say of a file, under the names of the capture. */
export interface Said {
  assetType: AssetType
  prompt: string
  modelName: string
  platformKey: string
  status: CaptureStatus
}

export interface Place {
  /** `id` of its row, `sceneId` its number. */
  scene: { id: string; sceneId: string }
  shotId: string | undefined
}

/** A file that was dropped: where it goes, what it tells, and what somebody said of it. */
export interface Row {
  id: number
  file: File
  path: string
  /** Undefined until it is read. */
  read: Read | undefined
  /** What it tells by itself, as far as it does. */
  told: Partial<Said>
  /** Names of what was read: `png:parameters`. */
  readFrom: string[]
  given: Partial<Said>
  place: Place
  /** The versions of the project that have this file. */
  kept: readonly KeptVersion[]
  /** Whether it is wanted, where somebody said so. */
  choice: 'in' | 'out' | undefined
  /** For what is done with several. */
  isChosen: boolean
}

export function newRows(files: readonly FoundFile[], place: Place): Row[] {
  return files.map(({ file, path }, id) => ({
    ...{ id, file, path, place, read: undefined, readFrom: [], given: {}, kept: [] },
    told: toldBy(file, []),
    choice: undefined,
    isChosen: false,
  }))
}

/** The row, once its file was read. */
export function readRow(row: Row, read: Read): Row {
  if ('problem' in read) return { ...row, read }
  const readFrom = read.readings.flatMap(({ source }) => (source.kind === 'media' ? [source.format] : []))
  return { ...row, read, readFrom, told: toldBy(row.file, read.readings) }
}

/** What is filed of it, as it stands: what was said, else what the file tells. */
export function shownOf({ given, told }: Row): Partial<Said> {
  const said = Object.entries(given).filter(([, value]) => value.trim() !== '')
  return { ...told, ...Object.fromEntries(said) }
}

export function hashOf({ read }: Row): string | undefined {
  return read && 'sha256' in read ? read.sha256 : undefined
}

function toldBy({ name, type, size }: File, readings: readonly Reading[]): Partial<Said> {
  const { body } = captureOfFile({ file: { name, type, size, readings }, given: {}, source: 'upload' })
  const { assetType, prompt, modelName, platformKey, status } = body
  return { assetType, prompt, modelName, platformKey, status } as Partial<Said>
}
