/** The process of `checkSnapshotAside`: its argument is the folder. The check is made on a thread, so that the process can end meanwhile. */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { DailiesError } from '../../error.ts'
import type { Checked } from './check-aside.ts'
import { checkSnapshot } from './check-snapshot.ts'

if (isMainThread) {
  // Ctrl+C is for whoever wants the check.
  process.on('SIGINT', () => {})
  // Who wants it is gone. `process.exit` would wait for the thread.
  process.stdin.resume().once('end', () => process.kill(process.pid, 'SIGKILL'))
  new Worker(new URL(import.meta.url), { workerData: process.argv[2] }).once('message', (checked) =>
    process.stdout.write(JSON.stringify(checked), () => process.exit()),
  )
} else parentPort?.postMessage(checkedIn(workerData))

function checkedIn(folder: string): Checked {
  try {
    return { version: checkSnapshot(folder) }
  } catch (error) {
    if (error instanceof DailiesError) return { problem: error.message }
    throw error
  }
}
