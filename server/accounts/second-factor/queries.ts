import { statement } from '../../db/statement.ts'

export const findSecondFactor = statement((db, { userId }: { userId: string }) =>
  db
    .selectFrom('second_factors')
    .select(['secret', 'last_step as lastStep', 'created_at as createdAt'])
    .where('user_id', '=', userId),
)

/** In place of the one before. */
export const putSecondFactor = statement(
  (db, row: { userId: string; secret: string; lastStep: number; now: string }) =>
    db
      .insertInto('second_factors')
      .values({
        user_id: row.userId,
        secret: row.secret,
        last_step: row.lastStep,
        created_at: row.now,
      })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet({
          secret: row.secret,
          last_step: row.lastStep,
          created_at: row.now,
        }),
      ),
)

/** Touches no row where a code of that period, or a later one, was taken before. */
export const takePeriod = statement((db, { userId, step }: { userId: string; step: number }) =>
  db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step),
)

export const deleteSecondFactor = statement((db, { userId }: { userId: string }) =>
  db.deleteFrom('second_factors').where('user_id', '=', userId),
)

/** The session has shown a second factor from now on. */
export const noteFactorOfSession = statement((db, { sessionId }: { sessionId: string }) =>
  db.updateTable('sessions').set({ second_factor: 1 }).where('id', '=', sessionId),
)

/** They count as begun with a password alone, but for those that the identity provider began. */
export const forgetFactorOfSessions = statement((db, { userId }: { userId: string }) =>
  db
    .updateTable('sessions')
    .set({ second_factor: null })
    .where('user_id', '=', userId)
    .where('id', 'not in', (begun) => begun.selectFrom('provider_sessions').select('session_id')),
)

export const insertRecoveryCode = statement((db, { userId, hash }: { userId: string; hash: string }) =>
  db.insertInto('recovery_codes').values({ user_id: userId, hash }),
)

/** Touches no row for a code that is none, or was used. */
export const takeRecoveryCode = statement((db, { userId, hash }: { userId: string; hash: string }) =>
  db.deleteFrom('recovery_codes').where('user_id', '=', userId).where('hash', '=', hash),
)

export const deleteRecoveryCodes = statement((db, { userId }: { userId: string }) =>
  db.deleteFrom('recovery_codes').where('user_id', '=', userId),
)

export const countRecoveryCodes = statement((db, { userId }: { userId: string }) =>
  db
    .selectFrom('recovery_codes')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId),
)
