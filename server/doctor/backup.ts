import { readSchedule, type Schedule } from '../backups/schedule.ts'
import { databaseTime } from '../db/time.ts'
import { type Finding, failed, warned, well } from './check.ts'
import { notAsked, type Opened, usable } from './database.ts'
import { spanText } from './words.ts'

/** How far the backups are that are made by themselves. */
export async function checkBackup(schedule: Schedule | undefined, opened: Opened): Promise<Finding> {
  if (!schedule) {
    return warned(
      'The service makes no backups by itself: DAILIES_BACKUP is not set.',
      'Set it to a folder on another disk, or a bucket; where dailies backup runs by a timer, nothing is to be done.',
    )
  }
  const db = usable(opened)
  if (!db) return notAsked
  const { target, last, failures, problem, dueAt } = await readSchedule(db, schedule)
  const tried = failures > 0 ? ` The last try failed: ${problem}` : ''
  if (last?.isGone) return failed(`The backups in ${target} are gone.`, `${problem}`)
  if (!last) {
    const found = `No backup was made into ${target} yet.${tried}`
    if (failures > 0) return failed(found, 'Mend that; it is tried again by itself.')
    return warned(
      found,
      dueAt === null
        ? 'Start dailies serve, or dailies worker, with DAILIES_BACKUP: it makes one at once.'
        : 'Wait for the first one, which is made at once.',
    )
  }
  const age = (await databaseTime(db)) - Date.parse(last.madeAt)
  const found = `The last backup, in ${target}, is ${spanText(Math.max(0, age))} old.${tried}`
  if (age > 2 * schedule.every) {
    return failed(
      found,
      failures > 0
        ? 'Mend that, or make one by dailies backup.'
        : 'Start dailies serve, or dailies worker, with DAILIES_BACKUP, or make one by dailies backup.',
    )
  }
  if (failures > 0) return warned(found, 'Mend that; it is tried again by itself.')
  if (last.missing > 0) {
    return warned(
      `${found} ${last.missing === 1 ? 'A file is' : `${last.missing} files are`} gone or damaged, and not in it.`,
      'Ask dailies media verify which.',
    )
  }
  return well(found)
}
