import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { put, take } from '../test/media.ts'
import { onService } from '../test/process.ts'
import { silentS3Server } from '../test/s3-server.ts'
import type { BackupJob, BackupSign } from './make-aside.ts'

const entry = fileURLToPath(new URL('./process.ts', import.meta.url))

test('the process that makes a backup says that it moves on as files come', () =>
  onProcess({}, async ({ child, signs }) => {
    await once(child, 'close')
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

test('the process that makes a backup ends with the service, though a drive takes its mark and never says so', async () => {
  const folder = await mkdtemp(join(process.env.DAILIES_TEST_FOLDER ?? tmpdir(), 'dailies-drive-'))
  try {
    await promisify(execFile)('mkfifo', [join(folder, 'drive')])
    await writeFile(join(folder, 'hangs.mjs'), hangs)
    const environment = {
      NODE_OPTIONS: `--import=${join(folder, 'hangs.mjs')}`,
      DRIVE: join(folder, 'drive'),
    }
    await onProcess({ environment }, async ({ child, hung, ended }) => {
      await hung
      child.disconnect()
      await ended
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

/** The texts that it writes go to a drive that is gone: who writes waits in the kernel. */
const hangs = `
  import fs from 'node:fs/promises'
  import { syncBuiltinESMExports } from 'node:module'
  fs.writeFile = () => {
    process.send('hung')
    return fs.open(process.env.DRIVE)
  }
  syncBuiltinESMExports()
`

interface OnProcess {
  child: ChildProcess
  target: string
  /** What it has said so far. */
  signs: BackupSign['is'][]
  /** Fulfilled once it waits for a drive that is gone. */
  hung: Promise<void>
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
      const hung = Promise.withResolvers<void>()
      child.on('message', (told: BackupSign | 'hung') => {
        if (told === 'hung') hung.resolve()
        else signs.push(told.is)
      })
      const ended = once(child, 'exit')
      try {
        child.send(job satisfies BackupJob)
        await work({ child, target, signs, hung: hung.promise, ended })
      } finally {
        child.kill('SIGKILL')
        await ended
      }
    })
  } finally {
    await rm(target, { recursive: true, force: true })
  }
}
