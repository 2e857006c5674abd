import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { QueuedCapture } from '../extension/src/queue/queued-capture.ts'
import { type AnswersSite, openAnswersSite } from './answers-site.ts'
import { becomes } from './becomes.ts'
import { type ExtensionStage, forgetAll, openExtension, readCaptures } from './extension-stage.ts'
import { connectNowhere, dispatchCapture, registerScripts } from './menu-capture.ts'

type Chrome = { chrome: typeof import('wxt/browser').browser }

const origin = 'https://app.runwayml.com'
const cdn = 'https://dnznrvs05pmza.cloudfront.net'

/** Answers as those of Runway (extension/src/network/recipes/runway.ts), of takes by their numbers. */
function tasks(...numbers: number[]) {
  return {
    tasks: numbers.map((number) => ({
      id: idOf(number),
      taskType: 'gen4',
      options: { text_prompt: promptOf(number), seed: number, init_image: `${cdn}/start.png` },
      artifacts: [{ id: idOf(number + 1000), url: addressOf(number), previewUrls: [] }],
    })),
  }
}

const idOf = (number: number) => `${String(number).padStart(8, '0')}-1c2d-4e3f-8a4b-5c6d7e8f9a0b`
const promptOf = (number: number) => `a lighthouse in a storm, take ${number}`
const addressOf = (number: number, signature = 'first') => `${cdn}/${idOf(number)}.mp4?_jwt=${signature}`

/** A picture of each take, as the page shows it: with another signature. */
const shown = (...numbers: number[]) =>
  numbers
    .map(
      (number) => `<img id="take-${number}" src="${addressOf(number, 'second')}" width="320" height="180">`,
    )
    .join('')

describe('What a page was told by its service', () => {
  let site: AnswersSite
  let stage: ExtensionStage
  before(async () => {
    site = await openAnswersSite()
    stage = await openExtension({
      hosts: ['https://*.runwayml.com/*', 'https://*.pixverse.ai/*', 'https://*.pictures.example/*'],
      switches: site.switches,
    })
    await connectNowhere(stage)
    await registerScripts(stage)
    site.serve({ '/tasks': { body: JSON.stringify(tasks(1, 2)) } })
  })
  after(async () => {
    await stage.end()
    site.close()
  })

  /** A page whose script is `script`; it is done when it has set `window.done`. */
  async function open(script: string, { body = shown(1, 2, 3), headers = {}, at = origin } = {}) {
    const html = `<!doctype html><title>Takes</title><body>${body}<script nonce="n">
      window.problems = []
      addEventListener('error', ({ message }) => problems.push(message))
      addEventListener('unhandledrejection', ({ reason }) => problems.push(String(reason)))
      ;(async () => { ${script} })().catch((error) => problems.push(String(error))).finally(() => { window.done = true })
    </script></body>`
    site.serve({ '/page': { type: 'text/html', body: html, headers } })
    const page = await stage.context.newPage()
    await page.goto(`${at}/page`)
    await page.waitForFunction('window.done')
    assert.deepEqual(await page.evaluate('window.problems'), [])
    await page.bringToFront()
    return page
  }

  /** What was captured before is forgotten: the same once more would be none. */
  async function capture(page: Page, selector: string): Promise<QueuedCapture> {
    const worker = await stage.worker()
    await forgetAll(worker)
    await connectNowhere(stage)
    await dispatchCapture(worker, page, selector)
    await becomes(async () => (await readCaptures(worker)).length, 1)
    return (await readCaptures(worker))[0]!
  }

  /** In the world that the extension has in the active page. */
  async function inWorld(): Promise<{ isReading: boolean; waiting: number; bytes: number }> {
    return (await stage.worker()).evaluate(async () => {
      const { chrome } = globalThis as never as Chrome
      const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true })
      const func = () => {
        const { dailiesAnswers, dailiesKeeper } = globalThis as {
          dailiesAnswers?: { kept(): number }
          dailiesKeeper?: { characters: number }
        }
        const waiting = dailiesKeeper?.characters ?? 0
        return {
          isReading: dailiesAnswers !== undefined,
          waiting,
          bytes: dailiesAnswers?.kept() ?? waiting * 2,
        }
      }
      const [found] = await chrome.scripting.executeScript({ target: { tabId: tab!.id! }, func })
      return found!.result!
    })
  }

  async function promptsOf(page: Page, ...selectors: string[]) {
    const prompts: unknown[] = []
    for (const selector of selectors) prompts.push((await capture(page, selector)).body.prompt)
    return prompts
  }

  const ways: Record<string, string> = {
    'fetch, as JSON': `await (await fetch('/tasks')).json()`,
    'fetch, as a text': `await (await fetch(new Request('/tasks'))).text()`,
    'fetch, as bytes': `await (await fetch('/tasks')).arrayBuffer()`,
    'fetch, as a blob': `await (await fetch('/tasks')).blob(); await new Promise((done) => setTimeout(done, 50))`,
    'fetch, of a copy': `await (await fetch('/tasks')).clone().json()`,
    'fetch, piece by piece': `const reader = (await fetch('/tasks')).body.getReader(); while (!(await reader.read()).done);`,
    'fetch, piped into a decoder': `const reader = (await fetch('/tasks')).body.pipeThrough(new TextDecoderStream()).getReader(); while (!(await reader.read()).done);`,
    XMLHttpRequest: `await new Promise((done) => { const request = new XMLHttpRequest(); request.open('GET', '/tasks'); request.onload = done; request.send() })`,
    'XMLHttpRequest, as JSON': `await new Promise((done) => { const request = new XMLHttpRequest(); request.responseType = 'json'; request.open('GET', '/tasks'); request.onload = done; request.send() })`,
    EventSource: `await new Promise((done) => { const source = new EventSource('/events'); source.addEventListener('task', ({ data }) => { JSON.parse(data); source.close(); done() }) })`,
    WebSocket: `await new Promise((done) => { const socket = new WebSocket('wss://api.runwayml.com/tasks'); socket.onmessage = ({ data }) => { JSON.parse(data); done() } })`,
  }
  for (const [way, script] of Object.entries(ways)) {
    test(`by ${way} gives each of its media its prompt, and others none`, async () => {
      site.serve({
        '/events': {
          type: 'text/event-stream',
          body: `event: task\ndata: ${JSON.stringify(tasks(1, 2))}\n\n`,
        },
      })
      const page = await open(script)
      assert.deepEqual(await promptsOf(page, '#take-2', '#take-1', '#take-3'), [
        promptOf(2),
        promptOf(1),
        undefined,
      ])
      await page.close()
    })
  }

  test('is filed with all that it tells, and where it was read', async () => {
    const page = await open(ways['fetch, as JSON']!)
    const { body, readings } = await capture(page, '#take-1')
    assert.deepEqual(
      [body.modelName, body.externalAssetId, body.platformKey, (body.metadata as { seed?: number }).seed],
      ['gen4', idOf(1), 'runway', 1],
    )
    assert.deepEqual(readings[0], { kind: 'answer', platform: 'runway' })
    await page.close()
  })

  test('is found for a film that the page made a blob of, and the film at its own address', async () => {
    site.serve({ '/film.mp4': { type: 'video/mp4', body: Buffer.alloc(5000, 7) } })
    const page = await open(
      `
      await (await fetch('/tasks')).json()
      const show = (id, blob) => { document.querySelector(id).src = URL.createObjectURL(blob) }
      const film = async (address) => fetch(address)
      show('#whole', await (await film('${addressOf(1, 'third')}')).blob())
      show('#made', new Blob([await (await film('${addressOf(2, 'third')}')).arrayBuffer()], { type: 'video/mp4' }))
      const chunks = []
      const reader = (await film('${addressOf(1, 'fourth')}')).body.getReader()
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) chunks.push(piece.value)
      show('#pieces', new Blob(chunks))
      await new Promise((done) => {
        const request = new XMLHttpRequest()
        request.onload = () => { show('#asked', request.response); done() }
        request.open('GET', '${addressOf(2, 'fifth')}')
        request.responseType = 'blob'
        request.send()
      })
      show('#mixed', new Blob([await (await film('${addressOf(1)}')).arrayBuffer(), await (await film('${addressOf(2)}')).arrayBuffer()]))
    `,
      {
        body: ['whole', 'made', 'pieces', 'asked', 'mixed']
          .map((id) => `<video id="${id}" width="320" height="180"></video>`)
          .join(''),
      },
    )
    const captures: QueuedCapture[] = []
    for (const id of ['#whole', '#made', '#pieces', '#asked', '#mixed'])
      captures.push(await capture(page, id))
    assert.deepEqual(
      captures.map(({ body }) => [body.prompt, body.outputUrl]),
      [
        [promptOf(1), addressOf(1, 'third')],
        [promptOf(2), addressOf(2, 'third')],
        [promptOf(1), addressOf(1, 'fourth')],
        [promptOf(2), addressOf(2, 'fifth')],
        [undefined, undefined],
      ],
    )
    await page.close()
  })

  test('is found for a film that the page plays as a stream, and for none that several files make up', async () => {
    // As WebM begins: a player waits for the rest.
    const body = Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 1, 0, 0, 0, 0, 0, 0, 31])
    site.serve({ '/films': { body: JSON.stringify(tasks(11, 12)) } })
    for (const number of [11, 12]) site.serve({ [`/${idOf(number)}.mp4`]: { type: 'video/mp4', body } })
    const page = await open(
      `
      await (await fetch('/films')).json()
      const play = async (id, ...addresses) => {
        const media = new MediaSource()
        document.querySelector(id).src = URL.createObjectURL(media)
        await new Promise((done) => media.addEventListener('sourceopen', done))
        const buffer = media.addSourceBuffer('video/webm; codecs="vp8"')
        for (const address of addresses) {
          const bytes = await (await fetch(address)).arrayBuffer()
          const isReady = new Promise((done) => buffer.addEventListener('updateend', done))
          buffer.appendBuffer(new Uint8Array(bytes, 0, 12))
          await isReady
        }
      }
      await play('#one', '${addressOf(11, 'third')}')
      await play('#several', '${addressOf(11, 'third')}', '${addressOf(12, 'third')}')
    `,
      {
        body: ['one', 'several'].map((id) => `<video id="${id}" width="320" height="180"></video>`).join(''),
      },
    )
    const captures = [await capture(page, '#one'), await capture(page, '#several')]
    assert.deepEqual(
      captures.map(({ body }) => [body.prompt, body.outputUrl]),
      [
        [promptOf(11), addressOf(11, 'third')],
        [undefined, undefined],
      ],
    )
    await page.close()
  })

  test('counts where only the request has the prompt, and the answer names the job', async () => {
    site.serve({
      '/make': { body: JSON.stringify({ task: { id: idOf(7), status: 'PENDING' } }) },
      '/job': { body: JSON.stringify({ id: idOf(7), output: { video: addressOf(7) } }) },
    })
    for (const asking of [
      `await (await fetch('/make', { method: 'POST', body })).json()`,
      `await (await fetch(new Request('/make', { method: 'POST', body }))).json()`,
      `await (await fetch('/make', { method: 'POST', body })).clone().json()`,
      `await new Promise((done) => { const request = new XMLHttpRequest(); request.open('POST', '/make'); request.onload = done; request.send(body) })`,
      // Another prompt, which was not waited for.
      `await new Promise((done) => { const request = new XMLHttpRequest(); request.open('POST', '/make'); request.send(JSON.stringify({ prompt: '${promptOf(8)}' })); request.abort(); request.open('POST', '/make'); request.onload = done; request.send(body) })`,
    ]) {
      const page = await open(
        `const body = JSON.stringify({ prompt: '${promptOf(7)}', image: '${addressOf(3)}' }); ${asking}; await (await fetch('/job')).text()`,
        { body: shown(7, 3) },
      )
      const { body, readings } = await capture(page, '#take-7')
      assert.deepEqual(
        [body.prompt, readings[0]],
        [promptOf(7), { kind: 'answer', platform: 'runway', isGuess: true }],
      )
      assert.deepEqual(
        await promptsOf(page, '#take-3'),
        [undefined],
        'what it was made from is no take of it',
      )
      await page.close()
    }
  })

  test('is of the media that an element shows now, in a list that uses its elements again', async () => {
    const page = await open(
      `await (await fetch('/tasks')).json(); const image = document.querySelector('img')
       await image.decode(); image.src = '${addressOf(2, 'third')}'; await image.decode()`,
      { body: shown(1) },
    )
    const { body } = await capture(page, 'img')
    assert.deepEqual([body.prompt, body.outputUrl], [promptOf(2), addressOf(2, 'third')])
    await page.close()
  })

  test('stays while a page changes its address, and is forgotten when it goes', async () => {
    const page = await open(`await (await fetch('/tasks')).json(); history.pushState({}, '', '/takes/1')`)
    assert.deepEqual(await promptsOf(page, '#take-1'), [promptOf(1)])
    const again = await open('')
    assert.deepEqual(await promptsOf(again, '#take-1'), [undefined])
    await again.close()
    await page.close()
  })

  test('comes through in a page of a strict policy, with Trusted Types, and breaks nothing', async () => {
    const policy =
      "default-src 'none'; script-src 'nonce-n'; connect-src 'self'; img-src https:; require-trusted-types-for 'script'; trusted-types 'none'"
    const page = await open(ways['fetch, as JSON']!, { headers: { 'content-security-policy': policy } })
    assert.deepEqual(await promptsOf(page, '#take-1'), [promptOf(1)])
    await page.close()
  })

  test('comes through where the page freezes what it uses, and where it puts its own in its place', async () => {
    const page = await open(`
      const native = window.fetch
      window.fetch = async (...given) => { const answer = await native(...given); window.own = true; return answer }
      const json = Response.prototype.json
      Response.prototype.json = function () { window.ownJson = true; return json.call(this) }
      for (const owner of [Response, XMLHttpRequest, MessageEvent, URL, Blob]) { Object.freeze(owner); Object.freeze(owner.prototype) }
      const used = [[Array.prototype, 'includes'], [Array.prototype, 'push'], [Map.prototype, 'get'], [WeakMap.prototype, 'get'], [Reflect, 'apply']]
      const natives = used.map(([owner, name]) => owner[name])
      for (const [owner, name] of used) owner[name] = () => { throw new Error('not yours') }
      await (await fetch('/tasks')).json()
      // What looks into the page needs them.
      natives.forEach((native, at) => { used[at][0][used[at][1]] = native })
    `)
    assert.deepEqual(await page.evaluate('[own, ownJson]'), [true, true])
    assert.deepEqual(await promptsOf(page, '#take-1'), [promptOf(1)])
    await page.close()
  })

  test('shows in nothing that a page looks at', async () => {
    const page = await open('')
    const looked = await page.evaluate(async () => {
      /** How many refusals nobody handles, until one that comes after all others. */
      const unhandled = (work: () => void) =>
        new Promise((done) => {
          let count = 0
          addEventListener('unhandledrejection', (event) => {
            event.preventDefault()
            if (event.reason === 'last') done(count)
            else count += 1
          })
          work()
          fetch('https://nobody.invalid/').catch(() => Promise.reject('last'))
        })
      const refused = async (text: string) => {
        try {
          return await new Response(text).json()
        } catch (error) {
          return [(error as Error).constructor === SyntaxError, (error as Error).message]
        }
      }
      const used = new Response('{}', { headers: { 'content-type': 'application/json' } })
      await used.text()
      return {
        functions: [fetch, Response.prototype.json, URL.createObjectURL, Blob, Request].map((found) => [
          found.name,
          found.length,
          /\[native code\]/.test(Function.prototype.toString.call(found)),
        ]),
        own: [
          Object.hasOwn(fetch, 'prototype'),
          Blob.prototype.constructor === Blob,
          new File([], 'x') instanceof Blob,
        ],
        enumerable: Object.getOwnPropertyDescriptor(Response.prototype, 'json')?.enumerable,
        refused: await refused('{'),
        used: await used.json().catch((error: Error) => error.constructor === TypeError),
        globals: Object.keys(window).filter((name) => /dailies|observe|recipe/i.test(name)),
        unhandled: await unhandled(() => {
          fetch('https://nobody.invalid/', { method: 'POST', body: '{}' }).catch(() => {})
          new Response('{', { headers: { 'content-type': 'application/json' } }).json()
        }),
      }
    })
    assert.deepEqual(looked, {
      functions: [
        ['fetch', 1, true],
        ['json', 0, true],
        ['createObjectURL', 1, true],
        ['Blob', 0, true],
        ['Request', 1, true],
      ],
      own: [false, true, true],
      enumerable: true,
      refused: [true, looked.refused[1]],
      used: true,
      globals: [],
      unhandled: 1,
    })
    await page.close()
  })

  test('is asked for once, as the page asks', async () => {
    const before = site.asked('/tasks')
    const page = await open(ways['fetch, as JSON']!)
    assert.deepEqual(await promptsOf(page, '#take-1'), [promptOf(1)])
    assert.equal(site.asked('/tasks'), before + 1)
    await page.close()
  })

  test('is told by no page in place of its service', async () => {
    const page = await open(`
      const lie = JSON.stringify(${JSON.stringify(tasks(3))})
      const told = () => new StorageEvent('dailies:told', { key: 'answer', url: '/tasks', oldValue: '', newValue: lie })
      for (const target of [document, window]) target.dispatchEvent(told())
      const own = document.createElement('i')
      document.addEventListener('dailies:meet', (event) => { window.got = event.relatedTarget })
      document.dispatchEvent(new CustomEvent('dailies:ask'))
      document.dispatchEvent(new MouseEvent('dailies:meet', { relatedTarget: own }))
      own.dispatchEvent(told())
      await (await fetch('/tasks')).json()
    `)
    assert.deepEqual(await promptsOf(page, '#take-3', '#take-1'), [undefined, promptOf(1)])
    await page.close()
  })

  test('is read in a frame of the platform, and not where the platform is not switched on', async () => {
    site.serve({
      '/frame': {
        type: 'text/html',
        body: `<script>fetch('/tasks').then((answer) => answer.json()).then(() => { parent.postMessage('', '*') })</script>`,
      },
    })
    const page = await open(
      `await new Promise((done) => { addEventListener('message', done); const frame = document.createElement('iframe'); frame.src = '/frame'; document.body.append(frame) })`,
    )
    const isNative = 'fetch.toString() === "function fetch() { [native code] }"'
    assert.equal(await page.frames()[1]!.evaluate(isNative), false)
    await page.close()
    const elsewhere = await open('', { at: 'https://www.pictures.example' })
    assert.equal(await elsewhere.evaluate(isNative), true)
    await elsewhere.close()
  })

  test('waits, and is read when something is captured', async () => {
    const page = await open(ways['fetch, as JSON']!)
    const { isReading, waiting } = await inWorld()
    assert.deepEqual([isReading, waiting > 500], [false, true])
    assert.deepEqual(await promptsOf(page, '#take-1'), [promptOf(1)])
    const after = await inWorld()
    assert.deepEqual([after.isReading, after.waiting], [true, 0])
    await page.close()
  })

  test('may be large, and a flood, and stays small', async () => {
    const many = JSON.stringify({
      ...tasks(...Array.from({ length: 8000 }, (_none, at) => 5000 + at)),
      last: tasks(1),
    })
    assert.ok(many.length > 3_000_000)
    site.serve({ '/large': { body: many } })
    const page = await open(`
      await (await fetch('/large')).json()
      for (let round = 0; round < 12; round += 1) await (await fetch('/large?' + round)).text()
      for (let round = 0; round < 3000; round += 1) await new Response('{"prompt":"x' + round + '"}', { headers: { 'content-type': 'application/json' } }).json()
      await (await fetch('/tasks')).json()
    `)
    // Before anything is let go of that nobody has read.
    await becomes(async () => (await inWorld()).isReading, true)
    const { bytes } = await inWorld()
    assert.ok(bytes > 0 && bytes < 20_000_000, `${bytes} bytes`)
    await becomes(() => promptsOf(page, '#take-1'), [promptOf(1)])
    await page.close()
  })
})
