import type { CutEntry, CutSound } from '@dailies/contract/cut.ts'
import type { GuestCut, GuestCutEntry } from '@dailies/contract/guest.ts'
import { findCutSettings } from '../cut/queries.ts'
import { partsOf } from '../cut/read-cut.ts'
import { settingsOf } from '../cut/settings.ts'
import type { Connection } from '../db/database.ts'
import { notFound } from '../error.ts'
import { LongList } from '../http/long-list.ts'
import type { VisitRow } from './guest-queries.ts'
import type { Marking } from './marked-media.ts'
import { addressesOf, shownMediaOf } from './shown-media.ts'

/**
 * The cut of the film that a link shows, with nothing in it that guests may not know: no story beat, status or platform. Which takes of
 * a scene or a list won is the team's: of these there is no cut. Throws `not_found`. docs/cut.md, "For guests"
 */
export async function readGuestCut(
  db: Connection,
  { films }: Marking,
  visit: VisitRow,
): Promise<LongList<GuestCut>> {
  if (visit.shows !== 'film') throw notFound('Cut')
  const { projectId } = visit
  const settings = settingsOf(await db.first(findCutSettings, { projectId }))
  const parts = partsOf(db, { projectId, act: null, sceneDbId: null }, settings, addressesOf(visit))
  return new LongList<GuestCut>(
    'data',
    { metadata: { rate: settings.rate } },
    forGuest(parts, visit, { films: await films() }),
  )
}

async function* forGuest(
  parts: AsyncGenerator<CutEntry[], undefined>,
  visit: VisitRow,
  machine: { films: boolean },
): AsyncGenerator<GuestCutEntry[], undefined> {
  for await (const entries of parts) yield entries.map((entry) => toGuestEntry(entry, visit, machine))
  return undefined
}

function toGuestEntry(entry: CutEntry, visit: VisitRow, machine: { films: boolean }): GuestCutEntry {
  const { sceneId, shotCode, kind, start, duration, in: first, out, rate, version, sounds } = entry
  const heard = sounds.map((sound) => ({ ...playedBy(sound, visit, machine), under: sound.under }))
  return {
    ...{ sceneId, shotCode, kind, start, duration, in: first, out, rate },
    version: version && playedBy(version, visit, machine),
    sounds: heard.filter(({ media }) => media !== null),
  }
}

function playedBy(
  { assetVersionId: id, assetType, versionNumber, media }: Omit<CutSound, 'under'>,
  visit: VisitRow,
  machine: { films: boolean },
) {
  return { id, assetType, versionNumber, media: shownMediaOf(media, visit, machine) }
}
