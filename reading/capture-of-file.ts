import type { CaptureInput } from '@dailies/contract/capture.ts'
import { assetTypeOfFile, spokenName } from './file-kind.ts'
import { fitMetadata } from './fit.ts'
import { platformOf } from './generators.ts'
import { mergeReadings, nameOfSource } from './merge.ts'
import type { Reading } from './reading.ts'

type CaptureBody = Partial<CaptureInput>

/** What has to be given by somebody where the file does not tell it. */
export type MissingOfFile = 'projectId' | 'sceneId' | 'prompt'

export interface FileToCapture {
  /** Without its folders. */
  name: string
  /** Media type by content, as far as it is known; else the end of the name counts. */
  type?: string | undefined
  /** Bytes. */
  size: number
  /** Of all of it, 64 hex digits. Until it is known there is no `captureId`. */
  sha256?: string | undefined
  /** Of `readMedia`: the most trustworthy first. */
  readings: readonly Reading[]
}

interface Making {
  file: FileToCapture
  /** What a person or a program says of it: it wins over what the file tells. Empty texts say nothing. */
  given: CaptureBody
  source: 'upload' | 'command-line' | 'watch' | 'comfyui' | 'mcp'
  /** How often this content was filed at this place and deleted since. */
  round?: number
}

/** Bytes of all metadata as JSON: with texts of full length a capture still is less than the 1 MiB that is taken. */
const largestMetadata = 350_000

/** Filed under that when neither the file nor anybody tells what made it. */
const local = { platformKey: 'local', platformLabel: 'Local' }

/**
 * The body of a capture (POST /api/assets, POST /api/extension/ingest) of a file, and what it still lacks. The same file,
 * given the same, makes the same body. See `captureIdOfFile` for what is a repeat.
 */
export function captureOfFile({ file, given, source, round = 0 }: Making): {
  body: CaptureBody
  missing: MissingOfFile[]
} {
  const said = withoutGaps(given)
  const { metadata, ...told } = mergeReadings(file.readings)
  const body = withoutGaps({
    title: clean(spokenName(file.name)),
    assetType: assetTypeOfFile(file),
    status: 'GENERATED' as const,
    ...withoutGaps(told),
    ...(said.platformKey || said.platformId ? {} : platformOfFile(file.readings, told.platformKey)),
    ...said,
    sceneId: said.sceneId?.toUpperCase(),
    metadata: fitMetadata({ ...metadata, ...said.metadata }, largestMetadata),
  })
  if (said.platformId && !said.platformKey) delete body.platformKey
  const { projectId, sceneId, shotId } = body
  const place = projectId && sceneId ? { projectId, sceneId, shotId } : undefined
  const provenance = withoutGaps({
    ...said.provenance,
    source,
    fileName: clean(file.name),
    bytes: file.size,
    sha256: file.sha256,
    readFrom: file.readings.map(({ source }) => nameOfSource(source)),
    captureId: place && file.sha256 ? captureIdOfFile(file.sha256, place, round) : undefined,
  })
  return { body: { ...body, provenance }, missing: required.filter((field) => !body[field]) }
}

const required = ['projectId', 'sceneId', 'prompt'] as const

/** How often the same content can be filed anew at a place after it was deleted there: rounds of `captureIdOfFile`. */
export const mostRounds = 100

/**
 * By what a file is filed once: its content and its place, whoever sends it from where, and under which name. The service keeps it
 * for years, and answers a repeat with the id of the version that it made; where that was deleted, or its making undone, the
 * next `round` files the content anew. At most 200 characters, as the service takes them.
 */
export function captureIdOfFile(
  sha256: string,
  { projectId, sceneId, shotId }: { projectId: string; sceneId: string; shotId?: string | undefined },
  round = 0,
): string {
  const place = shotId ? `shot:${shotId}` : `${projectId}:${sceneId.toUpperCase()}`
  return `file:${sha256}:${place}${round > 0 ? `:${round}` : ''}`
}

function platformOfFile(readings: readonly Reading[], told: string | undefined) {
  const named = readings.map(({ source }) => source.kind === 'media' && platformOf(source.tool)).find(Boolean)
  const platformKey = told || named
  return platformKey ? { platformKey } : local
}

/** A name that the service takes as text: names of files are cut by no one, and may hold anything. */
function clean(name: string): string {
  return name.replaceAll('\0', '').slice(0, 1000).toWellFormed()
}

/** Without what says nothing; what is empty must not hide what the file tells. */
function withoutGaps<T extends object>(values: T): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !saysNothing(value))) as T
}

function saysNothing(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return value.trim() === ''
  return typeof value === 'object' && Object.keys(value).length === 0
}
