import type { GuestCut, GuestCutEntry, GuestTake } from '@dailies/contract/guest.ts'
import { type Plan, type PlanEntry, planOf } from '../../film/plan.ts'
import { planOfTakes } from '../../film/plan-of-takes.ts'
import { takeOf } from './guest-take.ts'
import type { Copies } from './use-copy.ts'

/** The film, as the team plays it. Guests know its places by their names alone. */
export function planOfCut({ data, metadata }: GuestCut): Plan {
  const entries = data.map(({ version, sounds, ...place }): PlanEntry => {
    const { sceneId, shotCode } = place
    return {
      ...place,
      ...{ sceneDbId: sceneId, shotId: shotCode && `${sceneId} ${shotCode}`, storyBeat: null },
      version: version && playedOf(version),
      sounds: sounds.map((sound) => ({ ...playedOf(sound), under: sound.under })),
    }
  })
  return planOf(entries, metadata)
}

/** Takes one after the other, in the order in which they are shown. */
export function planOfGuestTakes(takes: readonly GuestTake[]): Plan {
  return planOfTakes(
    takes.map((take) => {
      const { id: place, sceneId, shotCode, media } = take
      const { frameRate: rate, durationSeconds } = media ?? { frameRate: null, durationSeconds: null }
      return { place, sceneId, shotCode, rate, durationSeconds, version: playedOf(take) }
    }),
  )
}

/** Places from which copies are had made: the one before, that which is seen, and what comes. */
const [before, after] = [1, 3]

/** The takes that are seen at a place, and soon after. */
export function takesNear({ entries }: Plan, place: number, takes: readonly GuestTake[]): GuestTake[] {
  const near = entries.slice(Math.max(0, place - before), place + after)
  const ids = new Set(near.map(({ version }) => version?.assetVersionId))
  return takes.filter(({ id }) => ids.has(id))
}

/** The same, and of takes without a copy nothing but what stands for them in lists: those whose copy comes are waited for. */
export function without(plan: Plan, copies: Copies): Plan {
  const entries = plan.entries.map((entry): PlanEntry => {
    const { version } = entry
    const copy = version && copies[version.assetVersionId]
    if (!version?.media || !copy) return entry
    const bare = { ...version, media: { ...version.media, original: null, proxy: null } }
    return { ...entry, version: bare, isComing: copy === 'coming' }
  })
  return planOf(entries, plan)
}

function playedOf(version: NonNullable<GuestCutEntry['version']>) {
  const { id: assetVersionId, versionNumber } = version
  return { ...takeOf(version), assetVersionId, versionNumber }
}
