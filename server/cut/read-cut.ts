import type { CutEntry, CutSettings, FilmCut } from '@dailies/contract/cut.ts'
import { type CutScene, type CutWinner, cutOf } from '@dailies/contract/cut-of.ts'
import type { Connection } from '../db/database.ts'
import { notFound } from '../error.ts'
import { LongList } from '../http/long-list.ts'
import type { AddressOf } from '../media/summary.ts'
import { type Actor, admitMember, requireScene } from '../production/membership.ts'
import { beforeAll } from '../production/scene-queries.ts'
import * as stored from './queries.ts'
import { settingsOf } from './settings.ts'
import { winnerOfRow } from './winner-of-row.ts'

/** Scenes that are looked at together, and shots of which the winners are read and written at once. */
const scenesAtOnce = 100
const shotsAtOnce = 200

interface Asked {
  projectId: string
  act?: number | undefined
  sceneDbId?: string | undefined
}

/**
 * The cut of a project, or of an act or scene of it, read and written in parts: so it takes a few statements, and little room,
 * however long the film is. Throws `not_found` for the project, and for a scene that is none of it.
 */
export async function readCut(
  db: Connection,
  actor: Actor,
  { projectId, act, sceneDbId }: Asked,
  addressOf: AddressOf,
): Promise<LongList<FilmCut>> {
  const missing = () => notFound('Project')
  const found = await db.first(stored.findProjectOfCut, { id: projectId, userId: actor.userId })
  const { name, memberRole: role, ...row } = admitMember({ actor, need: 'viewer', missing }, found)
  if (sceneDbId !== undefined && (await requireScene(db, actor, sceneDbId, 'viewer')) !== projectId)
    throw notFound('Scene')
  const settings = settingsOf(row)
  const of = { projectId, act: act ?? null, sceneDbId: sceneDbId ?? null }
  const metadata = { settings, project: { id: projectId, name, role } }
  return new LongList<FilmCut>('data', { metadata }, partsOf(db, of, settings, addressOf))
}

/** For who reads the cut and shows nothing of it. */
export const noAddress: AddressOf = () => ''

/** What is seen and heard in a place, by its versions' ids: the picture first. */
export function versionsOf({ version, sounds }: CutEntry): string[] {
  return [...(version ? [version.assetVersionId] : []), ...sounds.map((one) => one.assetVersionId)]
}

interface Part {
  projectId: string
  /** Null: of all of them. */
  act: number | null
  sceneDbId: string | null
}

/** The cut, part after part, for whoever may see it. */
export async function* partsOf(
  db: Connection,
  of: Part,
  settings: CutSettings,
  addressOf: AddressOf,
): AsyncGenerator<CutEntry[], undefined> {
  let place = beforeAll
  let start = 0
  for (;;) {
    const scenes = await db.all(stored.listScenesOfCut, { ...of, ...place, limit: scenesAtOnce })
    for await (const part of someOf(db, scenes, addressOf)) {
      const entries = cutOf(part, settings, start)
      const last = entries.at(-1)
      if (last) start = last.start + last.duration
      yield entries
    }
    if (scenes.length < scenesAtOnce) return undefined
    const { position, numberOrder, id } = scenes.at(-1)!
    place = { position, numberOrder, id }
  }
}

interface Scene {
  id: string
  sceneId: string
  act: number | null
  storyBeat: string | null
}

/** Scenes with their winners, few shots at a time; of a scene that comes in parts, the sounds under it are with the first. */
async function* someOf(db: Connection, scenes: Scene[], addressOf: AddressOf): AsyncGenerator<CutScene[]> {
  if (scenes.length === 0) return
  const ids = JSON.stringify(scenes.map(({ id }) => id))
  const [shots, rows] = await Promise.all([
    db.all(stored.listShotsOfCut, { ids }),
    db.all(stored.listWinnersOfScenes, { ids }),
  ])
  const shotsOf = Map.groupBy(shots, ({ sceneDbId }) => sceneDbId)
  const winnersOf = Map.groupBy(rows, ({ sceneDbId }) => sceneDbId)
  let part: CutScene[] = []
  let count = 0
  for (const { id, sceneId, act, storyBeat } of scenes) {
    const left = (shotsOf.get(id) ?? []).map((shot) => ({ ...shot, winners: [] as CutWinner[] }))
    let winners = (winnersOf.get(id) ?? []).map((row) => winnerOfRow(row, addressOf))
    do {
      const some = left.splice(0, shotsAtOnce - count)
      part.push({ id, sceneId, act, storyBeat, winners, shots: some })
      winners = []
      count += Math.max(1, some.length)
      if (count < shotsAtOnce) continue
      yield await withWinners(db, part, addressOf)
      part = []
      count = 0
    } while (left.length > 0)
  }
  if (part.length > 0) yield await withWinners(db, part, addressOf)
}

async function withWinners(db: Connection, part: CutScene[], addressOf: AddressOf): Promise<CutScene[]> {
  const shots = part.flatMap((scene) => scene.shots)
  if (shots.length === 0) return part
  const ids = JSON.stringify(shots.map(({ id }) => id))
  const rows = await db.all(stored.listWinnersOfShots, { ids })
  const winnersOf = Map.groupBy(rows, ({ shotId }) => shotId)
  for (const shot of shots)
    shot.winners = (winnersOf.get(shot.id) ?? []).map((row) => winnerOfRow(row, addressOf))
  return part
}
