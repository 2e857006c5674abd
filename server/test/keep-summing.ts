import { readSettings } from '../config.ts'
import { openDatabase } from '../db/open.ts'
import { rebuildSums } from '../production/keep-sums.ts'

/** A process that sums up scenes anew, again and again, until it is killed: `keep-summing.ts <id of a scene>…`. */
const db = await openDatabase(readSettings({}, process.env), () => {})
process.stdout.write('summing')
for (;;) {
  for (const id of process.argv.slice(2)) await rebuildSums(db, id, () => false)
}
