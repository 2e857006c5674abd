import { Command } from 'commander'
import { openIndex } from '../search/open-index.ts'
import { type DatabaseFlags, useDatabase, withDatabaseFlags } from './database.ts'
import { exitCodes } from './filing-flags.ts'
import { progressIn } from './progress.ts'
import { Stopped, stopSignal } from './stop-signal.ts'
import { type Terminal, Unsuccessful } from './terminal.ts'

export function rebuildCommand(terminal: Terminal): Command {
  const command = new Command('rebuild').description(
    'Make the index of the search anew, from all that is in the database. The service may run meanwhile; it finds what is in the index by then.',
  )
  return withDatabaseFlags(command).action(async (flags: DatabaseFlags) => {
    const { signal, forget } = stopSignal()
    try {
      await rebuild(terminal, flags, signal)
    } catch (error) {
      throw error instanceof Stopped ? new Unsuccessful(exitCodes.interrupted) : error
    } finally {
      forget()
    }
  })
}

function rebuild(terminal: Terminal, flags: DatabaseFlags, signal: AbortSignal): Promise<void> {
  return useDatabase(terminal, flags, async (db, settings) => {
    const index = openIndex(db, settings)
    const progress = progressIn(terminal)
    try {
      await index.forget()
      for (;;) {
        signal.throwIfAborted()
        const { isBuilding, done, of } = await index.takeUp()
        progress.bar(done / Math.max(of, 1), `${done} of ${of} asset versions`)
        if (!isBuilding) break
      }
      progress.tell('The index of the search has all there is.')
    } finally {
      progress.end()
      await index.close()
    }
  })
}
