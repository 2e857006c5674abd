import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { picture } from '../server/test/generated-picture.ts'
import { runProcess, startServe } from '../server/test/process.ts'
import { makeFolder } from './package/make-folder.ts'

/** Bytes, with Node itself. */
const most = 200 * 1024 ** 2
const deadline = 60_000

// Outside the checkout: nothing of its node_modules can be found from there.
let place: string
before(async () => {
  place = await mkdtemp(join(tmpdir(), 'dailies-package-'))
})
after(() => rm(place, { recursive: true, force: true }))

test('an installation runs from what is in its folder, and is no larger than 200 MB', async () => {
  const folder = join(place, 'dailies')
  await makeFolder(folder)
  assert.deepEqual(
    (await filesIn(folder)).filter((file) => /(?<!\.d)\.tsx?$/.test(file)),
    [],
  )
  const size = (await sizeOf(folder)) + (await stat(process.execPath)).size
  assert.ok(size <= most, `It takes ${size} bytes`)

  // As a package manager puts it: by a link in a folder of programs.
  const script = join(place, 'program')
  await symlink(join(folder, 'server/bin/dailies.js'), script)
  const environment = { DAILIES_DATA: join(place, 'data'), HOME: place, PATH: '/usr/bin:/bin' }
  const run = async (args: string[], input = '') => {
    const { code, stdout, stderr } = await runProcess(args, { environment, input, script })
    assert.equal(code, 0, stdout + stderr)
    return stdout.trim()
  }
  await run(
    ['user', 'create', 'ada@studio.example', '--name', 'Ada', '--password-stdin'],
    'correct horse battery\n',
  )
  await run([
    'import',
    join(import.meta.dirname, '../docs/example-workspace.json'),
    '--user',
    'ada@studio.example',
  ])
  const token = await run(['token', 'create', '--user', 'ada@studio.example', '--name', 'terminal'])

  const command = [process.execPath, script]
  const serve = await startServe(environment, { command, args: ['--port', '0'] })
  try {
    const page = await textAt(`${serve.address}/`)
    const [, loaded] = /src="(\/static\/[^"]+\.js)"/.exec(page) ?? []
    assert.ok(loaded, page)
    assert.ok((await textAt(serve.address + loaded)).length > 1000)
    assert.match(await textAt(`${serve.address}/docs/`), /scalar\.js/)
    assert.ok((await textAt(`${serve.address}/docs/js/scalar.js`)).length > 1_000_000)
    assert.match(await textAt(`${serve.address}/extension/dailies-firefox.zip`), /^PK/)

    const file = join(place, 'take.png')
    await writeFile(file, picture('A lamp in a storm', 7))
    const told = { ...environment, DAILIES_URL: serve.address, DAILIES_TOKEN: token }
    const args = ['capture', file, '--project', 'My First Film', '--scene', '001', '--json']
    const filed = await runProcess(args, { environment: told, script })
    assert.equal(filed.code, 0, filed.stdout + filed.stderr)
    const [{ assetVersionId }] = JSON.parse(filed.stdout)
    const thumbnail = await thumbnailOf(`${serve.address}/api/assets/${assetVersionId}`, token)
    const answer = await fetch(new URL(thumbnail, serve.address), {
      headers: { authorization: `Bearer ${token}` },
    })
    assert.equal(answer.headers.get('content-type'), 'image/webp')
    await answer.arrayBuffer()
    assert.match(await textAt(`${serve.address}/api/search?query=lamp`, token), new RegExp(assetVersionId))
  } finally {
    await serve.kill('SIGTERM')
  }
})

/** Until it was made, by sharp. */
async function thumbnailOf(address: string, token: string): Promise<string> {
  for (const end = performance.now() + deadline; performance.now() < end; await sleep(50)) {
    const found = /"(\/[^"]*)"/.exec(
      JSON.stringify(JSON.parse(await textAt(address, token)).data.media?.thumbnails ?? []),
    )
    if (found) return found[1]!
  }
  throw new Error(`No thumbnail was made: ${await textAt(address, token)}`)
}

async function textAt(address: string, token?: string): Promise<string> {
  const answer = await fetch(address, { headers: token ? { authorization: `Bearer ${token}` } : {} })
  const text = await answer.text()
  assert.equal(answer.status, 200, `${address}: ${text.slice(0, 500)}`)
  return text
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

async function sizeOf(folder: string): Promise<number> {
  const sizes = await Promise.all((await filesIn(folder)).map(async (file) => (await stat(file)).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
