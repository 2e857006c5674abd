import { hash } from 'node:crypto'
import type { CapturedAssetVersion } from '@dailies/contract/asset-version.ts'
import { type Capture, capture as captureSchema } from '@dailies/contract/capture.ts'
import { z } from 'zod'
import { CameSecond, type Transaction } from '../db/database.ts'
import { invalid } from '../error.ts'
import { findCaptureKey, insertCaptureKey } from '../production/capture-key-queries.ts'

const longestKey = 200

/** What tells a repeated capture from a new one. `field` is what an error about it is keyed by. */
interface CaptureKey {
  kind: 'captureId' | 'idempotencyKey'
  key: string
  field: 'provenance' | 'idempotency-key'
}

/** The keys that a capture came with, in a fixed order: at most its `provenance.captureId` and its header. */
export function captureKeys(capture: Capture, idempotencyKey: string | undefined): CaptureKey[] {
  const keys: CaptureKey[] = []
  const captureId = capture.provenance?.captureId
  if (typeof captureId === 'string' && captureId !== '') {
    if (captureId.length > longestKey || captureId.includes('\0') || !captureId.isWellFormed()) {
      const message = `captureId: Must be at most ${longestKey} characters, of valid Unicode, without U+0000`
      throw invalid({ provenance: [message] })
    }
    keys.push({ kind: 'captureId', key: captureId, field: 'provenance' })
  }
  if (idempotencyKey) keys.push({ kind: 'idempotencyKey', key: idempotencyKey, field: 'idempotency-key' })
  return keys
}

/**
 * What was answered to the first capture with one of the keys, and which of them it had. Throws `invalid` when it had
 * another body.
 */
export async function earlierAnswer(
  transaction: Transaction,
  { userId, keys, capture }: { userId: string; keys: CaptureKey[]; capture: Capture },
): Promise<{ answer: CapturedAssetVersion; keys: CaptureKey[] } | undefined> {
  let answer: CapturedAssetVersion | undefined
  const known: CaptureKey[] = []
  for (const one of keys) {
    const earlier = await transaction.first(findCaptureKey, { userId, kind: one.kind, key: one.key })
    if (!earlier) continue
    if (!isFingerprintOf(capture, earlier.fingerprint)) {
      const place = one.kind === 'captureId' ? 'captureId: ' : ''
      throw invalid({ [one.field]: [`${place}Already used for another capture`] })
    }
    answer ??= JSON.parse(earlier.answer) as CapturedAssetVersion
    known.push(one)
  }
  return answer && { answer, keys: known }
}

/** Keeps the answer under each key. Throws `CameSecond` when the same capture arrived twice at once. */
export async function keepAnswer(
  transaction: Transaction,
  {
    userId,
    keys,
    fingerprint,
    answer,
  }: {
    userId: string
    keys: CaptureKey[]
    fingerprint: string
    answer: CapturedAssetVersion
  },
): Promise<void> {
  for (const { kind, key } of keys) {
    const inserted = await transaction.run(insertCaptureKey, {
      userId,
      kind,
      key,
      fingerprint,
      answer: JSON.stringify(answer),
      assetVersionId: answer.id,
      createdAt: answer.createdAt,
    })
    if (inserted === 0) throw new CameSecond()
  }
}

/**
 * The same for bodies that say the same, whatever the order of their keys. What has its default counts as left out: so
 * a body that was sent before a field with a default existed is the same when it is sent again after.
 */
export function captureFingerprint(capture: Capture, schema: z.ZodObject = captureSchema): string {
  return fingerprintOf(said(capture, schema))
}

/** Whether it was made of a body that says the same, by this version of Dailies or an earlier one. */
function isFingerprintOf(capture: Capture, fingerprint: string): boolean {
  const isSame = fingerprint === captureFingerprint(capture)
  return isSame || fingerprint === fingerprintOf({ ...earlierDefaults, ...said(capture, captureSchema) })
}

/** The defaults that there were while fingerprints had them in them. Those are kept for ever: never add one. */
const earlierDefaults = {
  status: 'DRAFT',
  selected: false,
  rightsState: 'UNKNOWN',
  createPromptPackage: false,
}

function said(capture: Capture, { shape }: z.ZodObject): object {
  return Object.fromEntries(
    Object.entries(capture).filter(([name, value]) => value !== defaultOf(shape[name])),
  )
}

/** Undefined where there is none. Defaults are strings, numbers and booleans, which are compared as they are. */
function defaultOf(field: z.core.$ZodType | undefined): unknown {
  return field instanceof z.ZodDefault ? field.def.defaultValue : undefined
}

function fingerprintOf(said: object): string {
  return hash('sha256', JSON.stringify(sorted(said)))
}

const { isRawJSON } = JSON as JSON & { isRawJSON(value: unknown): boolean }

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null || isRawJSON(value)) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  // In an object, so that it differs from an array of the same pairs.
  return { entries: entries.map(([key, member]) => [key, sorted(member)]) }
}
