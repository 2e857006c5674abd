import type { FrameRate } from '@dailies/contract/frame.ts'
import type { CardMedia, MediaFacts, MediaKind, MediaState } from '@dailies/contract/media.ts'
import type { Connection, Transaction } from '../db/database.ts'
import { listMadeOf, listMediaOfVersion, type MadeMedia, setSummary } from './queries.ts'

/** How many digits of a hash tell a file of a version from others that it had or will have. */
const digits = 16

const thumbnailKinds = ['thumb-320', 'thumb-640', 'thumb-1280'] as const satisfies MediaKind[]

/** Frames of a filmstrip are so wide. */
const frameWidth = 160

/**
 * What a card shows of the media of a version, as JSON in the row of its original: so a board looks up one row for each card.
 * Files are the beginnings of their hashes.
 */
interface MediaSummary {
  state: MediaState
  /** Milliseconds. */
  endsAt: number | null
  reason?: string | null
  type?: string | null
  bytes?: number
  width?: number | null
  height?: number | null
  durationSeconds?: number | null
  placeholder?: string | null
  looks?: string | null
  isWorkedOn?: boolean
  original?: string
  thumbnails?: [kind: MediaKind, file: string, width: number, height: number][]
  poster?: string
  filmstrip?: [file: string, frames: number]
  waveform?: string
  proxy?: string
}

/** What is known of a blob; of a waveform, what it is. */
export type BlobFacts = MediaFacts & { waveform?: string }

/** Makes the address of a file of a version; `file` is the beginning of its hash. */
export type AddressOf = (versionId: string, kind: MediaKind, file: string) => string

/** For who is signed in to the console. */
export const plainAddress: AddressOf = (id, kind, file) =>
  `/api/media/${encodeURIComponent(id)}/${kind}?v=${file}`

/** Of a column that is a `MediaSummary`: null of what is not known. */
export function measuresOf(column: string | null): Pick<CardMedia, 'width' | 'height' | 'durationSeconds'> {
  const {
    width = null,
    height = null,
    durationSeconds = null,
  }: Partial<MediaSummary> = column === null ? {} : JSON.parse(column)
  return { width, height, durationSeconds }
}

/** A column that is a `MediaSummary`, as the contract has it. */
export function cardMediaOf(
  versionId: string,
  column: string | null,
  addressOf: AddressOf,
): CardMedia | null {
  if (column === null) return null
  const summary = JSON.parse(column) as MediaSummary
  const { state, endsAt, original, thumbnails = [], poster, filmstrip, proxy } = summary
  const address = (kind: MediaKind, file: string | undefined) =>
    file === undefined ? null : addressOf(versionId, kind, file)
  return {
    state,
    endsAt: state === 'waiting' && endsAt !== null ? new Date(endsAt).toISOString() : null,
    reason: summary.reason ?? null,
    type: summary.type ?? null,
    bytes: summary.bytes ?? null,
    width: summary.width ?? null,
    height: summary.height ?? null,
    durationSeconds: summary.durationSeconds ?? null,
    placeholder: summary.placeholder ?? null,
    isWorkedOn: summary.isWorkedOn ?? false,
    original: address('original', original),
    thumbnails: thumbnails.map(([kind, file, width, height]) => ({
      url: addressOf(versionId, kind, file),
      width,
      height,
    })),
    poster: address('poster', poster),
    filmstrip: filmstrip
      ? { url: addressOf(versionId, 'filmstrip', filmstrip[0]), frames: filmstrip[1] }
      : null,
    waveform: summary.waveform ?? null,
    proxy: address('proxy', proxy),
  }
}

/** The media type of the original. */
export function typeOf(column: string | null): string | null {
  return column === null ? null : ((JSON.parse(column) as MediaSummary).type ?? null)
}

/** By which pictures that look alike are found: 64 bits in hex. */
export function looksOf(column: string | null): string | null {
  return column === null ? null : ((JSON.parse(column) as MediaSummary).looks ?? null)
}

/** What is told of a version whose original is not here, as it is stored. */
export function summaryOfNone(media: { state: MediaState; endsAt: number | null; reason: string | null }) {
  const { state, endsAt, reason } = media
  return JSON.stringify({ state, endsAt, reason } satisfies MediaSummary)
}

/** Writes the summary of a version anew, in the transaction that changed what it tells of. */
export async function refreshSummary(transaction: Transaction, versionId: string): Promise<void> {
  const summary = await makeSummary(transaction, versionId)
  if (summary) await transaction.run(setSummary, { versionId, summary })
}

async function makeSummary(db: Connection, versionId: string): Promise<string | undefined> {
  const rows = await db.all(listMediaOfVersion, { versionId })
  const of = (wanted: MediaKind) => rows.find(({ kind }) => kind === wanted)
  const original = of('original')
  if (!original) return undefined
  const { state, hash } = original
  if (hash === null) return summaryOfNone(original)

  const poster = of('poster')
  const [made, madeOfPoster] = await Promise.all([
    db.all(listMadeOf, { hash }),
    poster?.hash ? db.all(listMadeOf, { hash: poster.hash }) : [],
  ])
  const facts = factsOf(original.facts)
  const posterFacts = factsOf(poster?.facts ?? null)
  const find = (kind: MediaKind) =>
    madeOfPoster.find((one) => one.kind === kind) ?? made.find((one) => one.kind === kind)
  const filmstrip = stripOf(of('filmstrip')?.hash, factsOf(of('filmstrip')?.facts ?? null), find('filmstrip'))
  const waveform = of('waveform')?.summary ?? factsOf(find('waveform')?.facts ?? null)?.waveform
  const summary: MediaSummary = {
    state,
    endsAt: null,
    reason: facts?.problem ?? null,
    type: facts?.type ?? null,
    bytes: original.bytes,
    width: facts?.width ?? posterFacts?.width ?? null,
    height: facts?.height ?? posterFacts?.height ?? null,
    durationSeconds: facts?.durationSeconds ?? null,
    placeholder: posterFacts?.placeholder ?? facts?.placeholder ?? null,
    looks: posterFacts?.perceptualHash ?? facts?.perceptualHash ?? null,
    isWorkedOn: original.workDueAt !== null || (poster?.workDueAt ?? null) !== null,
    original: fileOf(hash),
    thumbnails: thumbnailKinds.flatMap((kind) => {
      const one = find(kind)
      return one?.width && one.height ? [[kind, fileOf(one.hash), one.width, one.height] as const] : []
    }) as MediaSummary['thumbnails'] & object,
    ...optional('poster', poster?.hash ?? find('poster')?.hash),
    ...(filmstrip && { filmstrip }),
    ...(waveform && { waveform }),
    ...optional('proxy', find('proxy')?.hash),
  }
  return JSON.stringify(summary)
}

function optional<K extends string>(kind: K, hash: string | null | undefined) {
  return hash ? { [kind]: fileOf(hash) } : {}
}

/** Of frames that were sent, how many there are is told by how wide they are together. */
function stripOf(
  sent: string | null | undefined,
  facts: MediaFacts | null,
  made: MadeMedia | undefined,
): [file: string, frames: number] | undefined {
  const hash = sent ?? made?.hash
  const width = sent ? facts?.width : made?.width
  if (!hash || !width || width < frameWidth) return undefined
  return [fileOf(hash), Math.round(width / frameWidth)]
}

/** Of a film, of what is known of its original; null where nobody knows it. */
export function frameRateIn(column: string | null): FrameRate | null {
  return rateOf(factsOf(column))
}

/** What is known of how long a film is. */
export function lengthIn(column: string | null): { rate: FrameRate | null; durationSeconds: number | null } {
  const facts = factsOf(column)
  return { rate: rateOf(facts), durationSeconds: facts?.durationSeconds || null }
}

function rateOf(facts: BlobFacts | null): FrameRate | null {
  const { frameRate } = facts ?? {}
  return frameRate && frameRate.numerator > 0 && frameRate.denominator > 0 ? frameRate : null
}

function factsOf(column: string | null): BlobFacts | null {
  return column === null ? null : (JSON.parse(column) as BlobFacts)
}

/** The beginning of a hash. */
export function fileOf(hash: string): string {
  return hash.slice(0, digits)
}
