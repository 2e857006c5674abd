import { statement } from '../db/statement.ts'

export const findSetUp = statement((db) =>
  db.selectFrom('installation').select(['setup_hash as hash', 'setup_expires_at as expiresAt']),
)

/**
 * The same, and holds back, until the transaction ends, any other that locks it: whoever makes users, administrators
 * or invitations. SQLite has one writer anyway.
 */
export const lockInstallation = statement((db, _: object, engine) =>
  db
    .selectFrom('installation')
    .select(['setup_hash as hash', 'setup_expires_at as expiresAt'])
    .$if(engine === 'postgres', (query) => query.forUpdate()),
)

export const writeSetUp = statement(
  (db, { hash, expiresAt }: { hash: string | null; expiresAt: string | null }) =>
    db.updateTable('installation').set({ setup_hash: hash, setup_expires_at: expiresAt }),
)
