import { statement } from '../db/statement.ts'
import type { SignInStepKind } from '../db/tables.ts'

interface Step {
  hash: string
  kind: SignInStepKind
}

/** In place of the same that was begun before. */
export const putStep = statement(
  (db, row: Step & { userId: string | null; proof: string; expiresAt: string }) =>
    db
      .insertInto('sign_in_steps')
      .values({
        hash: row.hash,
        kind: row.kind,
        user_id: row.userId,
        proof: row.proof,
        expires_at: row.expiresAt,
      })
      .onConflict((conflict) =>
        conflict.column('hash').doUpdateSet({ proof: row.proof, expires_at: row.expiresAt }),
      ),
)

export const findStep = statement((db, { hash, kind, now }: Step & { now: string }) =>
  db
    .selectFrom('sign_in_steps')
    .select(['user_id as userId', 'proof'])
    .where('hash', '=', hash)
    .where('kind', '=', kind)
    .where('expires_at', '>', now),
)

/** Of several that take the same at once, this is for one alone: it is gone. */
export const takeStep = statement((db, { hash, kind, now }: Step & { now: string }) =>
  db
    .deleteFrom('sign_in_steps')
    .where('hash', '=', hash)
    .where('kind', '=', kind)
    .where('expires_at', '>', now)
    .returning(['user_id as userId', 'proof']),
)

export const deleteStepsOfUser = statement((db, { userId }: { userId: string }) =>
  db.deleteFrom('sign_in_steps').where('user_id', '=', userId),
)

export const deleteOldSteps = statement((db, { now }: { now: string }) =>
  db.deleteFrom('sign_in_steps').where('expires_at', '<=', now),
)
