import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { put, take } from '../test/media.ts'
import { onService } from '../test/process.ts'
import { silentS3Server } from '../test/s3-server.ts'
import type { BackupJob, BackupSign } from './make-aside.ts'

const entry = fileURLToPath(new URL('./process.ts', import.meta.url))

test('the process that makes a backup says that it moves on as files come', () =>
  onProcess({}, async ({ ended, signs }) => {
    await ended
    assert.equal(signs.at(-1), 'made')
    assert.ok(signs.includes('moving'), signs.join())
  }))

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`the process that makes a backup takes its mark away on ${signal}, as its parent may get it too`, async () => {
    const silent = await silentS3Server()
    try {
      await onProcess({ media: 's3://media/takes', environment: silent.environment }, async (on) => {
        await silent.asked
        assert.match((await readdir(join(on.target, 'texts'))).join(), /^making-/)
        on.child.kill(signal)
        await on.ended
        assert.deepEqual(await readdir(join(on.target, 'texts')), [])
      })
    } finally {
      silent.stop()
    }
  })
}

interface OnProcess {
  child: ChildProcess
  target: string
  /** What it has said so far. */
  signs: BackupSign['is'][]
  ended: Promise<unknown>
}

/** Works beside a process that makes a backup of a service with a file. */
async function onProcess(
  { environment = {}, media }: { environment?: Record<string, string>; media?: string },
  work: (on: OnProcess) => Promise<void>,
): Promise<void> {
  const target = await mkdtemp(join(process.env.DAILIES_TEST_FOLDER ?? tmpdir(), 'dailies-process-'))
  try {
    await onService('sqlite', {}, async (service) => {
      const { user, film, place } = service
      await put(service, user, await take(user, film), Buffer.from('a take'))
      const from = { ...place.settings, ...(media && { media }) }
      const job = { from, target, every: 1, keep: undefined, former: null, patience: 12 }
      const child = spawn(process.execPath, [entry], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        env: { ...process.env, ...environment },
      })
      const signs: BackupSign['is'][] = []
      child.on('message', ({ is }: BackupSign) => signs.push(is))
      const ended = once(child, 'close')
      try {
        child.send(job satisfies BackupJob)
        await work({ child, target, signs, ended })
      } finally {
        child.kill('SIGKILL')
        await ended
      }
    })
  } finally {
    await rm(target, { recursive: true, force: true })
  }
}
