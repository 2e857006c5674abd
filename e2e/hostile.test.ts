import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { engines } from '../server/test/engines.ts'
import { openStage, type Stage, settled } from './stage.ts'

/** Each sets `ran` of the window if it is ever run. Kinds: OWASP's cheat sheet for the prevention of script injection. */
const attacks = [
  '<script>window.ran=1</script>',
  '<img src=x onerror=window.ran=1>',
  '"><svg onload=window.ran=1>',
  `' onmouseover='window.ran=1' x='`,
  '" autofocus onfocus="window.ran=1',
  '</textarea><script>window.ran=1</script>',
  '</title><script>window.ran=1</script>',
  '<iframe srcdoc="<script>parent.ran=1</script>"></iframe>',
  '<math><mtext><table><mglyph><style><img src=x onerror=window.ran=1>',
  '<a href="javascript:window.ran=1">x</a>',
  '[x](javascript:window.ran=1)',
  "{{constructor.constructor('window.ran=1')()}}",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is an attack
  '${window.ran=1}',
  '\u202e<script>window.ran=1</script>\u202c',
]

/** In place of addresses, where the service takes any text. */
const addresses = [
  'javascript:window.ran=1',
  ' javascript:window.ran=1',
  'java\tscript:window.ran=1',
  'JaVaScRiPt:window.ran=1//https://',
  'data:text/html,<script>opener.ran=1</script>',
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="top.ran=1"/>',
  'vbscript:window.ran=1',
  'blob:javascript:window.ran=1',
  '//nowhere.invalid/x',
  'https://nowhere.invalid/"onerror="window.ran=1',
  'https://nowhere.invalid/</script><script>window.ran=1</script>',
]

const all = attacks.join(' ')

for (const engine of engines) {
  describe(`hostile captures in the console on ${engine}`, () => {
    let stage: Stage
    let tracker: Tracker
    let screens: string[]

    before(async () => {
      stage = await openStage({ engine })
      tracker = await openTracker()
      screens = await plant(stage, tracker)
    })
    after(async () => {
      await stage.end()
      tracker.server.close()
    })

    test('nothing that was captured or typed ever runs, on any screen', async () => {
      const page = await stage.open('/')
      for (const screen of screens) {
        await page.goto(stage.service.address + screen)
        await settle(page, screen)
        await page.keyboard.press('Tab')
        await touchEverything(page)
        assert.deepEqual(await traces(page), { ran: false, wrongLinks: [], frames: 0 }, screen)
      }
      await page.context().close()
    })

    test('a captured picture is asked for without telling where it is shown', async () => {
      const page = await stage.open(`/scenes/${stage.film.sceneDbId}`)
      await settle(page)
      await tracker.asked
      assert.ok(tracker.requests.length > 0)
      for (const { referer, cookie } of tracker.requests) {
        assert.equal(referer, undefined)
        assert.equal(cookie, undefined)
      }
      await page.context().close()
    })
  })
}

test('with remote previews off no browser asks for captured media', async () => {
  const stage = await openStage({ alone: { DAILIES_REMOTE_PREVIEWS: 'false' } })
  const tracker = await openTracker()
  try {
    const page = await stage.open('/')
    for (const screen of await plant(stage, tracker)) {
      await page.goto(stage.service.address + screen)
      await settle(page)
    }
    await page.context().close()
    assert.deepEqual(tracker.requests, [])
  } finally {
    await stage.end()
    tracker.server.close()
  }
})

interface Tracker {
  server: Server
  address: string
  requests: IncomingHttpHeaders[]
  /** Fulfilled with the first request. */
  asked: Promise<void>
}

/** A host that is told who looks at its picture. */
async function openTracker(): Promise<Tracker> {
  const requests: IncomingHttpHeaders[] = []
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    requests.push(request.headers)
    response.writeHead(200, { 'content-type': 'image/svg+xml' })
    response.end('<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"/>')
    resolve()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  // Another host than the service's: cookies do not tell ports apart.
  return { server, requests, asked, address: `http://localhost:${(server.address() as AddressInfo).port}` }
}

/** Files them in every field that takes text, and returns the screens that show them. */
async function plant({ user, film }: Stage, tracker: Tracker): Promise<string[]> {
  const make = async (path: string, body: object) => {
    const { status, body: answer } = await user.send('POST', path, body)
    assert.equal(status, 201, JSON.stringify(answer))
    return answer.data.id as string
  }
  const { projectId, sceneDbId } = film
  const change = async (path: string, body: object) =>
    assert.equal((await user.send('PATCH', path, body)).status, 200, path)
  await change(`/api/projects/${projectId}`, { name: all.slice(0, 200), genre: attacks[1] })
  await change(`/api/scenes/${sceneDbId}`, { storyBeat: all, macroScene: all.slice(0, 500) })
  const shotId = await make(`/api/scenes/${sceneDbId}/shots`, { shotCode: attacks[1], description: all })
  await make(`/api/projects/${projectId}/characters`, {
    name: attacks[1],
    role: attacks[0],
    description: all,
  })
  const promptPackageId = await make(`/api/projects/${projectId}/prompt-packages`, {
    name: all.slice(0, 500),
    prompt: all,
    negativePrompt: all,
    tags: attacks,
    constraints: { [attacks[1]!]: attacks },
    styleProfile: all,
    metadata: { [attacks[0]!]: all },
  })
  await make('/api/tokens', { name: attacks[1] })
  const webhookId = await make('/api/webhooks', {
    url: 'https://receiver.example/hook',
    description: attacks[1],
    events: ['asset.created'],
  })

  const ids: string[] = []
  for (const [index, text] of [...attacks, ...addresses].entries()) {
    const { status, body } = await user.ingest({
      ...film.capture,
      assetType: ['IMAGE', 'VIDEO', 'AUDIO', 'OTHER'][index % 4],
      prompt: text,
      negativePrompt: text,
      title: text,
      notes: text,
      tags: [text],
      modelName: text.slice(0, 500),
      platformLabel: text.slice(0, 200),
      compareGroup: text.slice(0, 200),
      externalAssetId: text,
      sourceUrl: text,
      thumbnailUrl: addresses[index % addresses.length],
      outputUrl: `https://nowhere.invalid/${text}`,
      metadata: { [text]: text, __proto__: text },
      provenance: { captureId: `hostile-${index}`, page: text },
      ...(index % 2 && { shotId }),
      ...(index % 3 && { promptPackageId }),
      ...(ids.length > 0 && { parentVersionId: ids.at(-1) }),
    })
    assert.equal(status, 200, JSON.stringify(body))
    ids.push(body.asset.id)
  }
  const tracking = { outputUrl: `${tracker.address}/pixel.svg`, thumbnailUrl: `${tracker.address}/pixel.svg` }
  const tracked = (await user.ingest({ ...film.capture, ...tracking, selected: true })).body.asset.id
  return [
    '/projects',
    `/projects/${projectId}`,
    `/projects/${projectId}/characters`,
    `/projects/${projectId}/prompt-packages`,
    `/projects/${projectId}/prompt-packages?from=${ids[0]}`,
    `/projects/${projectId}/report`,
    `/projects/${projectId}/import`,
    `/scenes/${sceneDbId}`,
    `/scenes/${sceneDbId}?q=${encodeURIComponent(attacks[1]!)}`,
    ...[0, 1, 14, 17, 24].map((index) => `/assets/${ids[index]}`),
    `/assets/${tracked}`,
    `/compare?ids=${ids.slice(0, 3).join(',')},${tracked}&scene=${sceneDbId}`,
    `/prompt-packages/${promptPackageId}`,
    '/tokens',
    '/webhooks',
    `/webhooks/${webhookId}`,
    '/preferences',
    '/account',
    '/users',
  ]
}

/** What a screen loads first is there. */
async function settle(page: Page, screen = page.url()): Promise<void> {
  // Not by its role: it has none while a window is open over it.
  const heading = page.locator('h1')
  await heading.waitFor().catch((error) => assert.fail(`${screen}: ${error}`))
  await settled(page)
}

/** The mouse on everything that may be pressed or played. */
async function touchEverything(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('main *')) {
      for (const type of ['mouseover', 'mouseenter', 'pointerenter', 'focusin']) {
        element.dispatchEvent(new Event(type, { bubbles: true }))
      }
    }
  })
}

/** What would be there if something had run, or could. */
function traces(page: Page) {
  return page.evaluate(() => ({
    ran: 'ran' in window,
    wrongLinks: [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      .filter(({ protocol }) => !/^(https?|blob):$/.test(protocol))
      .map(({ outerHTML }) => outerHTML),
    frames: document.querySelectorAll('iframe, embed, object, frame').length,
  }))
}
