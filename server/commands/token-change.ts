import { newToken, tokenRotation, tokenUpdate } from '@dailies/contract/token.ts'
import { Command, Option } from 'commander'
import { checked } from '../checked.ts'
import type { Database } from '../db/database.ts'
import { DailiesError, notFound } from '../error.ts'
import { changeToken } from '../tokens/change.ts'
import { issueToken } from '../tokens/issue.ts'
import { findTokenOwner } from '../tokens/queries.ts'
import { rotateToken } from '../tokens/rotate.ts'
import { commandLine } from '../tokens/token-manager.ts'
import {
  type DatabaseFlags,
  type UserFlags,
  useDatabase,
  useDatabaseAs,
  withDatabaseFlags,
} from './database.ts'
import type { Terminal } from './terminal.ts'

interface AccessFlags {
  name?: string
  permission?: string
  project?: string[]
  allProjects?: boolean
  perMinute?: string
  perHour?: string
  defaultRate?: boolean
}

export function createCommand(terminal: Terminal): Command {
  const command = new Command('create')
    .description('Make a token, valid for 90 days. It is printed this once; only its hash is kept.')
    .requiredOption('--user <email>', 'whose token')
    .requiredOption('--name <name>', 'what it is for, 1 to 100 characters')
  return withDatabaseFlags(withAccessFlags(command)).action(async (flags: UserFlags & AccessFlags) => {
    const chosen = checked(newToken, chosenBy(flags))
    const { token } = await useDatabaseAs(terminal, flags, ({ db, userId }) =>
      issueToken(db, commandLine(userId), chosen),
    )
    terminal.print(token)
  })
}

export function updateCommand(terminal: Terminal): Command {
  const command = withAccessFlags(
    new Command('update')
      .description('Rename a token, or change what it may, from the next request on.')
      .argument('<id>')
      .option('--name <name>', 'what it is for, 1 to 100 characters'),
  )
    .addOption(new Option('--all-projects', 'the things of all projects').conflicts('project'))
    .addOption(
      new Option('--default-rate', 'as many requests as the service allows').conflicts([
        'perMinute',
        'perHour',
      ]),
    )
  return withDatabaseFlags(command).action(async (id: string, flags: DatabaseFlags & AccessFlags) => {
    const chosen = chosenBy(flags)
    if (Object.values(chosen).every((value) => value === undefined)) {
      throw new DailiesError('invalid', 'say what to change: dailies token update --help shows what there is')
    }
    const update = checked(tokenUpdate, chosen)
    await useDatabase(terminal, flags, async (db) =>
      changeToken(db, commandLine(await ownerOfToken(db, id)), { id, update }),
    )
    terminal.print(`Changed ${id}.`)
  })
}

export function rotateCommand(terminal: Terminal): Command {
  const command = new Command('rotate')
    .description(
      'Make a successor that may the same, valid for 90 days. It is printed this once; the old one ends at once.',
    )
    .argument('<id>')
    .option('--overlap <seconds>', 'keep the old one valid for so long, up to 86400 (24 hours)')
  return withDatabaseFlags(command).action(
    async (id: string, flags: DatabaseFlags & { overlap?: string }) => {
      const { overlapSeconds } = checked(tokenRotation, { overlapSeconds: numberOf(flags.overlap) })
      const { token } = await useDatabase(terminal, flags, async (db) =>
        rotateToken(db, commandLine(await ownerOfToken(db, id)), { id, overlapSeconds }),
      )
      terminal.print(token)
    },
  )
}

function withAccessFlags(command: Command): Command {
  return command
    .option('--permission <names>', 'only these, separated by commas: read,capture,…')
    .option('--project <id...>', 'only the things of these projects')
    .option('--per-minute <number>', 'requests a minute at most, with --per-hour')
    .option('--per-hour <number>', 'requests an hour at most, with --per-minute')
}

/** What the flags say, as the contract names it; undefined says nothing. */
function chosenBy({
  name,
  permission,
  project,
  allProjects,
  perMinute,
  perHour,
  defaultRate,
}: AccessFlags): object {
  const limited = perMinute !== undefined || perHour !== undefined
  const rateLimit = { perMinute: numberOf(perMinute), perHour: numberOf(perHour) }
  return {
    name,
    permissions: permission?.split(',').map((one) => one.trim()),
    projectIds: allProjects ? [] : project,
    rateLimit: limited ? rateLimit : defaultRate ? null : undefined,
  }
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text)
}

/** Throws `not_found`. */
export async function ownerOfToken(db: Database, id: string): Promise<string> {
  const actor = await db.first(findTokenOwner, { id })
  if (!actor) throw notFound('Token')
  return actor.userId
}
