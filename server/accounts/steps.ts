import { isoNow } from '../clock.ts'
import type { Transaction } from '../db/database.ts'
import type { SignInStepKind } from '../db/tables.ts'
import type { Own } from './admit-session.ts'
import { stepSeconds } from './browser-cookie.ts'
import { hashSecret } from './secret.ts'
import { deleteOldSteps, putStep, takeStep } from './step-queries.ts'

interface StepKey {
  secret: string
  kind: SignInStepKind
}

/** Of what is begun in a session, and belongs to it alone. */
export function stepOfSession(kind: SignInStepKind, { sessionId }: Pick<Own, 'sessionId'>): StepKey {
  return { kind, secret: `${kind} ${sessionId}` }
}

/** Remembers for ten minutes what was begun, for whoever has the secret. */
export async function keepStep(
  transaction: Transaction,
  { secret, ...step }: StepKey & { userId: string | null; proof: string },
): Promise<void> {
  await transaction.run(deleteOldSteps, { now: isoNow() })
  const expiresAt = new Date(Date.now() + stepSeconds * 1000).toISOString()
  await transaction.run(putStep, { hash: hashSecret(secret), ...step, expiresAt })
}

/** What was remembered, once: it is forgotten, if the transaction holds. Undefined where nothing was, or too long ago. */
export async function takeUpStep(
  transaction: Transaction,
  { secret, kind }: StepKey,
): Promise<{ userId: string | null; proof: string } | undefined> {
  const [taken] = await transaction.all(takeStep, { hash: hashSecret(secret), kind, now: isoNow() })
  return taken
}
