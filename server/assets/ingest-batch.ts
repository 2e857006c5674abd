import { type Capture, capture as captureSchema } from '@dailies/contract/capture.ts'
import type { CaptureResult } from '@dailies/contract/capture-batch.ts'
import { checked } from '../checked.ts'
import type { Database } from '../db/database.ts'
import { DailiesError, errorAnswer } from '../error.ts'
import { pauses } from '../pauses.ts'
import type { Actor } from '../production/membership.ts'
import { ingest } from './ingest.ts'

interface Batch {
  actor: Actor
  /** As they came: each is checked by itself. */
  captures: unknown[]
  /** Hears of what nobody expected. */
  failed: (error: unknown) => void
}

/**
 * Files captures in their order, each in a transaction of its own, and says of each what POST ingest would have
 * answered. Once the database cannot be reached the rest is not tried. Never throws.
 */
export async function ingestBatch(
  db: Database,
  { actor, captures, failed }: Batch,
): Promise<CaptureResult[]> {
  /** Of the first for which the database could not be reached. */
  let lost: { at: number; error: unknown } | undefined
  const requireThere = (at: number) => {
    if (lost && lost.at < at) throw lost.error
  }

  async function file(input: unknown, at: number): Promise<CaptureResult> {
    try {
      const capture = captureOf(input)
      requireThere(at)
      // Also of what waited for its turn meanwhile.
      const transaction: Database['transaction'] = (work, waiting) =>
        db.transaction(async (transaction) => {
          requireThere(at)
          return work(transaction)
        }, waiting)
      return { ok: true, asset: await ingest({ ...db, transaction }, { actor, capture }) }
    } catch (error) {
      const { status, body, unexpected } = errorAnswer(error)
      if (unexpected && !lost) failed(error)
      if (status === 503) lost ??= { at, error }
      return { ok: false, status, ...body }
    }
  }

  const results: Promise<CaptureResult>[] = []
  const pause = pauses()
  for (const [at, capture] of captures.entries()) {
    const result = file(capture, at)
    results.push(result)
    // SQLite runs transactions in the order in which they were asked for, and those asked for together share a commit.
    if (db.engine === 'postgres') await result
    const pausing = pause()
    if (pausing) await pausing
  }
  return Promise.all(results)
}

/** As a body of POST ingest is; one that could not be read is the error that says why. */
function captureOf(input: unknown): Capture {
  if (input instanceof DailiesError) throw input
  return checked(captureSchema, input)
}
