import { Command } from 'commander'
import { openIndex } from '../search/open-index.ts'
import { PlaceIndex } from '../search/places/place-index.ts'
import { type DatabaseFlags, useDatabase, withDatabaseFlags } from './database.ts'
import { exitCodes } from './filing-flags.ts'
import { type Progress, progressIn } from './progress.ts'
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
      await rebuildPlaces(new PlaceIndex(db), progress, signal)
      progress.tell('The index of the search has all there is.')
    } finally {
      progress.end()
      await index.close()
    }
  })
}

/** The service takes up as much of it as it can, too. */
async function rebuildPlaces(index: PlaceIndex, progress: Progress, signal: AbortSignal): Promise<void> {
  const of = await index.forget()
  for (let [done, isBuilding] = [0, true]; isBuilding; ) {
    signal.throwIfAborted()
    const taken = await index.takeUp()
    done += taken.done
    isBuilding = taken.isBuilding
    progress.bar(done / Math.max(of, 1), `${done} of ${of} scenes and shots`)
  }
}
