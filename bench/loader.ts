import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { LoadJob, LoadResult } from './load.ts'

export type Load = (job: LoadJob) => Promise<LoadResult>

/** Starts the process that makes the load. Throws when an answer was not 2xx, or there was none. */
export function startLoader(cleanup: AsyncDisposableStack): Load {
  const child = fork(join(import.meta.dirname, 'load.ts'), { execArgv: [] })
  cleanup.defer(() => {
    child.kill()
  })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The process that makes the load ended with ${code}`)
  })
  ended.catch(() => {})
  return async (job) => {
    child.send(job)
    const [result] = (await Promise.race([once(child, 'message'), ended])) as [LoadResult]
    if (result.failure) throw new Error(`${job.requests[0]?.method} ${job.address}: ${result.failure}`)
    return result
  }
}
