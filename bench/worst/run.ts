/**
 * Puts the costliest request that each endpoint takes on the service, alone and 20 at once, with and without a token,
 * while somebody else asks for something small every 20 ms.
 *
 *   node bench/worst/run.ts [--engine sqlite|postgres] [--only ENDPOINT,…] [--write]
 *
 * Ends with 1 where somebody else waited longer than 250 ms, or the memory was not back within 50 MB after a minute.
 * --write puts the table into bench/worst.md.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import type { Engine } from '../../server/db/database.ts'
import { searched } from '../../server/test/searching.ts'
import { startService } from '../contender.ts'
import { emptyPlace } from '../places.ts'
import { undoAtSignal } from '../undo-at-signal.ts'
import { type Asked, ask, type Callers, signIn } from './ask.ts'
import { type Memory, watchMemory } from './memory.ts'
import { headText, type Measured, measuredText, missed } from './report.ts'
import { type Case, cases } from './requests.ts'
import { fill } from './rows.ts'

const { values: flags } = parseArgs({
  options: {
    engine: { type: 'string', multiple: true, default: ['sqlite', 'postgres'] },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})

const texts: string[] = []
for (const engine of flags.engine) texts.push(await tryAll(engine as Engine))
const command = ['node bench/worst/run.ts', ...process.argv.slice(2)].join(' ')
const text = [headText(command), ...texts].join('\n\n')
console.log(text)
if (flags.write) await writeFile(join(import.meta.dirname, '../worst.md'), `${text}\n`)

async function tryAll(engine: Engine): Promise<string> {
  await using cleanup = new AsyncDisposableStack()
  undoAtSignal(cleanup)
  progress(`${engine}: making the data`)
  const place = await emptyPlace(engine, cleanup)
  const crowd = await fill(engine, place)
  const service = await startService(place, cleanup, {
    DAILIES_WEBHOOK_ALLOW: '127.0.0.0/8',
    DAILIES_DEVELOPMENT: 'true',
  })
  const { address, processId } = service
  const bystander = new Worker(new URL('./bystander.ts', import.meta.url), {
    workerData: { address, token: crowd.bystander.token },
  })
  cleanup.defer(async () => void (await bystander.terminate()))
  const callers: Callers = {
    address,
    tokens: { heavy: crowd.heavy.token, changing: crowd.changing.token },
    cookies: {
      heavy: await signIn(address, crowd.heavy.email),
      changing: await signIn(address, crowd.changing.email),
    },
  }
  progress(`${engine}: building the index of the search`)
  await searched({ address, token: crowd.heavy.token }, '')
  const memory = watchMemory(processId)
  cleanup.defer(() => memory.stop())

  const measured: Measured[] = []
  for (const one of cases()) {
    if (flags.only && !flags.only.split(',').includes(one.name)) continue
    measured.push(await tryOne(one, { callers, bystander, memory }))
    progress(
      `${engine}: ${missed(measured.at(-1)!).length > 0 ? 'MISSED ' : ''}${JSON.stringify(measured.at(-1))}`,
    )
  }
  if (measured.some((one) => missed(one).length > 0)) process.exitCode = 1
  return measuredText(engine, measured)
}

async function tryOne(
  one: Case,
  { callers, bystander, memory }: { callers: Callers; bystander: Worker; memory: Memory },
): Promise<Measured> {
  const before = memory.now()
  memory.highest()
  const beside = async (how: {
    times: number
    as: Case['as']
  }): Promise<Asked & { othersWaited: number }> => {
    await waited(bystander)
    const asked = await ask(callers, { ...one, as: how.as }, how.times)
    return { ...asked, othersWaited: await waited(bystander) }
  }
  const alone = await beside({ times: 1, as: one.as })
  const crowd = await beside({ times: 20, as: one.as })
  const nobody = one.as === 'nobody' ? crowd : await beside({ times: 20, as: 'nobody' })
  const highest = memory.highest()
  const left = await memory.backWithin(before + 50)
  return { name: one.name, sent: one.body?.().length ?? 0, alone, crowd, nobody, before, highest, left }
}

/** How long somebody else waited at most since it was asked the last time, in milliseconds. */
function waited(bystander: Worker): Promise<number> {
  return new Promise((resolve) => {
    bystander.once('message', resolve)
    bystander.postMessage('waited?')
  })
}

function progress(text: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)} ${text}`)
}
