import {
  type CutChange,
  type CutEntry,
  type CutSettings,
  pictureTypes,
  soundTypes,
} from '@dailies/contract/cut.ts'
import { inRow, rateOfRow } from '@dailies/contract/cut-of.ts'
import { mostAlternates, mostExportedPlaces, type NewExport } from '@dailies/contract/export.ts'
import { isoNow } from '../clock.ts'
import { listCutChanges } from '../cut/list-changes.ts'
import { findProjectOfCut } from '../cut/queries.ts'
import { noAddress, partsOf, versionsOf } from '../cut/read-cut.ts'
import { settingsOf } from '../cut/settings.ts'
import type { Connection } from '../db/database.ts'
import { DailiesError, notFound } from '../error.ts'
import { lengthIn } from '../media/summary.ts'
import { requirePlaylist } from '../playlists/playlist.ts'
import { listItemPlaces } from '../playlists/queries.ts'
import { type Actor, admitMember } from '../production/membership.ts'
import { listAlternates, listTakesToExport, type TakeRow } from './queries.ts'

/** Takes of which is read at once. */
const takesAtOnce = 200

/** With their alternates and sounds. */
const mostTakes = 4 * mostExportedPlaces

/** What an export is to have. */
export interface Plan {
  project: { id: string; name: string }
  entries: CutEntry[]
  settings: CutSettings
  /** In the order in which they come, alternates behind all that are in the cut. */
  takes: TakeRow[]
  /** Ids of other takes of a shot, by the id of the one that is in the cut. */
  alternates: ReadonlyMap<string, readonly string[]>
  /** What changed since the moment that the export says; null where it says none. */
  changes: CutChange[] | null
  /** Takes that were there before those changes. */
  former: TakeRow[]
}

/** Throws `not_found` for what is gone, `forbidden`, `clash` for a film that is too long for one export. */
export async function planOf(
  db: Connection,
  actor: Actor,
  { projectId, request }: { projectId: string; request: NewExport },
): Promise<Plan> {
  const found = await db.first(findProjectOfCut, { id: projectId, userId: actor.userId })
  const missing = () => notFound('Project')
  const { name, memberRole: _, ...row } = admitMember({ actor, need: 'editor', missing }, found)
  const project = { id: projectId, name }
  // It may have been deleted since it was asked for.
  if (request.of === 'playlist') await requirePlaylist(db, actor, request.playlistId ?? '')
  if (request.of !== 'film')
    return {
      project,
      changes: null,
      former: [],
      alternates: new Map(),
      ...(await rowOf(db, projectId, request)),
    }
  const settings = settingsOf(row)
  const entries = await filmOf(db, { projectId, ...request }, settings)
  const alternates = await alternatesOf(db, entries, request)
  const ids = [...entries.flatMap(versionsOf), ...[...alternates.values()].flat()]
  if (ids.length > mostTakes) throw tooLong('takes', mostTakes)
  const takes = await takesOf(db, projectId, ids)
  const changes =
    request.since === undefined
      ? null
      : // Up to now: what was read of the film before is among them, or is the same.
        (await changesOf(db, actor, projectId, { since: request.since, until: isoNow() })).filter(
          isPartOf(request, entries),
        )
  const ofBefore = changes?.flatMap(({ before }) => before?.assetVersionId ?? []) ?? []
  const former = await takesOf(db, projectId, ofBefore)
  return { project, entries, settings, takes, alternates, changes, former }
}

/** By the take that is in the cut, in the order of the cut. */
async function alternatesOf(
  db: Connection,
  entries: readonly CutEntry[],
  { alternates: which }: NewExport,
): Promise<ReadonlyMap<string, string[]>> {
  if (which === 'none') return new Map()
  const needsApproval = Number(which === 'approved')
  const seen = new Map(
    entries.flatMap(({ shotId, version }) => (shotId && version ? [[version.assetVersionId, shotId]] : [])),
  )
  const alternates = new Map<string, string[]>([...seen.keys()].map((id) => [id, []]))
  const shots = [...seen.values()]
  for (let at = 0; at < shots.length; at += takesAtOnce) {
    const shotIds = JSON.stringify(shots.slice(at, at + takesAtOnce))
    for (const { winnerId, id } of await db.all(listAlternates, {
      shotIds,
      limit: mostAlternates,
      needsApproval,
    }))
      alternates.get(winnerId)?.push(id)
  }
  return alternates
}

function tooLong(what: string, most: number): DailiesError {
  const told = most.toLocaleString('en')
  return new DailiesError('clash', `The film has more than ${told} ${what}: export it by act or scene`)
}

/** Whether something happened in the part of the film that is exported; of an act as far as it is seen in it. */
function isPartOf(
  { act, sceneDbId }: Pick<NewExport, 'act' | 'sceneDbId'>,
  entries: readonly CutEntry[],
): (change: CutChange) => boolean {
  if (sceneDbId !== undefined) return (change) => change.sceneDbId === sceneDbId
  if (act === undefined) return () => true
  const scenes = new Set(entries.map((entry) => entry.sceneDbId))
  return (change) => scenes.has(change.sceneDbId)
}

async function filmOf(
  db: Connection,
  { projectId, act, sceneDbId }: Pick<NewExport, 'act' | 'sceneDbId'> & { projectId: string },
  settings: CutSettings,
): Promise<CutEntry[]> {
  const entries: CutEntry[] = []
  const of = { projectId, act: act ?? null, sceneDbId: sceneDbId ?? null }
  for await (const part of partsOf(db, of, settings, noAddress)) {
    entries.push(...part)
    if (entries.length <= mostExportedPlaces) continue
    throw tooLong('places', mostExportedPlaces)
  }
  return entries
}

/** Each once, in the order in which they first come; those that are there. */
async function takesOf(db: Connection, projectId: string, ids: readonly string[]): Promise<TakeRow[]> {
  const unique = [...new Set(ids)]
  const takes: TakeRow[] = []
  for (let at = 0; at < unique.length; at += takesAtOnce) {
    const some = unique.slice(at, at + takesAtOnce)
    const rows = await db.all(listTakesToExport, { ids: JSON.stringify(some) })
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const id of some) {
      const row = byId.get(id)
      if (row?.projectId === projectId && row.projectOfScene === projectId) takes.push(row)
    }
  }
  return takes
}

async function changesOf(
  db: Connection,
  actor: Actor,
  projectId: string,
  { since, until }: { since: string; until: string },
): Promise<CutChange[]> {
  const changes: CutChange[] = []
  for (let cursor: string | undefined; ; ) {
    const question = { projectId, since, until, cursor, limit: 100 }
    const { data, metadata } = await listCutChanges(db, actor, question, noAddress)
    changes.push(...data)
    if (metadata.nextCursor === null) return changes
    if (changes.length > mostExportedPlaces)
      throw new DailiesError(
        'clash',
        `More than ${mostExportedPlaces.toLocaleString('en')} places changed since: export all of it`,
      )
    cursor = metadata.nextCursor
  }
}

/** Takes one after the other, as they are played from a playlist. */
async function rowOf(
  db: Connection,
  projectId: string,
  { of, playlistId = '', versionIds }: NewExport,
): Promise<Pick<Plan, 'entries' | 'settings' | 'takes'>> {
  const ids =
    of === 'versions'
      ? versionIds
      : (await db.all(listItemPlaces, { playlistId })).map(({ versionId }) => versionId)
  const takes = await takesOf(db, projectId, ids)
  const played = takes.map((take) => ({ ...take, kind: kindOf(take), ...lengthIn(take.facts) }))
  const rate = rateOfRow(played)
  const entries = inRow(played).map(({ take, ...span }) => entryOf(take, span))
  return { entries, takes, settings: { rate, stillFrames: 1, slateFrames: 1 } }
}

/** Whether it is seen, and moves, or is heard. */
export function kindOf({ assetType }: Pick<TakeRow, 'assetType'>): 'film' | 'still' | 'sound' {
  if ((soundTypes as readonly string[]).includes(assetType)) return 'sound'
  return assetType === pictureTypes[0] ? 'film' : 'still'
}

function entryOf(
  take: TakeRow & { kind: 'film' | 'still' | 'sound' },
  span: Pick<CutEntry, 'start' | 'duration' | 'in' | 'out' | 'rate'>,
): CutEntry {
  const { kind, id, sceneDbId, sceneId, act, shotCode, assetType, status, versionNumber, platformLabel } =
    take
  const played = {
    ...{ assetVersionId: id, assetType, versionNumber, platformLabel },
    ...{ outputUrl: '', thumbnailUrl: null, media: null },
  }
  return {
    ...{ sceneDbId, sceneId, act, shotCode, storyBeat: null, ...span },
    // A place of its own, however many takes of its shot there are.
    shotId: id,
    kind: kind === 'sound' ? 'slate' : kind,
    frames: kind === 'film' ? span.out - span.in : null,
    isTrimmed: false,
    version: kind === 'sound' ? null : { ...played, status },
    sounds: kind === 'sound' ? [{ ...played, under: 'shot' }] : [],
  }
}
