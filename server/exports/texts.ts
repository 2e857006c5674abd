import { csvLines } from '@dailies/contract/csv.ts'
import type { CutChange } from '@dailies/contract/cut.ts'
import type { NewExport } from '@dailies/contract/export.ts'
import type { TakeRow } from './queries.ts'

/** A take, and where its file lies in the export. */
export interface PlacedTake {
  take: TakeRow
  /** Null where its file is not here. */
  path: string | null
  /** The name of its sidecar. */
  sidecar: string | null
  /** Whether its file is in this export, and not only in those before. */
  isIncluded: boolean
  /** SHA-256 of the original, where the file is a signed copy of it. */
  original?: string
  /** Why there is no signed copy, where one was asked for. */
  unsigned?: string
}

interface Told {
  project: { id: string; name: string }
  request: NewExport
  /** ISO 8601. */
  date: string
  takes: readonly PlacedTake[]
  /** Ids of other takes of a shot, by the id of the one that is in the cut. */
  alternates: ReadonlyMap<string, readonly string[]>
  changes: readonly CutChange[] | null
}

/** What is in an export, for programs, in parts: each file is a line of it. docs/hand-over.md */
export function* manifestOf({ project, request, date, takes, alternates, changes }: Told): Generator<string> {
  const seen = new Map([...alternates].flatMap(([id, others]) => others.map((other) => [other, id])))
  const { of, act, sceneDbId, playlistId, template, since } = request
  const head = {
    format: 'dailies-export/1',
    project,
    ...{ date, of, act: act ?? null, sceneDbId: sceneDbId ?? null, playlistId: playlistId ?? null },
    ...{ template, since: since ?? null },
  }
  yield JSON.stringify(head, undefined, 2).slice(0, -2)
  yield* listIn('files', here(), ({ take, path, isIncluded, original, unsigned }) => ({
    ...{ path, ...placeOf(take), bytes: take.bytes, sha256: take.hash },
    ...{ isIncluded, original, unsigned, alternateOf: seen.get(take.id) },
  }))
  yield* listIn('missing', notHere(), ({ take }) => placeOf(take))
  if (changes) yield* listIn('changes', changes, changeOf)
  else yield ',\n  "changes": null'
  yield '\n}\n'

  function* here() {
    for (const take of takes) if (take.path !== null) yield take
  }
  function* notHere() {
    for (const take of takes) if (take.path === null) yield take
  }
}

/** A member of an object that is a list, with a line for each thing in it. */
function* listIn<T>(name: string, of: Iterable<T>, told: (one: T) => object): Generator<string> {
  yield `,\n  ${JSON.stringify(name)}: [`
  let isFirst = true
  for (const one of of) {
    yield `${isFirst ? '' : ','}\n    ${JSON.stringify(told(one))}`
    isFirst = false
  }
  yield isFirst ? ']' : '\n  ]'
}

function placeOf({ id, sceneId, shotCode, assetType, versionNumber, platformKey }: TakeRow) {
  return {
    assetVersionId: id,
    ...{ scene: sceneId, shot: shotCode, assetType, versionNumber, platform: platformKey },
  }
}

function changeOf({ kind, sceneId, shotCode, assetType, before, after }: CutChange) {
  return {
    ...{ kind, scene: sceneId, shot: shotCode, assetType },
    before: before && changedOf(before),
    after: after && changedOf(after),
  }
}

/** A version number says of no take alone which one it is: they count by platform. */
function changedOf({ assetVersionId, platformLabel, versionNumber }: Changed) {
  return { assetVersionId, platformLabel, versionNumber }
}

type Changed = NonNullable<CutChange['before']>

/** The same for people, to be opened as a table. */
export function takesTable(takes: readonly PlacedTake[]): Generator<string> {
  return csvLines(rows())

  function* rows() {
    yield [
      ...['file', 'scene', 'shot', 'type', 'version', 'platform', 'model', 'title', 'status', 'rights'],
      ...['cost (USD)', 'captured by', 'captured at', 'SHA-256', 'asset version'],
    ]
    for (const { take, path } of takes)
      yield [
        ...[path, take.sceneId, take.shotCode, take.assetType, take.versionNumber, take.platformLabel],
        ...[take.modelName, take.title, take.status, take.rightsState, take.costEstimateUsd],
        ...[take.createdByName, take.createdAt, take.hash, take.id],
      ]
  }
}

/** What the edit has to change by hand: replaced, new and dropped places. */
export function changesTable(changes: readonly CutChange[]): Generator<string> {
  return csvLines(rows())

  function* rows() {
    yield ['change', 'scene', 'shot', 'type', 'before', 'after', 'changed by', 'changed at']
    for (const { kind, sceneId, shotCode, assetType, before, after, changedBy, changedAt } of changes)
      yield [
        ...[kind, sceneId, shotCode, assetType],
        ...[before, after].map((one) => one && `${one.platformLabel} v${one.versionNumber}`),
        ...[changedBy?.name, changedAt],
      ]
  }
}

/** As `sha256sum --check` reads it. */
export function* sumsOf(files: readonly { name: string; sha256: string }[]): Generator<string> {
  for (const { name, sha256 } of files) yield `${sha256}  ${name}\n`
}
