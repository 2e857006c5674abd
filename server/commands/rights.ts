import { rightsDefaultUpdate } from '@dailies/contract/rights.ts'
import { Command } from 'commander'
import { listRightsDefaults, setRightsDefault } from '../assets/rights-defaults.ts'
import { checked } from '../checked.ts'
import { printable, printableJson } from '../printable.ts'
import { allOf } from '../production/membership.ts'
import { type UserFlags, useDatabaseAs, withDatabaseFlags } from './database.ts'
import { table } from './table.ts'
import type { Terminal } from './terminal.ts'

export function rightsCommand(terminal: Terminal): Command {
  return new Command('rights')
    .description('Say which rights the output of platforms has in a project.')
    .addCommand(list(terminal))
    .addCommand(set(terminal))
}

type ProjectFlags = UserFlags & { project: string }

function list(terminal: Terminal): Command {
  const command = inProject(new Command('list'))
    .description('List what was said, by platform.')
    .option('--json', 'as a JSON array')
  return withDatabaseFlags(command).action(async (flags: ProjectFlags & { json?: boolean }) => {
    const defaults = await useDatabaseAs(terminal, flags, ({ db, userId }) =>
      listRightsDefaults(db, allOf(userId), flags.project),
    )
    if (flags.json) return terminal.print(printableJson(defaults))
    const rows = defaults.map(({ platformKey, rightsState }) => [platformKey, rightsState])
    terminal.print(table(['PLATFORM', 'RIGHTS'], rows))
  })
}

function set(terminal: Terminal): Command {
  const command = inProject(new Command('set'))
    .description('Captures that say nothing of their rights get these; UNKNOWN takes it back.')
    .argument('<platform>', 'its key: midjourney')
    .argument('<rights>', 'COMMERCIAL_ALLOWED, NON_COMMERCIAL, RESTRICTED or UNKNOWN')
    .option('--unknown-too', 'also for what was captured before, where its rights are unknown')
  return withDatabaseFlags(command).action(
    async (platformKey: string, rightsState: string, flags: ProjectFlags & { unknownToo?: boolean }) => {
      const said = checked(rightsDefaultUpdate, { platformKey, rightsState, unknownToo: flags.unknownToo })
      const { changed } = await useDatabaseAs(terminal, flags, ({ db, userId }) =>
        setRightsDefault(db, (work) => work(0), { ...said, actor: allOf(userId), projectId: flags.project }),
      )
      terminal.print(`${printable(said.platformKey)}: ${said.rightsState}, ${changed} versions changed.`)
    },
  )
}

function inProject(command: Command): Command {
  return command
    .requiredOption('--user <email>', 'whose project')
    .requiredOption('--project <id>', 'as the address of the project in the console has it')
}
