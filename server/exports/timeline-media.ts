import { type FrameRate, framesIn, soundRate } from '@dailies/contract/frame.ts'
import type { RowOf } from '../db/statement.ts'
import type { BlobFacts } from '../media/summary.ts'
import { rangeAt } from './editorial/markers.ts'
import type { TimelineMarker, TimelineMedia } from './editorial/timeline.ts'
import { kindOf } from './plan.ts'
import type { listNotes, TakeRow } from './queries.ts'

/** A take as editing programs know its file. `rate`: of the cut. */
export function timelineMediaOf(take: TakeRow, path: string, rate: FrameRate): TimelineMedia {
  const facts = take.facts === null ? null : (JSON.parse(take.facts) as BlobFacts)
  const kind = kindOf(take)
  const own = kind === 'sound' ? soundRate : (kind === 'film' && facts?.frameRate) || rate
  const seconds = kind === 'still' ? null : (facts?.durationSeconds ?? null)
  return {
    path,
    id: take.id,
    name: path.slice(path.lastIndexOf('/') + 1).replace(/\.[A-Za-z0-9]{1,10}$/, ''),
    kind,
    rate: own,
    frames: seconds === null ? null : framesIn(seconds, own),
    size: facts?.width && facts.height ? { width: facts.width, height: facts.height } : null,
    isHeard: Boolean(facts?.audioCodec),
    facts: {
      assetVersionId: take.id,
      platform: take.platformLabel,
      model: take.modelName,
      versionNumber: take.versionNumber,
      status: take.status,
      rights: take.rightsState,
      sha256: take.hash,
    },
  }
}

/** What was said of takes, by version, at the rate that each take has there. */
export function markersOf(
  notes: readonly RowOf<typeof listNotes>[],
  rates: ReadonlyMap<string, FrameRate>,
): Map<string, TimelineMarker[]> {
  const markers = new Map<string, TimelineMarker[]>()
  for (const { versionId, first, last, numerator, denominator, text, author, resolvedAt } of notes) {
    const rate = rates.get(versionId)
    if (!rate) continue
    const isWhole = first === null || last === null || !numerator || !denominator
    const range = isWhole ? null : rangeAt({ from: first, to: last }, { numerator, denominator }, rate)
    const marker = { range, text, author, isResolved: resolvedAt !== null }
    const of = markers.get(versionId)
    if (of) of.push(marker)
    else markers.set(versionId, [marker])
  }
  return markers
}
