import { inRow, rateOfRow } from '@dailies/contract/cut-of.ts'
import type { FrameRate } from '@dailies/contract/frame.ts'
import { kindOf } from '../ui/media.tsx'
import { type Plan, type PlanEntry, type PlanTake, planOf } from './plan.ts'

/** A take that plays after others. */
export interface TakeInRow {
  /** Tells its place from others. */
  place: string
  sceneId: string
  shotCode: string | null
  version: PlanTake
  /** Of a film; null where nobody knows it. */
  rate: FrameRate | null
  /** Of a film or sound; null where nobody knows it. */
  durationSeconds: number | null
}

/** The plan of takes one after the other, each whole. */
export function planOfTakes(takes: readonly TakeInRow[]): Plan {
  const all = takes.map((take) => ({ ...take, kind: kindInRow(take) }))
  const entries = inRow(all).map(({ take, ...span }): PlanEntry => {
    const { place, sceneId, shotCode, version, kind } = take
    return {
      ...span,
      ...{ sceneDbId: place, shotId: null, sceneId, shotCode, storyBeat: null, version },
      kind: kind === 'film' ? 'film' : 'still',
      sounds: kind === 'sound' ? [{ ...version, under: 'shot' }] : [],
    }
  })
  return planOf(entries, { rate: rateOfRow(all) })
}

function kindInRow({ version }: TakeInRow): 'film' | 'still' | 'sound' {
  const kind = kindOf(version)
  return kind === 'film' || kind === 'sound' ? kind : 'still'
}
