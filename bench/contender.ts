import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../scripts/free-port.ts'
import type { Engine } from '../server/db/database.ts'
import type { Place } from './places.ts'

/** A server that is measured, in a process of its own. */
export interface Contender {
  name: string
  address: string
  processId: number
}

const longestStart = 60_000

/** The least that could do the same work by hand: `node bench/floor-….ts`. */
export async function startFloor(
  engine: Engine,
  place: Place,
  cleanup: AsyncDisposableStack,
): Promise<Contender> {
  const port = await freePort()
  const script = join(import.meta.dirname, `floor-${engine}.ts`)
  return start('floor', [script, place.databaseUrl ?? place.folder, String(port)], port, cleanup)
}

/** The service as its users run it: `dailies serve` with its default settings, or these; its log goes nowhere. Of another checkout, where one is named. */
export async function startService(
  place: Place,
  cleanup: AsyncDisposableStack,
  settings: Record<string, string> = {},
  checkout = join(import.meta.dirname, '..'),
): Promise<Contender> {
  const port = await freePort()
  const script = join(checkout, 'server/bin/dailies.js')
  const flags = ['--data', place.folder, '--port', String(port)]
  if (place.databaseUrl) flags.push('--database-url', place.databaseUrl)
  return start('service', [script, 'serve', ...flags], port, cleanup, settings)
}

async function start(
  name: string,
  commandLine: string[],
  port: number,
  cleanup: AsyncDisposableStack,
  settings: Record<string, string> = {},
): Promise<Contender> {
  const child = spawn(process.execPath, commandLine, {
    env: { ...withoutSettings(process.env), ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  cleanup.defer(() => stop(child))
  const address = `http://127.0.0.1:${port}`
  const deadline = Date.now() + longestStart
  while (!(await answers(address))) {
    if (child.exitCode !== null) throw new Error(`The ${name} ended with ${child.exitCode} at its start`)
    if (Date.now() > deadline) throw new Error(`The ${name} did not answer within ${longestStart} ms`)
    await sleep(5)
  }
  return { name, address, processId: child.pid as number }
}

/** Whoever runs the benchmark may have settings for a service of their own. */
function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !/^(DAILIES|OTEL)_/.test(name)))
}

async function answers(address: string): Promise<boolean> {
  return fetch(`${address}/healthz`).then(
    (response) => response.text().then(() => true),
    () => false,
  )
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const impatience = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await ended
  clearTimeout(impatience)
}
