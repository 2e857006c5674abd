import { sourceOf } from '../ui/media.tsx'
import { keyOfPlace, type Plan, type PlanEntry } from './plan.ts'
import { FilmPlayer, type Sources } from './player.ts'

/** From where the console loads what is seen and heard: as everywhere else. */
const sources: Sources = {
  shown: (entry) => {
    if (!entry.version) return undefined
    const { playable, picture, still, placeholder, kind } = sourceOf(entry.version)
    const poster = still ?? placeholder
    const key = `${keyOfPlace(entry)} ${entry.version.assetVersionId} ${entry.in}`
    if (kind === 'film') return playable ? { key, kind: 'film', src: playable, poster } : undefined
    const size = entry.version.media?.original ? 'whole' : 'small'
    return picture ? { key: `${key} ${size}`, kind: 'picture', src: picture, poster } : undefined
  },
  sound: ({ sound }) => sourceOf(sound).playable,
}

export function newFilmPlayer(plan: Plan, frame = 0): FilmPlayer {
  return new FilmPlayer(plan, sources, frame)
}

/** Whether there is something to be seen; else a slate stands there. */
export function isSeen(entry: PlanEntry): boolean {
  return sources.shown(entry) !== undefined
}
