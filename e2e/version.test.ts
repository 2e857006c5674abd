import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { becomes } from './becomes.ts'
import { makePicture, makeSound, serveMedia } from './media-server.ts'
import { looks, openStage, type Stage, screenshot, settled, violations } from './stage.ts'
import { sticksOut } from './sticks-out.ts'

const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown }

/** More digits than a double has. */
const seed = '123456789012345678901234567890'

describe('the page of a version', () => {
  let stage: Stage
  let media: Awaited<ReturnType<typeof serveMedia>>
  let parent: string
  let child: string
  let sound: string

  before(async () => {
    stage = await openStage()
    media = await serveMedia({
      'dusk.svg': { type: 'image/svg+xml', body: makePicture('dusk', '#3a4a6b') },
      'dawn.svg': { type: 'image/svg+xml', body: makePicture('dawn', '#8a5a44') },
      'tide.wav': { type: 'audio/wav', body: makeSound() },
    })
    parent = await capture({
      prompt: 'a lighthouse at dusk, calm sea',
      outputUrl: `${media.address}dusk.svg`,
    })
    child = await capture({
      prompt: 'a lighthouse at dawn, calm sea',
      negativePrompt: 'people, text',
      outputUrl: `${media.address}dawn.svg`,
      parentVersionId: parent,
      rightsState: 'UNKNOWN',
      metadata: { seed: rawJSON(seed), cfg: { scale: 7, steps: [20, 30] } },
      provenance: { pageTitle: 'Explore | Midjourney' },
      sourceUrl: 'https://www.midjourney.com/jobs/1',
      costEstimateUsd: 0.08,
      generationSeconds: 42,
      tags: ['dawn'],
    })
    sound = await capture({ assetType: 'MUSIC', prompt: 'tide', outputUrl: `${media.address}tide.wav` })
  })
  after(async () => {
    await stage.end()
    media.close()
  })

  async function capture(change: object): Promise<string> {
    const answer = await stage.user.ingest({
      ...stage.film.capture,
      status: 'GENERATED',
      rightsState: 'COMMERCIAL_ALLOWED',
      ...change,
    })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.asset.id
  }

  async function statusOf(id: string): Promise<string> {
    return (await stage.user.get(`/api/assets/${id}`)).body.data.status
  }

  test('media at another port of its own host are never loaded: a link leads there', async () => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(`${request.url} ${request.headers.cookie}`)
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const elsewhere = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const ids = [
      await capture({ outputUrl: `${elsewhere}/a.png`, thumbnailUrl: `${elsewhere}/t.png` }),
      await capture({ assetType: 'VIDEO', outputUrl: `${elsewhere}/a.mp4` }),
      await capture({ assetType: 'MUSIC', outputUrl: `${elsewhere}/a.mp3` }),
    ]
    try {
      const page = await stage.open(`/assets/${ids[0]}`)
      for (const id of ids) {
        await page.goto(`${stage.service.address}/assets/${id}`)
        await page.getByText('It lies at another port of this host').waitFor()
        await page.getByRole('link', { name: 'Open the file' }).waitFor()
      }
      await page.goto(`${stage.service.address}/compare?ids=${ids.join(',')}`)
      await page.getByRole('link', { name: 'Open the file' }).first().waitFor()
      await page.goto(`${stage.service.address}/scenes/${stage.film.sceneDbId}`)
      await page.getByText('a lighthouse at dawn').first().waitFor()
      await settled(page)
      assert.deepEqual(asked, [])
      await stage.close(page)
    } finally {
      server.closeAllConnections()
      server.close()
      for (const id of ids) await stage.user.send('DELETE', `/api/assets/${id}`, undefined)
    }
  })

  test('its picture, prompt, metadata and every digit of its seed are shown', async () => {
    const page = await stage.open(`/assets/${child}`)
    await page.getByRole('img', { name: 'Midjourney image v2' }).waitFor()
    await page.getByText(seed).first().waitFor()
    await page.getByText('cfg (2 values)').click()
    await page.getByText('steps (2 items)').waitFor()
    await page.getByText('Explore | Midjourney').waitFor()
    const source = page.getByRole('link', { name: /midjourney.com\/jobs\/1/ })
    await becomes(() => source.getAttribute('rel'), 'noopener noreferrer')
    await page.getByRole('button', { name: 'Copy the prompt' }).click()
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'a lighthouse at dawn, calm sea')
    await stage.close(page)
  })

  test('what its prompt changed of its parent’s is marked word by word', async () => {
    const page = await stage.open(`/assets/${child}`)
    await page.locator('del').first().waitFor()
    await becomes(() => page.locator('del').allTextContents(), ['dusk'])
    await becomes(() => page.locator('ins').allTextContents(), ['dawn', 'people, text'])
    await page.getByRole('link', { name: /^MJ v1/ }).click()
    await page.getByRole('heading', { name: 'Midjourney image v1' }).waitFor()
    await stage.close(page)
  })

  test('it is selected and approved by buttons, and set back', async () => {
    const page = await stage.open(`/assets/${parent}`)
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    await page.getByText('Winner').first().waitFor()
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByRole('button', { name: 'On to Final' }).click()
    const history = page.locator('section', { has: page.getByRole('heading', { name: 'Status history' }) })
    await history.getByText('Final').waitFor()
    assert.equal(await statusOf(parent), 'FINAL')
    await page.getByRole('button', { name: 'Back to an earlier status' }).click()
    await page.getByRole('menuitem', { name: 'Generated' }).click()
    await page.getByRole('button', { name: 'Select', exact: true }).waitFor()
    await stage.close(page)
  })

  test('by the keyboard alone it is picked after a warning, grouped, and left for the next', async () => {
    const page = await stage.open(`/assets/${child}`)
    await page.getByText('of 3', { exact: false }).first().waitFor()
    await page.keyboard.press('s')
    await page.getByRole('dialog').getByText('Nobody has said yet').waitFor()
    await page.waitForFunction(() => document.activeElement?.textContent === 'Select anyway')
    await page.keyboard.press('Enter')
    await page.getByText('Winner').first().waitFor()
    await page.keyboard.press('g')
    await page.keyboard.type('lamp')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Compare the group' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press(']')
    await page.getByRole('heading', { name: 'Midjourney image v1' }).waitFor()
    await page.keyboard.press('[')
    await page.getByRole('heading', { name: 'Midjourney image v2' }).waitFor()
    await stage.close(page)
  })

  test('opened from a filtered board, the next one is the board’s next, and the way back keeps the filter', async () => {
    const page = await stage.open(`/scenes/${stage.film.sceneDbId}?q=lighthouse`)
    await page.getByRole('article').first().focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/assets/**')
    await page.getByText('1 of 2', { exact: true }).waitFor()
    await page.keyboard.press(']')
    await page.getByText('2 of 2', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Scene 012A' }).click()
    await page.waitForURL(`**/scenes/${stage.film.sceneDbId}?*`)
    const search = new URL(page.url()).searchParams
    assert.deepEqual([search.get('q'), search.get('at')], ['lighthouse', parent])
    await stage.close(page)
  })

  test('title, rights, tags and notes are changed in place', async () => {
    const id = await capture({ prompt: 'to be described', outputUrl: undefined, sceneId: '2' })
    const page = await stage.open(`/assets/${id}`)
    await page.getByText('It has no file yet').waitFor()
    await page.getByLabel('Title').fill('Lamp goes out')
    await page.getByLabel('Rights').selectOption('RESTRICTED')
    await page.getByLabel('Tags', { exact: true }).fill('storm,')
    await page.getByLabel('Notes').fill('Too bright.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Lamp goes out' }).waitFor()
    const { data } = (await stage.user.get(`/api/assets/${id}`)).body
    assert.deepEqual(
      [data.title, data.rightsState, data.tags, data.notes],
      ['Lamp goes out', 'RESTRICTED', ['storm'], 'Too bright.'],
    )
    await stage.close(page)
  })

  test('deleting leads back to the board, and can be undone', async () => {
    const id = await capture({ prompt: 'a slip' })
    const page = await stage.open(`/assets/${id}`)
    await page.getByRole('button', { name: 'Delete this version' }).click()
    await page.waitForURL('**/scenes/**')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('is back').waitFor()
    assert.equal((await stage.user.get(`/api/assets/${id}`)).status, 200)
    await stage.user.send('DELETE', `/api/assets/${id}`, {})
    await stage.close(page)
  })

  // What the browser does by itself is the same, whichever database is behind it.
  test('prompts too long to compare word by word do not hold up the page', async () => {
    const words = (word: string) =>
      Array.from({ length: 16_000 }, (_, at) => `${word}${(at * 7919) % 997}`)
        .join(' ')
        .slice(0, 100_000)
    const long = await capture({ prompt: words('a'), sceneId: '10' })
    const other = await capture({ prompt: words('b'), sceneId: '10', parentVersionId: long })
    const page = await stage.open(`/assets/${other}`)
    await page.getByText('too long and too different').waitFor()
    await stage.close(page)
  })

  test('the picture zooms to 100 % by key and by click, and back', async () => {
    const page = await stage.open(`/assets/${child}`)
    const picture = page.getByRole('group', { name: /^Picture/ })
    await page.getByRole('img', { name: 'Midjourney image v2' }).waitFor()
    await page.keyboard.press('z')
    await page.getByText('100 %', { exact: true }).waitFor()
    await page.keyboard.press('0')
    await page.getByText('100 %', { exact: true }).waitFor({ state: 'hidden' })
    await picture.click({ position: { x: 200, y: 200 } })
    await page.getByText('100 %', { exact: true }).waitFor()
    await stage.close(page)
  })

  test('the picture fills its place however it is zoomed out', async () => {
    const page = await stage.open(`/assets/${child}`)
    const picture = page.getByRole('group', { name: /^Picture/ })
    await page.getByRole('img', { name: 'Midjourney image v2' }).waitFor()
    for (let times = 0; times < 8; times += 1) await page.getByRole('button', { name: 'Zoom in (+)' }).click()
    await picture.focus()
    for (let times = 0; times < 12; times += 1) await page.keyboard.press('ArrowLeft')
    for (let times = 0; times < 4; times += 1)
      await page.getByRole('button', { name: 'Zoom out (-)' }).click()
    const leftOf = async (what: Locator) => Math.round((await what.boundingBox())!.x)
    assert.equal(await leftOf(page.getByRole('img', { name: 'Midjourney image v2' })), await leftOf(picture))
    await page.getByRole('button', { name: '1:1, 100 % (Z)' }).click()
    await page.getByText('100 %', { exact: true }).waitFor()
    await stage.close(page)
  })

  test('a sound is played', async () => {
    const page = await stage.open(`/assets/${sound}`)
    await page.getByRole('button', { name: 'Play the sound' }).click()
    await page.getByRole('button', { name: 'Pause the sound' }).waitFor()
    await page.getByText('0:01').first().waitFor()
    await stage.close(page)
  })

  test('what was typed outlives a refusal and a reload', async () => {
    const page = await stage.open(`/assets/${child}`)
    await page.route(`**/api/assets/${child}`, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({
            status: 400,
            json: { error: 'Invalid payload', details: { fieldErrors: { notes: ['Too sad'] } } },
          })
        : route.continue(),
    )
    await page.getByLabel('Notes').fill('The fog is too even.')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Too sad').waitFor()
    await page.reload()
    await page.getByLabel('Notes').waitFor()
    await becomes(() => page.getByLabel('Notes').inputValue(), 'The fog is too even.')
    await stage.close(page)
  })

  test('media that does not load leaves a link to it', async () => {
    const id = await capture({
      assetType: 'VIDEO',
      prompt: 'gone',
      outputUrl: `${media.address}gone.webm`,
      sceneId: '2',
    })
    const page = await stage.open(`/assets/${id}`)
    await page.getByText('The film cannot be played here.').waitFor()
    const link = page.getByRole('link', { name: /Open the file/ })
    await becomes(() => link.getAttribute('href'), `${media.address}gone.webm`)
    await stage.close(page)
  })

  test('where previews are switched off, nothing is loaded from elsewhere', async () => {
    // A screen without media: those of another one might still be on their way.
    const page = await stage.open('/account')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.route(`**/assets/${child}`, async (route) => {
      if (route.request().resourceType() !== 'document') return route.continue()
      const response = await route.fetch()
      const body = (await response.text()).replace('previews" content="on"', 'previews" content="off"')
      await route.fulfill({ response, body })
    })
    await page.goto(`${stage.service.address}/assets/${child}`)
    await page.getByText('Previews of media from elsewhere are switched off here.').waitFor()
    assert.deepEqual(
      asked.filter((url) => url.startsWith(media.address)),
      [],
    )
    await stage.close(page)
  })

  test('a version that is not there says so, and a failure can be tried again', async () => {
    const page = await stage.open('/assets/0190a000-0000-7000-8000-000000000000')
    await page.getByText('There is nothing here').waitFor()
    let fails = true
    await page.route(`**/api/assets/${child}`, (route) =>
      fails ? route.fulfill({ status: 403, json: { error: 'Out of film' } }) : route.continue(),
    )
    await page.goto(`${stage.service.address}/assets/${child}`)
    await page.getByText('Out of film').waitFor()
    fails = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Midjourney image v2' }).waitFor()
    await stage.close(page)
  })

  for (const { theme, size } of looks) {
    test(`the page has no barriers in ${theme} on a ${size}`, async () => {
      const page = await stage.open(`/assets/${child}`, { theme, size })
      await page.getByRole('img', { name: 'Midjourney image v2' }).waitFor()
      await page.locator('ins').first().waitFor()
      await page.locator('section', { hasText: 'Status history' }).getByRole('listitem').first().waitFor()
      assert.equal(await sticksOut(page), 0)
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `version-${theme}-${size}`)
      await stage.close(page)
    })
  }
})
