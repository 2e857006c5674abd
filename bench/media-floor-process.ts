import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../scripts/free-port.ts'
import type { Contender } from './contender.ts'

/** Starts media-floor.ts on a folder that is there. */
export async function startMediaFloor(folder: string, cleanup: AsyncDisposableStack): Promise<Contender> {
  const port = await freePort()
  const script = join(import.meta.dirname, 'media-floor.ts')
  const child = spawn(process.execPath, [script, folder, String(port)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  cleanup.defer(() => void child.kill())
  const address = `http://127.0.0.1:${port}`
  const answers = () =>
    fetch(`${address}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await answers())) await sleep(20)
  return { name: 'floor', address, processId: child.pid as number }
}
