import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { becomes } from '../../e2e/becomes.ts'
import { freePort } from '../../scripts/free-port.ts'
import { picture } from '../test/generated-picture.ts'
import { onRunning, runProcess, runSql, startCommand, startServe } from '../test/process.ts'

const count = 500
const size = 5_000_000
/** Of the process that captures: three files in the air, and Node itself. */
const mostMemory = 400e6

test(`dailies capture files ${count} files of 5 MB once each, through a kill of itself and one of the service`, async () => {
  const root = await mkdtemp(join(tmpdir(), 'dailies-capture-'))
  try {
    const at = { DAILIES_PORT: String(await freePort()) }
    await onRunning('sqlite', at, async ({ place, serve, user, film }) => {
      const folder = join(root, 'takes')
      const hashes = await writeFiles(folder)
      const environment = { DAILIES_URL: serve.address, DAILIES_TOKEN: user.token }
      const command = ['capture', folder, '--project', film.projectId, '--scene', '012A']
      const start = () => startCommand(command, { environment, ready: /^(filed|there) / })
      const startedAt = performance.now()

      const first = await start()
      await becomes(async () => first.lines.length > 100, true, 300)
      await first.kill('SIGKILL')
      const second = await start()
      await becomes(async () => (await takes()).length > 250, true, 300)
      await serve.kill('SIGKILL')
      const service = await startServe(place.environment)
      try {
        let memory = 0
        const seen = async () => {
          memory = Math.max(memory, await peakMemory(second.pid))
          return (await takes()).length
        }
        await becomes(seen, count, 600)
        await becomes(async () => /\d+ filed in .*\.\n/.test(second.output()), true, 300)
        const seconds = (performance.now() - startedAt) / 1000
        console.log(`${count} files in ${seconds.toFixed(1)} s, ${Math.round(memory / 1e6)} MB at most`)
        assert.ok(memory < mostMemory, `${memory} bytes of memory`)
        const again = await runProcess(command, { environment })
        assert.deepEqual([again.code, / 0 filed in .*500 there already/.test(` ${again.stderr}`)], [0, true])
        assert.deepEqual((await takes()).map(({ hash }) => hash).sort(), hashes)
        assert.deepEqual(await runSql(place, 'select count(*) as count from asset_versions'), [{ count }])
        const verified = await runProcess(['media', 'verify', '--json'], { environment: place.environment })
        assert.equal(verified.code, 0, verified.stdout + verified.stderr)
      } finally {
        await service.kill('SIGKILL')
        await second.kill('SIGKILL')
      }

      function takes() {
        return runSql(place, "select hash from version_media where kind = 'original' and state = 'kept'")
      }
    })
  } finally {
    await rm(root, { recursive: true })
  }
})

/** Pictures with a hole behind their end, which takes no room on the disk; their hashes, sorted. */
async function writeFiles(folder: string): Promise<string[]> {
  await mkdir(folder)
  const hashes: string[] = []
  for (let seed = 0; seed < count; seed += 1) {
    const path = join(folder, `take_${seed}.png`)
    await writeFile(path, picture(`take ${seed}`, seed))
    await truncate(path, size)
    hashes.push(
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    )
  }
  return hashes.sort()
}

/** Bytes that a process had in memory at most, as Linux tells; 0 elsewhere. */
async function peakMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
}
