import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContext } from 'playwright-core'
import { openBrowser } from '../../server/test/browser.ts'
import { type TestService, testFilm, testService, testUser } from '../../server/test/service.ts'
import { buildModules } from '../build-modules.ts'
import type { connect, DailiesError } from '../src/dailies.ts'

interface Sdk {
  connect: typeof connect
  DailiesError: typeof DailiesError
}

interface Place {
  baseUrl: string
  token: string
}

/** Every method of HTTP that the interface has, and what can go wrong. Runs in the browser, so it can use nothing else. */
async function tour({ connect, DailiesError }: Sdk, { baseUrl, token }: Place) {
  const dailies = connect({ baseUrl, token, retries: 0 })
  const [project] = (await dailies.listProjects()).projects
  const { asset } = await dailies.ingest({
    projectId: project!.id,
    sceneId: '012A',
    platformKey: 'runway',
    assetType: 'VIDEO',
    prompt: 'waves',
  })
  const { asset: winner } = await dailies.updateAsset({ assetId: asset.id, selected: true })
  const { preferences } = await dailies.updateProfile({ preferences: { defaultStatus: 'GENERATED' } })
  const { data: made } = await dailies.createToken({ name: 'page' })
  const { data: revoked } = await dailies.revokeToken({ id: made.id })
  const names: string[] = []
  for await (const { name } of dailies.each.listTokens({ limit: 1 })) names.push(name)
  const told = async (call: Promise<unknown>) => {
    const error: unknown = await call.catch((error) => error)
    return error instanceof DailiesError ? [error.status, error.message, error.isTemporary] : error
  }
  const elsewhere = (path: string) => connect({ baseUrl: location.origin + path, token, retries: 0 })
  const nowhere = connect({ baseUrl: 'http://127.0.0.1:1', token, retries: 0 })
  return {
    project: project!.name,
    status: winner.status,
    preference: preferences.defaultStatus,
    revoked: revoked.state,
    names,
    missing: await told(dailies.listScenes({ projectId: 'none' })),
    stranger: await told(connect({ baseUrl, token: 'svc_none' }).listProjects()),
    unreachable: await told(nowhere.listProjects()),
    late: await told(elsewhere('/never').listProjects({}, { timeout: 50 })),
    left: await told(dailies.listProjects({}, { signal: AbortSignal.abort('left') })),
    redirected: await told(elsewhere('/moved').listProjects()),
  }
}

const seen = {
  project: 'The Long Tide',
  status: 'SELECTED',
  preference: 'GENERATED',
  revoked: 'revoked',
  names: ['page', 'test'],
  missing: [404, 'Project not found', false],
  stranger: [401, 'Unauthorized', false],
  unreachable: [0, 'The service cannot be reached', true],
  late: [0, 'The service took longer than 50 ms', true],
  left: 'left',
  redirected: [0, 'The service redirects to another address', false],
}

describe('the client in a real Chromium, on a page of another origin than the service', () => {
  let service: TestService
  let pages: Server
  let browser: Browser
  let context: BrowserContext
  let address: string

  before(async () => {
    service = await testService('sqlite')
    pages = await servePages()
    address = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    pages?.closeAllConnections()
    pages?.close()
    await service?.close()
  })

  const place = async (): Promise<Place> => {
    context = await browser.newContext()
    const user = await testUser(service)
    await testFilm(service.db, user)
    return { baseUrl: service.address, token: user.token }
  }

  test('runs in a page', async () => {
    const given = await place()
    const page = await context.newPage()
    await page.goto(address)
    const found = await page.evaluate(async (given) => {
      const [sdk, { tour }] = await Promise.all([
        import(`${location.origin}/dailies.js`),
        import(`${location.origin}/tour.js`),
      ])
      return tour(sdk, given)
    }, given)
    assert.deepEqual(found, seen)
    await context.close()
  })

  test('captures from a page that came by plain HTTP, which lacks some of what others have', async () => {
    const { token } = await place()
    const page = await context.newPage()
    const hosts = { 'studio.example': address, 'dailies.example': service.address }
    for (const [host, origin] of Object.entries(hosts)) {
      await page.route(`http://${host}/**`, async (route) => {
        const { pathname, search } = new URL(route.request().url())
        await route.fulfill({ response: await route.fetch({ url: origin + pathname + search }) })
      })
    }
    await page.goto('http://studio.example/')
    assert.equal(await page.evaluate(() => 'randomUUID' in crypto), false)
    const found = await page.evaluate(async (token) => {
      const { connect }: Sdk = await import(`${location.origin}/dailies.js`)
      const dailies = connect({ baseUrl: 'http://dailies.example', token })
      const { projects } = await dailies.listProjects()
      const take = { projectId: projects[0]!.id, sceneId: '2', platformKey: 'luma', prompt: 'waves' }
      return dailies.ingest({ ...take, assetType: 'VIDEO' })
    }, token)
    assert.equal(found.asset.versionNumber, 1)
    await context.close()
  })

  test('runs in a service worker', async () => {
    const given = await place()
    const page = await context.newPage()
    await page.goto(address)
    const started = context.waitForEvent('serviceworker')
    await page.evaluate(() =>
      navigator.serviceWorker.register('/worker.js', { type: 'module' }).then(() => {}),
    )
    const worker = await started
    const found = await worker.evaluate(
      (given) => (globalThis as unknown as { tour(place: Place): unknown }).tour(given),
      given,
    )
    assert.deepEqual(found, seen)
    await context.close()
  })
})

/** What a page and its worker load; `/moved` leads elsewhere, and `/never` does not answer. */
async function servePages(): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'dailies-sdk-browser-'))
  await buildModules(folder)
  const dailies = await readFile(join(folder, 'dailies.js'), 'utf8')
  await rm(folder, { recursive: true })
  const scripts: Record<string, string> = {
    '/dailies.js': dailies,
    '/tour.js': `export ${tour}`,
    '/worker.js': `
      import * as sdk from '/dailies.js'
      import { tour } from '/tour.js'
      globalThis.tour = (place) => tour(sdk, place)`,
  }
  const server = createServer(({ url = '' }, response) => {
    if (url.startsWith('/never')) return
    const script = scripts[url]
    if (script) response.setHeader('content-type', 'text/javascript').end(script)
    else if (url.startsWith('/moved')) response.writeHead(302, { location: '/' }).end()
    else response.setHeader('content-type', 'text/html').end('<!doctype html><title>A page</title>')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return server
}
