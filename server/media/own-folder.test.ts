import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

/** Makes one in the folder that is named, and waits. */
const making = `
  import { ownFolder } from ${JSON.stringify(new URL('own-folder.ts', import.meta.url).href)}
  console.log(ownFolder(process.argv[1]))
  setInterval(() => {}, 1000)
`

test('what processes have left that were killed is removed, at whichever moment that was; what the living have is not', async () => {
  const parent = await mkdtemp(join(process.env.DAILIES_TEST_FOLDER ?? tmpdir(), 'dailies-own-'))
  const living = await inProcess(parent)
  try {
    const killed = await inProcess(parent)
    await writeFile(join(killed.folder, 'coming'), 'half')
    await killed.end()
    const early = await inProcess(parent)
    await early.end()
    await rm(early.folder, { recursive: true })
    await rename(`${early.folder}.lock`, `${early.folder}.making`)
    await writeFile(join(parent, 'of-others.lock'), '')

    const next = await inProcess(parent)
    const left = (await readdir(parent)).map((name) => join(parent, name)).sort()
    const all = [living, next].flatMap(({ folder }) => [folder, `${folder}.lock`])
    assert.deepEqual(left, [...all, join(parent, 'of-others.lock')].sort())
    await next.end()
  } finally {
    await living.end()
    await rm(parent, { recursive: true, force: true })
  }
})

test('those that start at once have one each', async () => {
  const parent = await mkdtemp(join(process.env.DAILIES_TEST_FOLDER ?? tmpdir(), 'dailies-own-'))
  const all = await Promise.all(Array.from({ length: 8 }, () => inProcess(parent)))
  try {
    const folders = all.map(({ folder }) => folder)
    assert.ok(!folders.includes(parent))
    assert.equal(new Set(folders).size, all.length)
    const wanted = folders.flatMap((folder) => [folder, `${folder}.lock`])
    assert.deepEqual((await readdir(parent)).map((name) => join(parent, name)).sort(), wanted.sort())
  } finally {
    await Promise.all(all.map(({ end }) => end()))
    await rm(parent, { recursive: true, force: true })
  }
})

async function inProcess(parent: string) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', making, parent], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = await once(child.stdout, 'data')
  const ended = once(child, 'exit')
  return {
    folder: String(said).trim(),
    end: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
