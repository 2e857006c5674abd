/** The process that makes a backup by the schedule: started by `makeAside`, which tells it what to back up, and whereto. */
import { constants, getPriority, setPriority } from 'node:os'
import { DailiesError } from '../error.ts'
import { openStore } from '../media/open-store.ts'
import type { Store } from '../media/store.ts'
import { printable } from '../printable.ts'
import { backUp } from './back-up.ts'
import { gone } from './gone.ts'
import type { BackupJob, BackupSign, MadeBackup } from './make-aside.ts'
import { isManifestName, lostOf } from './manifest.ts'
import { markLasts } from './mark.ts'
import { keepIn, pruneBackups } from './prune.ts'

const { PRIORITY_BELOW_NORMAL } = constants.priority
if (getPriority() < PRIORITY_BELOW_NORMAL) setPriority(PRIORITY_BELOW_NORMAL)

/** Milliseconds that it has to take its mark away. */
const grace = 5000

let leave: () => Promise<void> = async () => {}
let isEnding = false
// The service is gone, or wants it to end; Ctrl+C comes to both.
for (const how of ['disconnect', 'SIGTERM', 'SIGINT']) process.on(how, end)
process.once('message', async (job: BackupJob) => {
  await make(job).catch((error: unknown) => {
    console.error(error)
    return tell({ is: 'failed', problem: wordsOf(error) })
  })
  process.exit()
})

function end() {
  if (isEnding) return
  isEnding = true
  setTimeout(die, grace).unref()
  leave().then(die, die)
}

/** `process.exit` would wait for what a drive that is gone has not written. */
function die() {
  process.kill(process.pid, 'SIGKILL')
}

async function make({ from, target: place, keep, former, patience }: BackupJob): Promise<void> {
  const { dataFolder } = from
  const { env: environment } = process
  const target = openStore({ media: place, dataFolder, environment, variable: 'DAILIES_BACKUP' })
  if (former !== null && !(await hasBackups(target))) {
    await tell({ is: 'failed', problem: gone })
    return
  }
  const media = openStore({ ...from, environment })
  const onMark = (remove: () => Promise<void>) => {
    leave = remove
  }
  const signEvery = (patience ?? markLasts) / 12
  const onRenewed = () => void tell({ is: 'working' })
  const onStep = seldom(() => void tell({ is: 'moving' }), signEvery)
  const manifest = await backUp(
    { database: from, media, target },
    { onMark, onRenewed, renewEvery: signEvery, onDatabase: onStep, onMedia: onStep },
  )
  leave = async () => {}
  const { name, madeAt, installation } = manifest
  const made: MadeBackup = {
    ...{ is: 'made', name, madeAt, missing: lostOf(manifest), problem: null },
    bytes: manifest.database.bytes + manifest.media.bytes,
    files: manifest.media.count,
  }
  // Whatever becomes of what follows.
  await tell(made)
  if (keep === undefined) return
  await pruneBackups(target, { keep: keepIn(keep), installation, onStep }).catch((error) => {
    console.error(error)
    return tell({ ...made, problem: `Older ones were not removed: ${wordsOf(error)}` })
  })
}

/** Calls it at once, and then again no sooner than after so many milliseconds. */
function seldom(call: () => void, every: number): () => void {
  let next = 0
  return () => {
    const now = performance.now()
    if (now < next) return
    next = now + every
    call()
  }
}

/** Until it is on its way. */
function tell(outcome: BackupSign): Promise<void> {
  return new Promise((resolve) => process.send?.(outcome, () => resolve()))
}

/** A disk that is not there leaves the folder in which it is: what is put into that is not safe. */
async function hasBackups(target: Store): Promise<boolean> {
  for await (const name of target.listTexts()) if (isManifestName(name)) return true
  return false
}

/** For administrators: what went wrong, on a line. */
function wordsOf(error: unknown): string {
  const { message, cause } = error as Error
  const reason = !(error instanceof DailiesError) && cause instanceof Error ? ` (${cause.message})` : ''
  return printable(`${message}${reason}`).slice(0, 500)
}
