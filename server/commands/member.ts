import { memberUpdate, projectRole } from '@dailies/contract/member.ts'
import { Command } from 'commander'
import { checked } from '../checked.ts'
import { printable, printableJson } from '../printable.ts'
import { addMember } from '../production/add-member.ts'
import { membersOf } from '../production/member.ts'
import { removeMember } from '../production/remove-member.ts'
import { updateMember } from '../production/update-member.ts'
import {
  type DatabaseFlags,
  type UserFlags,
  useDatabase,
  useDatabaseAs,
  withDatabaseFlags,
} from './database.ts'
import { table } from './table.ts'
import type { Terminal } from './terminal.ts'

export function memberCommand(terminal: Terminal): Command {
  return new Command('member')
    .description('Say who is a member of a project, and as what.')
    .addCommand(add(terminal))
    .addCommand(list(terminal))
    .addCommand(role(terminal))
    .addCommand(remove(terminal))
}

type ProjectFlags = DatabaseFlags & { project: string }
type MemberFlags = UserFlags & { project: string }

function add(terminal: Terminal): Command {
  const command = withRole(ofMember(new Command('add'))).description('Add a user to a project.')
  return withDatabaseFlags(command).action(async (flags: MemberFlags & { role: string }) => {
    const { role } = checked(memberUpdate, flags)
    await useDatabaseAs(terminal, flags, ({ db, userId }) =>
      addMember(db, 'command line', { projectId: flags.project, userId, role }),
    )
    terminal.print(`Added ${printable(flags.user)} as ${role}.`)
  })
}

function list(terminal: Terminal): Command {
  const command = inProject(new Command('list'))
    .description('List the members of a project.')
    .option('--json', 'as a JSON array')
  return withDatabaseFlags(command).action(async (flags: ProjectFlags & { json?: boolean }) => {
    const members = await useDatabase(terminal, flags, (db) => membersOf(db, flags.project))
    if (flags.json) return terminal.print(printableJson(members))
    const rows = members.map(({ name, userId, role, createdAt, disabledAt }) => [
      name,
      role,
      createdAt,
      disabledAt,
      userId,
    ])
    terminal.print(table(['NAME', 'ROLE', 'SINCE', 'DISABLED', 'ID'], rows))
  })
}

function role(terminal: Terminal): Command {
  const command = withRole(ofMember(new Command('role'))).description(
    'Give a member another role. The last owner has to stay one.',
  )
  return withDatabaseFlags(command).action(async (flags: MemberFlags & { role: string }) => {
    const { role } = checked(memberUpdate, flags)
    await useDatabaseAs(terminal, flags, ({ db, userId }) =>
      updateMember(db, 'command line', { projectId: flags.project, userId, role }),
    )
    terminal.print(`${printable(flags.user)} is ${role}.`)
  })
}

function remove(terminal: Terminal): Command {
  const command = ofMember(new Command('remove')).description(
    'Remove a member from a project. What they made stays.',
  )
  return withDatabaseFlags(command).action(async (flags: MemberFlags) => {
    await useDatabaseAs(terminal, flags, ({ db, userId }) =>
      removeMember(db, 'command line', { projectId: flags.project, userId }),
    )
    terminal.print(`Removed ${printable(flags.user)}.`)
  })
}

function inProject(command: Command): Command {
  return command.requiredOption('--project <id>', 'as the address of the project in the console has it')
}

function ofMember(command: Command): Command {
  return inProject(command).requiredOption('--user <email>', 'who')
}

function withRole(command: Command): Command {
  return command.requiredOption('--role <role>', projectRole.options.join(', '))
}
