import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Received } from './receiver.ts'

export interface Receiver {
  /** Address of what answers 204, under every path. */
  live: string
  /** Address of what accepts connections and never answers. */
  dead: string
  /** What was received since it was asked last. */
  take(): Promise<Received[]>
}

/** Starts the process that receives webhooks. */
export async function startReceiver(cleanup: AsyncDisposableStack): Promise<Receiver> {
  const child = fork(join(import.meta.dirname, 'receiver.ts'), { execArgv: [] })
  cleanup.defer(() => {
    child.kill()
  })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The process that receives webhooks ended with ${code}`)
  })
  ended.catch(() => {})
  const message = async () => (await Promise.race([once(child, 'message'), ended]))[0]
  const { live, dead } = (await message()) as { live: string; dead: string }
  return {
    live,
    dead,
    take: () => {
      child.send('take')
      return message() as Promise<Received[]>
    },
  }
}
