import { counted } from '../ui/counted.ts'
import type { Found } from './find-files.ts'
import { mostFiles } from './find-files.ts'
import type { Row } from './row.ts'
import { leftOut, type Standing } from './standing.ts'

/** How many of a drop stand how. */
export interface Tally {
  complete: number
  incomplete: number
  reading: number
  /** Left out, by why. */
  out: ReadonlyMap<Standing, number>
  /** Bytes of what goes. */
  bytes: number
}

export function tallyOf(rows: readonly Row[], standings: ReadonlyMap<number, Standing>): Tally {
  const counts = new Map<Standing, number>()
  let bytes = 0
  for (const { id, file } of rows) {
    const standing = standings.get(id) ?? 'reading'
    counts.set(standing, (counts.get(standing) ?? 0) + 1)
    if (standing === 'complete' || standing === 'incomplete') bytes += file.size
  }
  return {
    complete: counts.get('complete') ?? 0,
    incomplete: counts.get('incomplete') ?? 0,
    reading: counts.get('reading') ?? 0,
    out: new Map([...counts].filter(([standing]) => leftOut.includes(standing))),
    bytes,
  }
}

/** What is to be done before all can be sent; empty once there is nothing. */
export function missingText({ incomplete, reading }: Tally): string {
  if (reading > 0) return `${counted(reading, 'file')} ${reading === 1 ? 'is' : 'are'} still being read`
  return incomplete === 0 ? '' : `${incomplete} ${incomplete === 1 ? 'needs' : 'need'} a prompt`
}

/** What is left out, and why. */
export function leftOutText({ out }: Tally): string {
  const told = [...out].map(([standing, count]) => `${count} ${reasons(count)[standing]}`)
  return told.join(', ')
}

/** Why a row is left out that is the same as another, which goes: by its folders where both have one name. */
export function sameText({ file }: Row, other: Row): string {
  return `Left out: the same as ${other.file.name === file.name ? other.path : other.file.name}`
}

/** What could not be found of what was dropped. */
export function foundText({ areMore, unopened }: Found): string {
  const told = [
    areMore &&
      `There are more: the first ${mostFiles.toLocaleString()} files are here. Drop the others after them.`,
    unopened > 0 &&
      `${counted(unopened, 'file or folder').replace('file or', unopened === 1 ? 'file or' : 'files or')} could not be opened.`,
  ]
  return told.filter(Boolean).join(' ')
}

function reasons(count: number): Partial<Record<Standing, string>> {
  const are = count === 1 ? 'is' : 'are'
  return {
    kept: `${are} in the scene already`,
    same: `${are} the same as another`,
    coming: `${are} on the way already`,
    'no media': `${are} no picture, film or sound`,
    empty: `${are} empty`,
    unreadable: 'cannot be read',
    out: 'taken out',
  }
}
