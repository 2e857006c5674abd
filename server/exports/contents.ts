import { setTimeout as sleep } from 'node:timers/promises'
import type { NewExport } from '@dailies/contract/export.ts'
import type { Sidecar } from '@dailies/contract/provenance.ts'
import type { Database } from '../db/database.ts'
import type { RowOf } from '../db/statement.ts'
import type { Keeping } from '../media/keep.ts'
import { requireRoomOfNone } from '../media/quota.ts'
import { by } from '../order.ts'
import { pauses } from '../pauses.ts'
import { type Actor, requireProject } from '../production/membership.ts'
import { readSidecars } from '../provenance/read-sidecar.ts'
import type { Signer } from '../provenance/signer.ts'
import { broughtBefore } from './brought-before.ts'
import { type Check, checkedTakes } from './checked-takes.ts'
import { timelineOf } from './editorial/timeline-of-cut.ts'
import { cannotSign } from './export.ts'
import { FileNames, safeName } from './file-names.ts'
import { placedTakes } from './placed-takes.ts'
import { type Plan, planOf } from './plan.ts'
import { listNotes } from './queries.ts'
import { type PackedText, TextPack } from './text-pack.ts'
import { changesTable, manifestOf, type PlacedTake, sumsOf, takesTable } from './texts.ts'
import { markersOf, timelineMediaOf } from './timeline-media.ts'
import { writtenAside } from './write-aside.ts'
import { type WrittenFormat, writers } from './writers.ts'

/** Milliseconds for which it is waited for files that came just now to be looked into, and between two looks at a film that may be long. */
export const longestLook = 300_000
const [firstPause, longestPause] = [500, 16_000]

/** Of the format of bundles, and no other text. */
const bundleVersion = '1.0.0'

/** Takes of which notes are read at once, and notes of an export. */
const takesOfNotes = 20
/** Each may tell of a hundred others. */
const sidecarsAtOnce = 20
const mostNotes = 20_000

interface Wanted {
  actor: Actor
  projectId: string
  /** When it was asked for: ISO 8601. */
  askedAt: string
  request: NewExport
  signer: Signer | undefined
  /** Where the texts are put, one after the other. */
  path: string
}

/** A file of an export that is a blob: a take's. */
interface ExportedMedia {
  name: string
  bytes: number
  crc: number
  hash: string
}

/** Takes of an export. */
interface Counts {
  /** Those whose file is not here. */
  missing: number
  /** Those whose file is a signed copy, and those whose file could not be signed: null where no copies were asked for. */
  signed: number | null
  unsigned: number | null
}

/** What an export consists of, before it has a place anywhere. */
export interface Contents extends Counts {
  /** The sums of all others are the last. */
  texts: readonly PackedText[]
  pack: { hash: string; bytes: number }
  media: ExportedMedia[]
}

/** Reads what an export is to have, and writes its texts. Throws what `planOf` does, and `clash` where it cannot be signed. */
export async function contentsOf(
  keeping: Keeping,
  { actor, projectId, askedAt, request, signer, path }: Wanted,
  {
    crcOf,
    onRead,
    onUnknown = waiting(),
  }: Pick<Check, 'crcOf' | 'onRead'> & {
    /** Called while it is not known what some files are: whether to look again. */
    onUnknown?: () => Promise<boolean>
  },
): Promise<Contents> {
  const { db } = keeping
  if (request.signed && !signer) throw cannotSign()
  const plan = await knownPlan(() => planOf(db, actor, { projectId, request }), onUnknown)
  // Before the first copy is made.
  if (request.signed) await requireRoomOfNone(db, bytesOf(plan.takes), keeping.quotas)
  const date = request.date ?? askedAt
  const names = new FileNames()
  const textNames = textNamesOf(plan, { request, names })
  const checked = await checkedTakes(
    keeping,
    { actor, signer: request.signed ? signer : undefined, crcOf, onRead },
    await withMissed(db, { projectId, request }, await placedTakes(plan, request, names)),
  )
  await using pack = await TextPack.create(path)
  const told = { ...plan, request, date, takes: checked.map(({ take }) => take) }
  if (textNames.version) await pack.add(textNames.version, bundleVersion)
  await addTimelines(db, pack, { plan, request, takes: told.takes, names: textNames })
  await pack.add(textNames.takes, takesTable(told.takes))
  if (plan.changes) await pack.add(textNames.changes, changesTable(plan.changes))
  await pack.add(textNames.manifest, manifestOf(told))
  if (request.sidecars) {
    await addSidecars(db, pack, actor, told.takes)
    // To whom is no member any more, nothing is told of takes.
    await requireProject(db, actor, projectId, 'editor')
  }
  const media = checked.flatMap(({ take: { take, path, isIncluded }, crc }): ExportedMedia[] =>
    path === null || !isIncluded || crc === undefined
      ? []
      : [{ name: path, bytes: take.bytes!, crc, hash: take.hash! }],
  )
  const sums = [...pack.texts, ...media.map(({ name, hash }) => ({ name, sha256: hash }))]
  await pack.add(textNames.sums, sumsOf(sums))
  return { texts: pack.texts, pack: await pack.close(), media, ...countsOf(told.takes, request) }
}

function countsOf(takes: readonly PlacedTake[], { signed: isSigned }: NewExport): Counts {
  const included = takes.filter(({ path, isIncluded }) => path !== null && isIncluded)
  const count = (has: 'original' | 'unsigned') => included.filter((take) => take[has] !== undefined).length
  return {
    missing: takes.filter(({ path }) => path === null).length,
    signed: isSigned ? count('original') : null,
    unsigned: isSigned ? count('unsigned') : null,
  }
}

/**
 * Of changes also what whoever unpacks them over the former exports would miss otherwise: files that came later than their take was selected,
 * and those that have another name by now.
 */
async function withMissed(
  db: Database,
  { projectId, request }: { projectId: string; request: NewExport },
  takes: PlacedTake[],
): Promise<PlacedTake[]> {
  const { since } = request
  if (since === undefined) return takes
  const before = await broughtBefore(db, { projectId, request, since })
  const isMissed = ({ path, take: { hash, keptAt } }: PlacedTake) =>
    path !== null && (before ? before.get(path) !== hash : (keptAt ?? '') >= since)
  return takes.map((placed) => ({ ...placed, isIncluded: placed.isIncluded || isMissed(placed) }))
}

function bytesOf(takes: Plan['takes']): number {
  return takes.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0)
}

/**
 * The plan once it is known what its files are: by that they are named, and the cut has their lengths. Of those that are never looked
 * into it waits no longer than it takes others.
 */
async function knownPlan(read: () => Promise<Plan>, onUnknown: () => Promise<boolean>): Promise<Plan> {
  for (;;) {
    const plan = await read()
    const isComing = plan.takes.some(({ facts, workDueAt }) => facts === null && workDueAt !== null)
    if (!isComing || !(await onUnknown())) return plan
  }
}

function waiting(): () => Promise<boolean> {
  const end = performance.now() + longestLook
  let pause = firstPause
  return async () => {
    if (performance.now() > end) return false
    await sleep(pause)
    pause = Math.min(2 * pause, longestPause)
    return true
  }
}

/** Names that are no media's. */
function textNamesOf({ project }: Plan, { request, names }: { request: NewExport; names: FileNames }) {
  const name = safeName(project.name)
  // These two have names that are not ours.
  const bundle = request.bundle
    ? { cut: names.free('content.otio'), version: names.free('version.txt') }
    : null
  const wanted = writers.filter(({ format }) => format !== 'bundled' && request.formats.includes(format))
  return {
    timelines: new Map<WrittenFormat, string>([
      ...(bundle ? [['bundled', bundle.cut] as const] : []),
      ...wanted.map(({ format, ending }) => [format, names.free(`${name}${ending}`)] as const),
    ]),
    version: bundle?.version,
    takes: names.free('takes.csv'),
    changes: names.free('changes.csv'),
    manifest: names.free('manifest.json'),
    sums: names.free('SHA256SUMS'),
  }
}

interface Written {
  plan: Plan
  request: NewExport
  takes: readonly PlacedTake[]
  names: ReturnType<typeof textNamesOf>
}

async function addTimelines(
  db: Database,
  pack: TextPack,
  { plan: { project, entries, settings, alternates }, request, takes, names }: Written,
): Promise<void> {
  // A bundle has a cut, also where nothing is in it.
  const formats = [...names.timelines.keys()].filter((one) => entries.length > 0 || one === 'bundled')
  if (formats.length === 0) return
  const media = new Map(
    takes.flatMap(({ take, path }) =>
      path === null ? [] : [[take.id, timelineMediaOf(take, path, settings.rate)] as const],
    ),
  )
  const rates = new Map([...media].map(([id, { rate }]) => [id, rate]))
  const markers = request.markers ? markersOf(await notesOf(db, [...media.keys()]), rates) : new Map()
  const others = [...alternates].map(([id, ids]) => [id, ids.flatMap((one) => media.get(one) ?? [])] as const)
  const handed = { media, alternates: new Map(others), markers }
  const timeline = timelineOf({ name: project.name, entries, settings }, handed)
  const written = await writtenAside(timeline, formats)
  for (const format of formats) await pack.add(names.timelines.get(format)!, written.get(format)!)
}

async function notesOf(db: Database, ids: readonly string[]) {
  const notes: RowOf<typeof listNotes>[] = []
  for (let at = 0; at < ids.length && notes.length < mostNotes; at += takesOfNotes) {
    const some = JSON.stringify(ids.slice(at, at + takesOfNotes))
    notes.push(...(await db.all(listNotes, { ids: some, limit: mostNotes })))
  }
  return notes.sort(by(({ id }) => id)).slice(0, mostNotes)
}

async function addSidecars(
  db: Database,
  pack: TextPack,
  actor: Actor,
  takes: readonly PlacedTake[],
): Promise<void> {
  const named = takes.flatMap(({ take, path, sidecar, isIncluded }) =>
    path === null || sidecar === null || !isIncluded ? [] : [{ id: take.id, name: sidecar }],
  )
  const pause = pauses()
  for (let at = 0; at < named.length; at += sidecarsAtOnce) {
    const some = named.slice(at, at + sidecarsAtOnce)
    const ids = some.map(({ id }) => id)
    // A take that was deleted since its export began is still handed over, as it was.
    const sidecars = await readSidecars(db, actor, ids)
    for (const { id, name } of some) {
      const sidecar = sidecars.get(id)
      if (sidecar) await pack.add(name, sidecarText(sidecar))
      await pause()
    }
  }
}

/** A line for each thing that it tells: what a take says in itself may be nested so deep that it is all blanks otherwise. */
function sidecarText(sidecar: Sidecar): string {
  const lines = Object.entries(sidecar).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  )
  return `{\n${lines.join(',\n')}\n}\n`
}
