import { Command } from 'commander'
import { beyondIds } from '../db/id.ts'
import { printableJson } from '../printable.ts'
import { toAuditEntry } from '../tokens/audit.ts'
import { listAuditOfUser, listTokensOfUser } from '../tokens/queries.ts'
import { revokeToken } from '../tokens/revoke.ts'
import { toToken } from '../tokens/token.ts'
import { commandLine } from '../tokens/token-manager.ts'
import {
  type DatabaseFlags,
  type UserFlags,
  useDatabase,
  useDatabaseAs,
  withDatabaseFlags,
} from './database.ts'
import { table } from './table.ts'
import type { Terminal } from './terminal.ts'
import { createCommand, ownerOfToken, rotateCommand, updateCommand } from './token-change.ts'

export function tokenCommand(terminal: Terminal): Command {
  return new Command('token')
    .description('Make, list, change, rotate and revoke API tokens.')
    .addCommand(createCommand(terminal))
    .addCommand(listCommand(terminal))
    .addCommand(updateCommand(terminal))
    .addCommand(rotateCommand(terminal))
    .addCommand(revokeCommand(terminal))
    .addCommand(auditCommand(terminal))
}

type ListFlags = UserFlags & { json?: boolean }

function listCommand(terminal: Terminal): Command {
  const command = new Command('list')
    .description("List a user's tokens, the newest first, with those that have ended.")
    .requiredOption('--user <email>', 'whose tokens')
    .option('--json', 'as a JSON array, with what each may do')
  return withDatabaseFlags(command).action(async (flags: ListFlags) => {
    const rows = await useDatabaseAs(terminal, flags, ({ db, userId }) =>
      everyPage((page) => db.all(listTokensOfUser, { userId, ...page })),
    )
    const tokens = rows.map((row) => toToken(row, Date.now()))
    if (flags.json) return terminal.print(printableJson(tokens))
    const cells = tokens.map(({ id, name, state, createdAt, expiresAt, lastUsedAt, revokedAt }) => [
      id,
      name,
      state,
      createdAt,
      expiresAt,
      lastUsedAt,
      revokedAt,
    ])
    terminal.print(table(['ID', 'NAME', 'STATE', 'CREATED', 'EXPIRES', 'LAST USED', 'REVOKED'], cells))
  })
}

function revokeCommand(terminal: Terminal): Command {
  const command = new Command('revoke')
    .description('End a token at once, on every node.')
    .argument('<id>')
    .option('--successors', 'also what came of it: its successors, and the tokens that were made with it')
  return withDatabaseFlags(command).action(
    async (id: string, flags: DatabaseFlags & { successors?: true }) => {
      const { successors = false } = flags
      const { successors: more } = await useDatabase(terminal, flags, async (db) =>
        revokeToken(db, commandLine(await ownerOfToken(db, id)), id, { successors }),
      )
      for (const revoked of [id, ...more]) terminal.print(`Revoked ${revoked}.`)
    },
  )
}

function auditCommand(terminal: Terminal): Command {
  const command = new Command('audit')
    .description("List what was done to a user's tokens, when and by what, the newest first.")
    .requiredOption('--user <email>', 'whose tokens')
    .option('--json', 'as a JSON array')
  return withDatabaseFlags(command).action(async (flags: ListFlags) => {
    const rows = await useDatabaseAs(terminal, flags, ({ db, userId }) =>
      everyPage((page) => db.all(listAuditOfUser, { userId, ...page })),
    )
    const entries = rows.map(toAuditEntry)
    if (flags.json) return terminal.print(printableJson(entries))
    const cells = entries.map(({ at, action, tokenId, tokenName, by, details }) => [
      at,
      action,
      tokenId,
      tokenName,
      by,
      JSON.stringify(details),
    ])
    terminal.print(table(['TIME', 'ACTION', 'TOKEN', 'NAME', 'BY', 'DETAILS'], cells))
  })
}

/** All rows of a list that goes back in time, however many there are. */
async function everyPage<Row extends { id: string }>(
  read: (page: { before: string; limit: number }) => Promise<Row[]>,
): Promise<Row[]> {
  const limit = 1000
  const rows: Row[] = []
  for (let before: string | undefined = beyondIds; before !== undefined; ) {
    const page: Row[] = await read({ before, limit })
    rows.push(...page)
    before = page.length < limit ? undefined : page.at(-1)?.id
  }
  return rows
}
