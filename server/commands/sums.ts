import { Command } from 'commander'
import type { Database } from '../db/database.ts'
import { rebuildSums } from '../production/keep-sums.ts'
import { countScenes, countWrongSums, listSummedScenes } from '../production/sum-queries.ts'
import { type DatabaseFlags, useDatabase, withDatabaseFlags } from './database.ts'
import { exitCodes } from './filing-flags.ts'
import { type Progress, progressIn } from './progress.ts'
import { Stopped, stopSignal } from './stop-signal.ts'
import { type Terminal, Unsuccessful } from './terminal.ts'

interface Work {
  db: Database
  progress: Progress
  signal: AbortSignal
}

const scenesAtOnce = 100

export function sumsCommand(terminal: Terminal): Command {
  const check = new Command('check').description(
    'Compare what takes are together, as reports and cards have it, with the takes one by one. Changes nothing; ends with 1 where something differs.',
  )
  const rebuild = new Command('rebuild').description('Sum up all takes anew, scene by scene.')
  return new Command('sums')
    .description(
      'Check or make anew what takes are together by scene and day. The service may run meanwhile.',
    )
    .addCommand(withDatabaseFlags(check).action((flags: DatabaseFlags) => working(terminal, flags, checkAll)))
    .addCommand(
      withDatabaseFlags(rebuild).action((flags: DatabaseFlags) => working(terminal, flags, rebuildAll)),
    )
}

async function working(
  terminal: Terminal,
  flags: DatabaseFlags,
  work: (parts: Work) => Promise<boolean>,
): Promise<void> {
  const { signal, forget } = stopSignal()
  const progress = progressIn(terminal)
  try {
    const isWell = await useDatabase(terminal, flags, (db) => work({ db, progress, signal }))
    if (!isWell) throw new Unsuccessful(1)
  } catch (error) {
    throw error instanceof Stopped ? new Unsuccessful(exitCodes.interrupted) : error
  } finally {
    progress.end()
    forget()
  }
}

async function checkAll(work: Work): Promise<boolean> {
  let wrong = 0
  const scenes = await eachScene(work, async (id) => {
    const { count } = (await work.db.first(countWrongSums, { sceneDbId: id }))!
    if (count === 0) return
    wrong += 1
    work.progress.warn(`dailies: scene ${id} differs: ${count} of its sums`)
  })
  if (wrong === 0) work.progress.tell(`The sums of ${scenes} scenes are right.`)
  else
    work.progress.warn(`dailies: ${wrong} of ${scenes} scenes differ: dailies sums rebuild makes them anew`)
  return wrong === 0
}

async function rebuildAll(work: Work): Promise<boolean> {
  const scenes = await eachScene(work, async (id) => {
    await rebuildSums(work.db, id, () => work.signal.aborted)
    work.signal.throwIfAborted()
  })
  work.progress.tell(`The takes of ${scenes} scenes are summed up.`)
  return true
}

/** Returns how many there were. */
async function eachScene(
  { db, progress, signal }: Work,
  take: (id: string) => Promise<void>,
): Promise<number> {
  const { count: all } = (await db.first(countScenes, {}))!
  let done = 0
  for (let after = ''; ; ) {
    const scenes = await db.all(listSummedScenes, { after, limit: scenesAtOnce })
    for (const { id } of scenes) {
      signal.throwIfAborted()
      await take(id)
      done += 1
      progress.bar(done / Math.max(all, done), `${done} of ${Math.max(all, done)} scenes`)
    }
    if (scenes.length < scenesAtOnce) return done
    after = scenes.at(-1)!.id
  }
}
