import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { parse } from 'yaml'
import { startCollector } from '../server/test/collector.ts'
import { picture } from '../server/test/generated-picture.ts'
import { until } from '../server/test/listening.ts'
import { runProcess, startServe } from '../server/test/process.ts'
import { billOfMaterials } from './package/bill-of-materials.ts'
import { type Installation, makeFolder } from './package/make-folder.ts'

/** Bytes, with Node itself. */
const most = 200 * 1024 ** 2
const deadline = 60_000

// Outside the checkout: nothing of its node_modules can be found from there.
let place: string
let installation: Installation
before(async () => {
  place = await mkdtemp(join(tmpdir(), 'dailies-package-'))
  installation = await makeFolder(join(place, 'dailies'))
})
after(() => rm(place, { recursive: true, force: true }))

test('an installation runs from what is in its folder, and is no larger than 200 MB', async () => {
  const folder = join(place, 'dailies')
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

for (const protocol of ['http/protobuf', 'http/json']) {
  test(`an installation sends traces and metrics from its thread, by ${protocol}`, async () => {
    const collector = await startCollector()
    const serve = await startServe(
      {
        DAILIES_DATA: join(place, 'traced'),
        ...{ HOME: place, PATH: '/usr/bin:/bin' },
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
        OTEL_BSP_SCHEDULE_DELAY: '20',
        OTEL_METRIC_EXPORT_INTERVAL: '200',
      },
      { command: [process.execPath, join(place, 'dailies/server/bin/dailies.js')], args: ['--port', '0'] },
    )
    try {
      await (await fetch(`${serve.address}/openapi.json`)).text()
      const isThere = () => collector.spans.some(({ name }) => name === 'GET /openapi.json')
      await until('a span', isThere)
      await until('metrics', () => collector.metrics.has('dailies_info'))
    } finally {
      await serve.kill('SIGTERM')
      await collector.close()
    }
  })
}

test('what is in an installation is listed, with version, licence and hash', () => {
  const { version, packages } = installation
  const list = () => JSON.parse(JSON.stringify(billOfMaterials({ version, packages, moment: 1_795_000_000 })))
  const bill = list()
  assert.deepEqual(list(), bill)
  assert.equal(`${bill.bomFormat} ${bill.specVersion}`, 'CycloneDX 1.6')
  assert.match(bill.serialNumber, /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.equal(bill.metadata.timestamp, '2026-11-18T11:06:40.000Z')
  const components: {
    name: string
    purl: string
    licenses: object[]
    hashes: { alg: string; content: string }[]
  }[] = bill.components
  const named = components.map(({ name }) => name)
  // Of the service, of what lies beside it, of the console, of its workers and of the extension.
  for (const name of ['fastify', 'sharp', 'react', 'fountain-js', 'idb', 'tailwindcss']) {
    assert.ok(named.includes(name), name)
  }
  for (const name of ['vite', 'rolldown', 'typescript']) assert.ok(!named.includes(name), name)
  for (const { purl, licenses, hashes } of components) {
    assert.match(purl, /^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+/)
    assert.match(JSON.stringify(licenses), /^\[\{"expression":"[\w.+() -]+"\}\]$/, purl)
    assert.equal(hashes[0]!.alg, 'SHA-512', purl)
    assert.match(hashes[0]!.content, /^[0-9a-f]{128}$/, purl)
  }
  assert.equal(new Set(components.map(({ purl }) => purl)).size, components.length)
})

interface ComposeService {
  image: string
  volumes?: string[]
  environment?: Record<string, string>
  read_only?: boolean
  cap_drop?: string[]
  user?: string
}

const root = join(import.meta.dirname, '..')
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')

test('the image has no root, one volume, a health check, and Node for its first process', () => {
  const last = textOf('Containerfile')
    .split(/^FROM /m)
    .at(-1)!
  assert.match(last, /^scratch\n/)
  assert.match(last, /^USER 10001:10001$/m)
  assert.deepEqual(last.match(/^VOLUME .*$/gm), ['VOLUME /var/lib/dailies'])
  assert.match(last, /^HEALTHCHECK .*CMD \["node", /m)
  assert.match(last, /^STOPSIGNAL SIGTERM$/m)
  // Without a shell, which would keep signals for itself.
  assert.match(last, /^ENTRYPOINT \["dailies"\]$/m)
  assert.match(textOf('scripts/package/container/dailies'), /^#!\/usr\/lib\/dailies\/bin\/node\n/)
  assert.match(textOf('scripts/package/container/passwd'), /^dailies:x:10001:10001:/m)
})

for (const file of ['compose.yaml', 'compose.many.yaml']) {
  test(`${file} has images by exact version, settings that there are, and services that may write to their volume alone`, () => {
    const { services, volumes } = parse(textOf(file), { merge: true })
    const { version } = JSON.parse(textOf('server/package.json'))
    const settings = textOf('docs/settings.md')
    for (const [name, service] of Object.entries<ComposeService>(services)) {
      const [, image, tag] = /^(.+):([^:]+)$/.exec(service.image) ?? []
      assert.match(tag ?? '', /^\d+\.\d+/, service.image)
      for (const mount of service.volumes ?? []) {
        assert.ok(/^\./.test(mount) || mount.split(':')[0]! in volumes, mount)
      }
      if (image !== 'localhost/dailies') continue
      assert.equal(tag, version)
      for (const variable of Object.keys(service.environment ?? {})) {
        assert.ok(settings.includes(`\`${variable}\``), `${variable} of ${file} is not in docs/settings.md`)
      }
      assert.equal(service.read_only, true, name)
      assert.deepEqual(service.cap_drop, ['ALL'])
      assert.equal(service.user, undefined)
    }
    for (const [variable] of textOf(file).matchAll(/DAILIES_\w+/g))
      assert.ok(settings.includes(variable), variable)
  })
}

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
