import { Command } from 'commander'
import { setPassword } from '../accounts/change-password.ts'
import { createUser } from '../accounts/create-user.ts'
import { listUsers } from '../accounts/queries.ts'
import { removeUserByEmail } from '../accounts/remove-user.ts'
import { resetSecondFactorByEmail } from '../accounts/second-factor/set-up-second-factor.ts'
import { disableUser } from '../accounts/update-user.ts'
import { pathOfDatabase } from '../db/inspect.ts'
import { printable, printableJson } from '../printable.ts'
import { type DatabaseFlags, useDatabase, withDatabaseFlags } from './database.ts'
import { table } from './table.ts'
import type { Terminal } from './terminal.ts'

export function userCommand(terminal: Terminal): Command {
  return new Command('user')
    .description('Add and list users, set their passwords, keep them out, and remove them.')
    .addCommand(create(terminal))
    .addCommand(password(terminal))
    .addCommand(disable(terminal))
    .addCommand(enable(terminal))
    .addCommand(resetSecondFactor(terminal))
    .addCommand(remove(terminal))
    .addCommand(list(terminal))
}

function create(terminal: Terminal): Command {
  const command = new Command('create')
    .description('Add a user. The password (8 to 128 characters) is read from standard input.')
    .argument('<email>')
    .requiredOption('--name <name>', 'name to show')
    .requiredOption('--password-stdin', 'read the password from standard input')
    .option('--administrator', 'may manage users and invitations; the first user may anyway')
    .addHelpText(
      'after',
      '\nExample:\n  printf %s "$PASSWORD" | dailies user create ada@studio.example --name \'Ada\' --password-stdin',
    )
  type Flags = DatabaseFlags & { name: string; administrator?: boolean }
  return withDatabaseFlags(command).action(async (email: string, flags: Flags) => {
    const { name, administrator } = flags
    const password = await terminal.input()
    const role = administrator ? 'administrator' : 'member'
    await useDatabase(terminal, flags, (db) => createUser(db, { email, name, password }, { role }), {
      makes: true,
    })
    terminal.print(`Added ${printable(email)}.`)
  })
}

function password(terminal: Terminal): Command {
  const command = new Command('password')
    .description(
      'Set the password of a user (8 to 128 characters), take away their passkeys, and sign them out everywhere.',
    )
    .argument('<email>')
    .requiredOption('--password-stdin', 'read the password from standard input')
  return withDatabaseFlags(command).action(async (email: string, flags: DatabaseFlags) => {
    const password = await terminal.input()
    await useDatabase(terminal, flags, (db) => setPassword(db, email, password))
    terminal.print(`Set the password of ${printable(email)}.`)
  })
}

function disable(terminal: Terminal): Command {
  const command = new Command('disable')
    .description(
      'Keep a user out at once, on every node: sessions end, tokens are refused and webhooks switched off. What the ' +
        'user made stays.',
    )
    .argument('<email>')
  return withDatabaseFlags(command).action(async (email: string, flags: DatabaseFlags) => {
    await useDatabase(terminal, flags, (db) => disableUser(db, email, true))
    terminal.print(`Disabled ${printable(email)}.`)
  })
}

function enable(terminal: Terminal): Command {
  const command = new Command('enable')
    .description('Let a user in again. Tokens are taken again; webhooks stay off until they are switched on.')
    .argument('<email>')
  return withDatabaseFlags(command).action(async (email: string, flags: DatabaseFlags) => {
    await useDatabase(terminal, flags, (db) => disableUser(db, email, false))
    terminal.print(`Enabled ${printable(email)}.`)
  })
}

function resetSecondFactor(terminal: Terminal): Command {
  const command = new Command('reset-second-factor')
    .description(
      'Take away the second factor and the passkeys of a user who lost them: the password alone lets them in, until they set ' +
        'up others. ' +
        'Signs the user out everywhere.',
    )
    .argument('<email>')
  return withDatabaseFlags(command).action(async (email: string, flags: DatabaseFlags) => {
    await useDatabase(terminal, flags, (db) => resetSecondFactorByEmail(db, email))
    terminal.print(`Reset the second factor of ${printable(email)}.`)
  })
}

function remove(terminal: Terminal): Command {
  const command = new Command('remove')
    .description(
      'Remove a user for good: sessions, tokens, webhooks and memberships end. What the user made stays, under their ' +
        'name; the address is free again.',
    )
    .argument('<email>')
    .option('--hand-to <email>', 'who owns what only the user owns: required where there is such')
  return withDatabaseFlags(command).action(
    async (email: string, flags: DatabaseFlags & { handTo?: string }) => {
      await useDatabase(terminal, flags, (db) => removeUserByEmail(db, email, { handTo: flags.handTo }))
      terminal.print(`Removed ${printable(email)}.`)
    },
  )
}

function list(terminal: Terminal): Command {
  const command = new Command('list').description('List the users.').option('--json', 'as a JSON array')
  return withDatabaseFlags(command).action(async (flags: DatabaseFlags & { json?: boolean }) => {
    const { users, place } = await useDatabase(terminal, flags, async (db, settings) => ({
      users: await db.all(listUsers, {}),
      place: settings.databaseUrl ? 'this database' : pathOfDatabase(settings),
    }))
    if (flags.json) terminal.print(printableJson(users))
    else if (users.length === 0) terminal.print(`There is no user in ${printable(place)} yet.`)
    else
      terminal.print(
        table(
          ['EMAIL', 'NAME', 'ROLE', 'CREATED', 'DISABLED', 'SECOND FACTOR', 'PASSKEYS'],
          users.map(({ email, name, role, createdAt, disabledAt, secondFactorAt, passkeys }) => [
            email,
            name,
            role,
            createdAt,
            disabledAt,
            secondFactorAt,
            passkeys === 0 ? null : String(passkeys),
          ]),
        ),
      )
  })
}
