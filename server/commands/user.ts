import { text } from 'node:stream/consumers'
import { Command } from 'commander'
import { createUser } from '../accounts/create-user.ts'
import { listUsers } from '../accounts/queries.ts'
import { type DatabaseFlags, useDatabase, withDatabaseFlags } from './database.ts'
import { table } from './table.ts'

export function userCommand(): Command {
  return new Command('user').description('Add and list users.').addCommand(create()).addCommand(list())
}

function create(): Command {
  const command = new Command('create')
    .description('Add a user. The password (8 to 128 characters) is read from standard input.')
    .argument('<email>')
    .requiredOption('--name <name>', 'name to show')
    .requiredOption('--password-stdin', 'read the password from standard input')
    .addHelpText(
      'after',
      '\nExample:\n  printf %s "$PASSWORD" | dailies user create ada@studio.example --name \'Ada\' --password-stdin',
    )
  return withDatabaseFlags(command).action(async (email: string, flags: DatabaseFlags & { name: string }) => {
    const password = (await text(process.stdin)).replace(/\r?\n$/, '')
    await useDatabase(flags, (db) => createUser(db, { email, name: flags.name, password }))
    console.log(`Added ${email}.`)
  })
}

function list(): Command {
  const command = new Command('list').description('List the users.').option('--json', 'as a JSON array')
  return withDatabaseFlags(command).action(async (flags: DatabaseFlags & { json?: boolean }) => {
    const users = await useDatabase(flags, (db) => db.all(listUsers, {}))
    if (flags.json) console.log(JSON.stringify(users, null, 2))
    else
      console.log(
        table(
          ['EMAIL', 'NAME', 'CREATED'],
          users.map((user) => [user.email, user.name, user.createdAt]),
        ),
      )
  })
}
