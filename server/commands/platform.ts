import { Command } from 'commander'
import { addPlatforms, readCatalogue } from '../platforms/catalogue.ts'
import { toPlatform } from '../platforms/platform.ts'
import { listPlatforms } from '../platforms/queries.ts'
import { printableJson } from '../printable.ts'
import { type DatabaseFlags, useDatabase, withDatabaseFlags } from './database.ts'
import { table } from './table.ts'
import type { Terminal } from './terminal.ts'

export function platformCommand(terminal: Terminal): Command {
  return new Command('platform')
    .description('List the AI platforms, and add your own.')
    .addCommand(list(terminal))
    .addCommand(add(terminal))
}

function list(terminal: Terminal): Command {
  const command = new Command('list')
    .description('List the platforms by name.')
    .option('--json', 'as a JSON array')
  return withDatabaseFlags(command).action(async (flags: DatabaseFlags & { json?: boolean }) => {
    const rows = await useDatabase(terminal, flags, (db) => db.all(listPlatforms, {}))
    const platforms = rows.map(toPlatform)
    if (flags.json) return terminal.print(printableJson(platforms))
    const lines = platforms.map((one) => [one.slug, one.name, one.provider, one.supportedOutput.join(' ')])
    terminal.print(table(['SLUG', 'NAME', 'PROVIDER', 'OUTPUT'], lines))
  })
}

function add(terminal: Terminal): Command {
  const command = new Command('add')
    .description('Add platforms from a JSON file of the form of server/platforms/catalogue.json.')
    .argument('<file>', 'an array of platforms; one whose slug is there already replaces that one')
  return withDatabaseFlags(command).action(async (file: string, flags: DatabaseFlags) => {
    const entries = await readCatalogue(file)
    const changed = await useDatabase(terminal, flags, (db) => addPlatforms(db, entries), { makes: true })
    terminal.print(`${entries.length} platforms read, ${changed} new or changed.`)
  })
}
