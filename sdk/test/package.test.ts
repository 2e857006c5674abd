import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, test } from 'node:test'
import { publint } from 'publint'
import { type Endpoint, takesToken } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { newSecretText, signatureHeaders } from '../../contract/webhook-signature.ts'
import { type TestService, testFilm, testService, testUser } from '../../server/test/service.ts'
import { connect } from '../src/dailies.ts'
import { type Installed, installPackage } from './installed.ts'
import { oldestNode } from './oldest-node.ts'
import { examples, readme } from './readme.ts'
import { ownEnvironment, run } from './run.ts'

const { resolve } = createRequire(import.meta.url)
const compiler = join(dirname(resolve('typescript/package.json')), 'bin/tsc')
const nodeTypes = { typeRoots: [join(dirname(resolve('@types/node/package.json')), '..')], types: ['node'] }
const consumer = join(import.meta.dirname, 'consumer')

let service: TestService
let installed: Installed

before(async () => {
  const lettingIn = { DAILIES_DEVELOPMENT: 'true', DAILIES_WEBHOOK_ALLOW: '127.0.0.0/8' }
  ;[service, installed] = await Promise.all([testService('sqlite', lettingIn), installPackage()])
  await copyFile(join(consumer, 'types.ts'), join(installed.project, 'types.ts'))
  await copyFile(join(consumer, 'calls.js'), join(installed.project, 'calls.js'))
  await mkdir(join(installed.project, 'examples'))
  for (const [index, { code }] of examples.entries()) await writeFile(exampleFile(index), code)
})
after(async () => {
  await service.close()
  await installed.remove()
})

const exampleFile = (index: number) => join(installed.project, `examples/${index}.ts`)

/** A user with a film, as the environment of an example. */
async function stage() {
  const user = await testUser(service)
  await testFilm(service.db, user)
  return { DAILIES_URL: service.address, DAILIES_TOKEN: user.token }
}

describe('the package', () => {
  test('has what it needs and nothing else', async () => {
    const folder = join(installed.project, 'node_modules/@dailies/sdk')
    const files = globSync('**/*', { cwd: folder, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => join(file.parentPath, file.name).slice(folder.length + 1))
    assert.deepEqual(files.filter((file) => !file.endsWith('.d.ts')).sort(), [
      'LICENSE',
      'README.md',
      'dist/dailies.js',
      'dist/schemas.js',
      'dist/webhooks.js',
      'package.json',
    ])
    const licence = await readFile(join(folder, 'LICENSE'), 'utf8')
    assert.equal(licence, await readFile(new URL('../../LICENSE', import.meta.url), 'utf8'))
  })

  test('is found without fault by publint', async () => {
    const { buffer } = await readFile(installed.tarball)
    const { messages } = await publint({ pkgDir: 'package', pack: { tarball: buffer }, strict: true })
    assert.deepEqual(messages, [])
  })

  // What is declared is checked, but for what comes with the compiler.
  const declared = { skipLibCheck: false, skipDefaultLibCheck: true }
  const everywhere = { target: 'es2022', strict: true, noEmit: true, ...declared }
  const strictest = {
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
  }
  const places = {
    'Node, by its own rules': { module: 'nodenext', lib: ['es2022'], ...nodeTypes },
    'Node, through a bundler': {
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2022'],
      ...nodeTypes,
    },
    'a browser': { module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom'], types: [] },
    'a service worker': { module: 'nodenext', lib: ['es2022', 'webworker'], types: [] },
  }
  for (const [place, options] of Object.entries(places)) {
    test(`has types for ${place}, which refuse what is wrong`, async () => {
      const files = options.types.length > 0 ? ['types.ts', 'examples/*.ts'] : ['types.ts']
      const compilerOptions = { ...everywhere, ...strictest, ...options }
      const file = join(installed.project, `tsconfig.${place.replace(/\W+/g, '-')}.json`)
      await writeFile(file, JSON.stringify({ compilerOptions, include: files }))
      await run(process.execPath, [compiler, '--singleThreaded', '-p', file], { cwd: installed.project })
    })
  }

  test('runs in the oldest Node that is here', async (t) => {
    const { path, version } = oldestNode()
    t.diagnostic(`Node ${version}, ${path}`)
    const secret = newSecretText(crypto.getRandomValues(new Uint8Array(32)))
    const timestamp = Math.floor(Date.now() / 1000)
    const headers = await signatureHeaders({ id: 'event-1', event: 'x', body: '{}', timestamp, secret })
    const stdout = await run(path, ['calls.js'], {
      cwd: installed.project,
      env: { ...(await stage()), WEBHOOK_SECRET: secret, WEBHOOK_HEADERS: JSON.stringify(headers) },
    })
    assert.deepEqual(JSON.parse(stdout), {
      node: String(version),
      project: 'The Long Tide',
      status: 'SELECTED',
      events: ['asset.created', 'asset.status_changed', 'asset.selected'],
      error: [true, 400, { prompt: ['Required'] }],
      left: 'left',
      webhook: { ok: true, id: 'event-1' },
      fieldErrors: { prompt: ['Required'] },
    })
  })
})

describe('the README', () => {
  for (const [index, { title, prints }] of examples.entries()) {
    if (prints.length === 0) continue
    test(`${title}: the example prints what it says`, async () => {
      const stdout = await run(process.execPath, [exampleFile(index)], {
        cwd: installed.project,
        env: await stage(),
      })
      assert.deepEqual(stdout.trimEnd().split('\n'), prints)
    })
  }

  test('has one example that prints nothing of its own: the receiver of webhooks', () => {
    const silent = examples.filter(({ prints }) => prints.length === 0)
    assert.deepEqual(
      silent.map(({ title }) => title),
      ['Receiving webhooks'],
    )
    assert.ok(examples.length > 5)
  })

  test('Receiving webhooks: the example takes what the service sends, and nothing else', async () => {
    const { DAILIES_URL: baseUrl, DAILIES_TOKEN: token } = await stage()
    const dailies = connect({ baseUrl, token })
    const secret = newSecretText(crypto.getRandomValues(new Uint8Array(32)))
    const index = examples.findIndex(({ title }) => title === 'Receiving webhooks')
    const env = { ...ownEnvironment(), WEBHOOK_SECRET: secret, PORT: '0' }
    const receiver = spawn(process.execPath, [exampleFile(index)], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      const lines = createInterface(receiver.stdout)[Symbol.asyncIterator]()
      const next = async () => (await lines.next()).value as string
      const port = /port: (\d+)/.exec(await next())?.[1]
      const url = `http://127.0.0.1:${port}/`
      assert.equal((await fetch(url, { method: 'POST', body: '{}' })).status, 401)

      const { data: webhook } = await dailies.createWebhook({ url, secret, events: ['asset.created'] })
      const { projects } = await dailies.listProjects()
      const take = { projectId: projects[0]!.id, sceneId: '2', platformKey: 'luma', prompt: 'a lamp, lit' }
      await dailies.ingest({ ...take, assetType: 'IMAGE' })
      assert.equal(await next(), 'A take of scene 2: a lamp, lit')
      await dailies.rotateWebhookSecret({ id: webhook.id })
      const { data: delivery } = await dailies.testWebhook({ id: webhook.id })
      assert.deepEqual(
        delivery.attempts.map(({ responseCode }) => responseCode),
        [204],
      )
    } finally {
      const closed = once(receiver, 'close')
      receiver.kill()
      await closed
    }
  })

  test('lists every method, and every list in pages', () => {
    const [methods = ''] = /^## Methods.*?(?=^## )/ms.exec(readme) ?? []
    const rows = [...methods.matchAll(/^\| ([\w ]+) \| (`\w+`(?:, `\w+`)*) \|$/gm)]
    const listed = rows.map(([, tag, names = '']) => [tag, names.replaceAll('`', '').split(', ')])
    const actual = Object.groupBy(
      Object.entries<Endpoint>(endpoints).filter(
        ([name, endpoint]) => takesToken(endpoint) && (!endpoint.serves || name === 'downloadExport'),
      ),
      ([, { tag }]) => tag,
    )
    assert.deepEqual(
      listed,
      Object.entries(actual).map(([tag, all]) => [tag, all.map(([name]) => name)]),
    )
    const { each } = connect({ baseUrl: 'https://dailies.example', token: 'x' })
    const [sentence = ''] = /These are (`\w+`[^.]*)\./s.exec(readme) ?? []
    assert.deepEqual(
      [...sentence.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort(),
      Object.keys(each).sort(),
    )
  })

  test('explains every error that is the client’s own', () => {
    const sources = globSync(join(import.meta.dirname, '../src/*.ts')).map((file) =>
      readFileSync(file, 'utf8'),
    )
    const messages = sources.flatMap((source) => [
      ...source.matchAll(/new DailiesError\(\s*(?:typeof .*?: )?['`]([^'`$]+)/g),
    ])
    assert.equal(messages.length, 12)
    for (const [, message = ''] of messages) assert.ok(readme.includes(`| \`${message}`), message)
  })
})
