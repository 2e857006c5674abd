/** The process that makes a backup by the schedule: started by `makeAside`, which tells it what to back up, and whereto. */
import { constants, getPriority, setPriority } from 'node:os'
import { DailiesError } from '../error.ts'
import { openStore } from '../media/open-store.ts'
import type { Store } from '../media/store.ts'
import { printable } from '../printable.ts'
import { backUp } from './back-up.ts'
import type { BackupJob, BackupOutcome } from './make-aside.ts'
import { isManifestName, lostOf } from './manifest.ts'
import { keepIn, pruneBackups } from './prune.ts'

const { PRIORITY_BELOW_NORMAL } = constants.priority
if (getPriority() < PRIORITY_BELOW_NORMAL) setPriority(PRIORITY_BELOW_NORMAL)

let leave: () => Promise<void> = async () => {}
const end = () => void leave().finally(() => process.exit(1))
// The service is gone, or wants it to end.
process.on('disconnect', end)
process.on('SIGTERM', end)
process.once('message', async (job: BackupJob) => {
  await make(job).catch((error: unknown) => {
    console.error(error)
    return tell({ is: 'failed', problem: wordsOf(error) })
  })
  process.exit()
})

async function make({ from, target: place, keep, former }: BackupJob): Promise<void> {
  const { dataFolder } = from
  const { env: environment } = process
  const target = openStore({ media: place, dataFolder, environment, variable: 'DAILIES_BACKUP' })
  if (former !== null) await requireBackups(target)
  const media = openStore({ ...from, environment })
  const onMark = (remove: () => Promise<void>) => {
    leave = remove
  }
  const manifest = await backUp({ database: from, media, target }, { onMark })
  leave = async () => {}
  const { name, madeAt, installation } = manifest
  const made: BackupOutcome = {
    ...{ is: 'made', name, madeAt, missing: lostOf(manifest), problem: null },
    bytes: manifest.database.bytes + manifest.media.bytes,
    files: manifest.media.count,
  }
  // Whatever becomes of what follows.
  await tell(made)
  if (keep === undefined) return
  await pruneBackups(target, { keep: keepIn(keep), installation }).catch((error) => {
    console.error(error)
    return tell({ ...made, problem: `Older ones were not removed: ${wordsOf(error)}` })
  })
}

/** Until it is on its way. */
function tell(outcome: BackupOutcome): Promise<void> {
  return new Promise((resolve) => process.send?.(outcome, () => resolve()))
}

/** A disk that is not there leaves the folder in which it is: what is put into that is not safe. */
async function requireBackups(target: Store): Promise<void> {
  for await (const name of target.listTexts()) if (isManifestName(name)) return
  throw new DailiesError(
    'invalid',
    'No backup is there any more, where the last one was made: is its disk there? If it is, make one there by hand',
  )
}

/** For administrators: what went wrong, on a line. */
function wordsOf(error: unknown): string {
  const { message, cause } = error as Error
  const reason = !(error instanceof DailiesError) && cause instanceof Error ? ` (${cause.message})` : ''
  return printable(`${message}${reason}`).slice(0, 500)
}
