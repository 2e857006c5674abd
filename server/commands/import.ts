import { readFile } from 'node:fs/promises'
import { workspaceFile } from '@dailies/contract/workspace.ts'
import { Command } from 'commander'
import { userByEmail } from '../accounts/create-user.ts'
import { parseJsonFile } from '../json-file.ts'
import { importWorkspace } from '../production/import-workspace.ts'
import { allOf } from '../production/membership.ts'
import { type DatabaseFlags, useDatabase, withDatabaseFlags } from './database.ts'
import type { Terminal } from './terminal.ts'

export function importCommand(terminal: Terminal): Command {
  const command = new Command('import')
    .description(
      'Bring projects, scenes, shots, characters, prompt packages and rights in from a workspace file. The whole file ' +
        'is checked before anything is written; the same file again adds nothing twice and updates what changed.',
    )
    .argument('<file>', 'JSON, of the form in docs/workspace-file.md')
    .requiredOption('--user <email>', 'whose projects')
  return withDatabaseFlags(command).action(async (file: string, flags: DatabaseFlags & { user: string }) => {
    const workspace = parseJsonFile(file, await readFile(file, 'utf8'), workspaceFile)
    const { added, updated, unchanged, reordered } = await useDatabase(terminal, flags, async (db) => {
      const { id } = await userByEmail(db, flags.user)
      return importWorkspace(db, allOf(id), workspace)
    })
    const count = workspace.projects.length
    terminal.print(
      `${count} ${count === 1 ? 'project' : 'projects'} read: ${added} rows added, ${updated} updated, ${unchanged} unchanged.`,
    )
    for (const name of reordered) terminal.print(`The scenes of ${name} are in the order of the file.`)
  })
}
