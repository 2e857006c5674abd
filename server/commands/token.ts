import { Command } from 'commander'
import { userByEmail } from '../accounts/create-user.ts'
import { issueToken } from '../tokens/issue.ts'
import { listTokensOfUser } from '../tokens/queries.ts'
import { revokeToken } from '../tokens/revoke.ts'
import { type DatabaseFlags, useDatabase, withDatabaseFlags } from './database.ts'
import { table } from './table.ts'

export function tokenCommand(): Command {
  return new Command('token')
    .description('Make, list and revoke API tokens.')
    .addCommand(create())
    .addCommand(list())
    .addCommand(revoke())
}

function create(): Command {
  const command = new Command('create')
    .description('Make a token, valid for 90 days. It is printed this once; only its hash is kept.')
    .requiredOption('--user <email>', 'whose token')
    .requiredOption('--name <name>', 'what it is for, 1 to 100 characters')
  return withDatabaseFlags(command).action(async (flags: DatabaseFlags & { user: string; name: string }) => {
    const rawToken = await useDatabase(flags, async (db) => {
      const { id } = await userByEmail(db, flags.user)
      return issueToken(db, { userId: id, name: flags.name })
    })
    console.log(rawToken)
  })
}

function list(): Command {
  const command = new Command('list')
    .description("List a user's tokens, the newest first.")
    .requiredOption('--user <email>', 'whose tokens')
    .option('--json', 'as a JSON array')
  return withDatabaseFlags(command).action(
    async (flags: DatabaseFlags & { user: string; json?: boolean }) => {
      const tokens = await useDatabase(flags, async (db) => {
        const { id } = await userByEmail(db, flags.user)
        return db.all(listTokensOfUser, { userId: id })
      })
      if (flags.json) return console.log(JSON.stringify(tokens, null, 2))
      const rows = tokens.map((token) => [
        token.id,
        token.name,
        token.createdAt,
        token.expiresAt,
        token.lastUsedAt,
        token.revokedAt,
      ])
      console.log(table(['ID', 'NAME', 'CREATED', 'EXPIRES', 'LAST USED', 'REVOKED'], rows))
    },
  )
}

function revoke(): Command {
  const command = new Command('revoke').description('End a token at once, on every node.').argument('<id>')
  return withDatabaseFlags(command).action(async (id: string, flags: DatabaseFlags) => {
    await useDatabase(flags, (db) => revokeToken(db, id))
    console.log(`Revoked ${id}.`)
  })
}
