import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { DailiesError } from '../../error.ts'

const entry = fileURLToPath(new URL('./check-process.ts', import.meta.url))

/** What the process found: the version, or what is wrong. */
export type Checked = { version: number } | { problem: string }

/**
 * As `checkSnapshot`, in a process of its own that ends with this one: SQLite reads a large database for hours in one go, in which this
 * process could do nothing else, nor end.
 */
export async function checkSnapshotAside(folder: string): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [entry, folder]).catch((cause) => {
    throw new Error('The process that checks the database ended', { cause })
  })
  const checked: Checked = JSON.parse(stdout)
  if ('problem' in checked) throw new DailiesError('invalid', checked.problem)
  return checked.version
}
