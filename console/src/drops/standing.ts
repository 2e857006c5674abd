import { kindOfFile } from '@dailies/reading/file-kind.ts'
import { hashOf, type Row, shownOf } from './row.ts'

/**
 * What becomes of a row. Left out for good: `empty`, and `unreadable`. Left out unless it is wanted all the same: `no media`, `same` (as another of the
 * drop), `kept` (a version of the scene has it), `coming` (it is on its way there). `out`: somebody took it out. `incomplete`: it goes once
 * it has a prompt. `too large` for the service, which says so itself.
 */
export type Standing =
  | 'empty'
  | 'unreadable'
  | 'no media'
  | 'same'
  | 'kept'
  | 'coming'
  | 'out'
  | 'reading'
  | 'incomplete'
  | 'complete'

export const leftOut: readonly Standing[] = [
  'empty',
  'unreadable',
  'no media',
  'same',
  'kept',
  'coming',
  'out',
]

/** Whether a file is on its way to a scene, from this drop or one before. */
export type IsComing = (sha256: string, sceneDbId: string) => boolean

export interface Standings {
  standings: ReadonlyMap<number, Standing>
  /** Of each row that is the `same` as another: that one, which goes. */
  goesFor: ReadonlyMap<number, Row>
}

/** Of each row; what is said of one depends on those before it. */
export function standingsOf(rows: readonly Row[], isComing: IsComing): Standings {
  const standings = new Map<number, Standing>()
  const goesFor = new Map<number, Row>()
  const first = new Map<string, Row>()
  for (const row of rows) {
    const hash = hashOf(row)
    const at = `${hash} ${row.place.scene.id}`
    const other = first.get(at)
    const standing = standingOf(row, other !== undefined, isComing)
    if (hash && !other && !leftOut.includes(standing)) first.set(at, row)
    if (other && standing === 'same') goesFor.set(row.id, other)
    standings.set(row.id, standing)
  }
  return { standings, goesFor }
}

function standingOf(row: Row, isSame: boolean, isComing: IsComing): Standing {
  const { file, read, choice, place } = row
  if (file.size === 0) return 'empty'
  if (read && 'problem' in read) return 'unreadable'
  if (choice === 'out') return 'out'
  const isWanted = choice === 'in'
  if (!isWanted && !kindOfFile(file)) return 'no media'
  if (!read) return 'reading'
  if (!isWanted && isSame) return 'same'
  if (!isWanted && isComing(read.sha256, place.scene.id)) return 'coming'
  if (!isWanted && keptInScene(row).length > 0) return 'kept'
  return shownOf(row).prompt ? 'complete' : 'incomplete'
}

/** The versions of the scene that it goes to that have it. */
export function keptInScene({ kept, place }: Row): Row['kept'] {
  return kept.filter(({ sceneDbId }) => sceneDbId === place.scene.id)
}

/** Why a row is left out that is the same as another, which goes: by its folders where both have one name. */
export function sameText({ file }: Row, other: Row): string {
  return `Left out: the same as ${other.file.name === file.name ? other.path : other.file.name}`
}
