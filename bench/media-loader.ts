import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { TransferJob, TransferResult } from './media-client.ts'

export type Transfers = (job: TransferJob) => Promise<TransferResult>

/** Starts the process that sends and reads files. Throws where one did not succeed. */
export function startTransfers(cleanup: AsyncDisposableStack): Transfers {
  const child = fork(join(import.meta.dirname, 'media-client.ts'), { execArgv: [] })
  cleanup.defer(() => {
    child.kill()
  })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The process that sends and reads files ended with ${code}`)
  })
  ended.catch(() => {})
  return async (job) => {
    child.send(job)
    const [result] = (await Promise.race([once(child, 'message'), ended])) as [TransferResult]
    if (result.failure) throw new Error(`${job.address}: ${result.failure}`)
    return result
  }
}
