import { Command } from 'commander'
import { readSettings } from '../config.ts'
import { printableJson } from '../printable.ts'
import { type DatabaseFlags, withDatabaseFlags } from './database.ts'
import { type Terminal, Unsuccessful } from './terminal.ts'

interface DoctorFlags extends DatabaseFlags {
  json?: boolean
}

export function doctorCommand(terminal: Terminal): Command {
  const command = new Command('doctor')
    .description(
      'Tell whether the installation is well, and what to do where it is not: database, version, disk, clock, secret key, ' +
        'public address, proxy, mail, media store, ffmpeg, worker and backup. Changes nothing; the service may run ' +
        'meanwhile, or not. Ends with 1 where something failed.',
    )
    .option('--json', 'as JSON')
  return withDatabaseFlags(command).action(async ({ json, data, databaseUrl }: DoctorFlags) => {
    const { environment, print } = terminal
    const settings = readSettings({ dataFolder: data, databaseUrl }, environment)
    // Only here: what it looks at are libraries that other commands start without.
    const { examine } = await import('../doctor/examine.ts')
    const checks = await examine({ settings, environment })
    if (json) print(printableJson(checks))
    else {
      const widest = Math.max(...checks.map(({ name }) => name.length))
      for (const { name, state, found, todo } of checks) {
        const indent = ' '.repeat(widest + 2 + widestState + 2)
        print(`${name.padEnd(widest)}  ${state.padEnd(widestState)}  ${found}`)
        if (todo) print(`${indent}→ ${todo}`)
      }
    }
    if (checks.some(({ state }) => state === 'failed')) throw new Unsuccessful()
  })
}

/** "skipped" and "warning". */
const widestState = 7
