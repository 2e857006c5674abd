import type { Dailies } from '../../sdk/src/dailies.ts'
import { DailiesError } from '../error.ts'

/** Where takes go. */
export interface Place {
  projectId: string
  /** Number of the scene. */
  sceneId: string
  shotId?: string
  /** As people say it: `scene 012A, shot B`. */
  name: string
}

/** What is in a project, asked for as it is needed, and anew where something is not found. */
export interface Places {
  projectId: string
  projectName: string
  /** Throws `invalid` where there is no such scene or shot, with those that there are. */
  find(scene: string, shot?: string): Promise<Place>
}

interface Shot {
  id: string
  shotCode: string
}

/** So many are named where one is not found. */
const mostNamed = 20

/** Milliseconds for which it is not asked again what is there. */
const fresh = 10_000

/** The places of a project, by its name or id. Throws `invalid` where there is none, or several of that name. */
export async function placesOf(dailies: Dailies, project: string, signal?: AbortSignal): Promise<Places> {
  const { projects } = await dailies.listProjects({}, { signal })
  const named = projects.filter(({ id }) => id === project)
  const found = named.length > 0 ? named : projects.filter(({ name }) => isSame(name, project))
  if (found.length > 1) {
    throw wrong(`there are ${found.length} projects "${project}": name it by its id, ${listed(found, 'id')}`)
  }
  const [one] = found
  if (!one) {
    throw wrong(
      projects.length === 0
        ? 'there is no project that this token may file takes in'
        : `there is no project "${project}" that this token may file takes in; there are ${listed(projects, 'name')}`,
    )
  }
  const { id: projectId, name: projectName } = one
  const scenesNow = remembered(async () => (await dailies.listScenes({ projectId }, { signal })).scenes)
  const shotsNow = new Map<string, ReturnType<typeof remembered<Shot>>>()

  const find = async (wantedScene: string, wantedShot?: string): Promise<Place> => {
    const scene = await scenesNow((scenes) => sceneAmong(scenes, wantedScene))
    if (!scene.found) {
      throw wrong(`there is no scene "${wantedScene}" in ${projectName}; ${those(scene.all, 'sceneId')}`)
    }
    const { id: sceneDbId, sceneId } = scene.found
    if (!wantedShot) return { projectId, sceneId, name: `scene ${sceneId}` }
    const ask = async (): Promise<Shot[]> => (await dailies.listShots({ sceneDbId }, { signal })).shots
    const shots = shotsNow.get(sceneDbId) ?? remembered(ask)
    shotsNow.set(sceneDbId, shots)
    const shot = await shots((all) => shotAmong(all, sceneId, wantedShot))
    if (!shot.found) {
      throw wrong(`there is no shot "${wantedShot}" in scene ${sceneId}; ${those(shot.all, 'shotCode')}`)
    }
    const { id: shotId, shotCode } = shot.found
    return { projectId, sceneId, shotId, name: `scene ${sceneId}, shot ${shotCode}` }
  }
  return { projectId, projectName, find }
}

/** Looks in a list that is asked for once, and again where it is not in there and some time has gone by. */
function remembered<T>(ask: () => Promise<T[]>) {
  let known: { all: T[]; at: number } | undefined
  return async (look: (all: T[]) => T | undefined): Promise<{ found: T | undefined; all: T[] }> => {
    const before = known && look(known.all)
    if (known && (before || performance.now() - known.at < fresh)) return { found: before, all: known.all }
    const all = await ask()
    known = { all, at: performance.now() }
    return { found: look(all), all }
  }
}

/** By its number; in names of files zeros before it may be more or fewer. */
function sceneAmong<S extends { sceneId: string }>(scenes: S[], wanted: string): S | undefined {
  const exact = scenes.find(({ sceneId }) => isSame(sceneId, wanted))
  if (exact) return exact
  const alike = scenes.filter(({ sceneId }) => isSame(withoutZeros(sceneId), withoutZeros(wanted)))
  return alike.length === 1 ? alike[0] : undefined
}

/** By its code, with or without the number of the scene before it: `B` and `012A-B`. */
function shotAmong<S extends { shotCode: string }>(
  shots: S[],
  sceneId: string,
  wanted: string,
): S | undefined {
  const ways = [wanted, `${sceneId}-${wanted}`, `${sceneId}_${wanted}`, `${sceneId}${wanted}`]
  for (const way of ways) {
    const found = shots.find(({ shotCode }) => isSame(shotCode, way))
    if (found) return found
  }
  return undefined
}

function withoutZeros(number: string): string {
  return number.replace(/^0+(?=.)/, '')
}

function isSame(one: string, other: string): boolean {
  return one.trim().toUpperCase() === other.trim().toUpperCase()
}

function those<K extends string>(all: Record<K, string>[], key: K): string {
  return all.length === 0 ? 'there is none at all' : `there are ${listed(all, key)}`
}

function listed<K extends string>(all: Record<K, string>[], key: K): string {
  const names = all.slice(0, mostNamed).map((one) => one[key])
  const more = all.length - names.length
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '')
}

function wrong(message: string): DailiesError {
  return new DailiesError('invalid', message)
}
