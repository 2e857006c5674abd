import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { becomes } from './becomes.ts'
import { makePicture, makeSound, serveMedia } from './media-server.ts'
import { looks, openStage, type Stage, screenshot, settled, violations } from './stage.ts'
import { sticksOut } from './sticks-out.ts'

describe('the board', () => {
  let stage: Stage
  let media: Awaited<ReturnType<typeof serveMedia>>
  let scenes = 0

  before(async () => {
    media = await serveMedia({
      'dusk.svg': { type: 'image/svg+xml', body: makePicture('Dusk', '#31465f') },
      'dawn.svg': { type: 'image/svg+xml', body: makePicture('Dawn', '#a4644a') },
      'tone.wav': { type: 'audio/wav', body: makeSound() },
    })
    stage = await openStage()
  })
  after(async () => {
    await stage?.end()
    media?.close()
  })

  /** A scene of its own, with two shots. */
  async function newScene() {
    scenes += 1
    const sceneId = `T${String(scenes).padStart(3, '0')}`
    const path = `/api/projects/${stage.film.projectId}/scenes`
    const { body } = await stage.user.send('POST', path, {
      sceneId,
      act: 2,
      macroScene: 'Storm',
      storyBeat: 'The lamp goes out, and nobody says so.',
    })
    const id: string = body.data.id
    const shots: string[] = []
    for (const letter of ['A', 'B']) {
      const shot = { shotCode: `${sceneId}-${letter}`, required: true }
      shots.push((await stage.user.send('POST', `/api/scenes/${id}/shots`, shot)).body.data.id)
    }
    const capture = async (more: object = {}) => {
      const { body } = await stage.user.ingest({
        ...stage.film.capture,
        sceneId,
        rightsState: 'COMMERCIAL_ALLOWED',
        status: 'GENERATED',
        outputUrl: `${media.address}dusk.svg`,
        ...more,
      })
      return body.asset.id as string
    }
    return { id, sceneId, shots, path: `/scenes/${id}`, capture }
  }

  test('a take is picked from the takes of a shot by mouse, and the one before steps back', async () => {
    const scene = await newScene()
    const [shotId] = scene.shots
    await scene.capture({ title: 'Low angle', shotId, selected: true })
    await scene.capture({ title: 'High angle', shotId, costEstimateUsd: 0.4 })
    await scene.capture({ title: 'Elsewhere' })
    const page = await stage.open(scene.path)
    await count(page, '3 takes').waitFor()
    await page.getByRole('link', { name: `${scene.sceneId}-A`, exact: false }).click()
    await count(page, '2 of 3 takes').waitFor()
    await page.waitForURL(new RegExp(`shotId=${shotId}`))

    await take(page, 'High angle').hover()
    await take(page, 'High angle').getByRole('button', { name: 'Select MJ v2' }).click()
    await take(page, 'High angle').getByText('Winner').waitFor()
    await take(page, 'Low angle').getByText('Generated').waitFor()
    await becomes(() => take(page, 'Low angle').getByText('Winner').count(), 0)

    await take(page, 'High angle').getByRole('button', { name: 'More for MJ v2' }).click()
    await page.getByRole('menuitem', { name: 'Approve' }).click()
    await take(page, 'High angle').getByText('Approved').waitFor()
    await page.getByText('1 of 2 shots approved').waitFor()
    await stage.close(page)
  })

  test('all of it goes by the keyboard alone, and leads back to the same take', async () => {
    const scene = await newScene()
    for (const title of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) await scene.capture({ title })
    const page = await stage.open(scene.path)
    await take(page, 'Six').waitFor()
    await page.keyboard.press('ArrowDown')
    await focused(page, 'Six')
    await page.keyboard.press('ArrowDown')
    await focused(page, 'Two')
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await focused(page, 'Five')
    await page.keyboard.press('s')
    await take(page, 'Five').getByText('Winner').waitFor()
    await page.keyboard.press('a')
    await take(page, 'Five').getByText('Approved').waitFor()

    await page.keyboard.press('g')
    await page.getByLabel('Compare group', { exact: true }).fill('oars')
    await page.keyboard.press('Enter')
    await take(page, 'Five').getByText('oars').waitFor()
    await focused(page, 'Five')

    await page.keyboard.press('c')
    await page.keyboard.press('End')
    await focused(page, 'One')
    await page.keyboard.press('c')
    const tray = page.getByRole('link', { name: 'Compare 2' })
    await becomes(async () => /^\/compare\?ids=.+/.test((await tray.getAttribute('href')) ?? ''), true)

    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys of the board' }).waitFor()
    await page.keyboard.press('Escape')
    await focused(page, 'One')
    await page.keyboard.press('Space')
    // Not back before it is there: the board would be hidden for a moment while one types.
    await page.getByRole('heading', { level: 1, name: 'One' }).waitFor()
    await page.goBack()
    await focused(page, 'One')
    await page.keyboard.press('/')
    await page.keyboard.type('thre')
    await count(page, '1 of 6 takes').waitFor()
    await page.waitForURL(/q=thre/)
    await stage.close(page)
  })

  test('rights that are not settled are explained before a take is selected', async () => {
    const scene = await newScene()
    await scene.capture({ title: 'Borrowed face', rightsState: 'RESTRICTED' })
    const page = await stage.open(scene.path)
    await take(page, 'Borrowed face').focus()
    await page.keyboard.press('a')
    const warning = page.getByRole('dialog', { name: 'Approve it all the same?' })
    await warning.getByText('Its use is restricted').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.keyboard.press('Escape')
    await warning.waitFor({ state: 'detached' })
    await focused(page, 'Borrowed face')
    await take(page, 'Borrowed face').getByText('Generated').waitFor()
    await page.keyboard.press('s')
    await page.getByRole('button', { name: 'Select anyway' }).click()
    await take(page, 'Borrowed face').getByText('Winner').waitFor()
    await stage.close(page)
  })

  test('what is captured meanwhile is announced, comes in by the key, and moves nothing before', async () => {
    const scene = await newScene()
    for (let number = 0; number < 24; number += 1) await scene.capture({ title: `Take ${number}.` })
    const page = await stage.open(scene.path)
    await take(page, 'Take 23.').waitFor()
    await take(page, 'Take 20.').focus()
    const there = await take(page, 'Take 20.').boundingBox()
    await scene.capture({ title: 'Fresh' })
    await page.getByText('A new take: press N to show it').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: '1 new take' }).waitFor()
    await count(page, '25 takes').waitFor()
    assert.deepEqual(await take(page, 'Take 20.').boundingBox(), there)
    await focused(page, 'Take 20.')
    await page.keyboard.press('n')
    await focused(page, 'Fresh')
    await page.getByText('A new take has come in').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'new take' }).waitFor({ state: 'detached' })
    await count(page, '25 takes').waitFor()

    await page.keyboard.press('End')
    await focused(page, 'Take 0.')
    const before = await take(page, 'Take 0.').boundingBox()
    await scene.capture({ title: 'Fresher' })
    await scene.capture({ title: 'Freshest' })
    await page.getByRole('button', { name: '2 new takes' }).waitFor()
    assert.deepEqual(await take(page, 'Take 0.').boundingBox(), before)
    await page.getByRole('button', { name: '2 new takes' }).click()
    await focused(page, 'Freshest')
    await take(page, 'Fresher').waitFor()
    await count(page, '27 takes').waitFor()
    await stage.close(page)
  })

  test('a take that somebody else decides on stays in its place, whatever it was filtered by', async () => {
    const scene = await newScene()
    const ids = []
    for (const title of ['One', 'Two', 'Three']) ids.push(await scene.capture({ title }))
    const page = await stage.open(`${scene.path}?status=GENERATED`)
    await take(page, 'Three').focus()
    const there = await take(page, 'Two').boundingBox()
    await stage.user.send('POST', `/api/assets/${ids[2]}/selection`, { selected: true })
    await take(page, 'Three').getByText('Winner').waitFor()
    await focused(page, 'Three')
    assert.deepEqual(await take(page, 'Two').boundingBox(), there)
    await stage.close(page)
  })

  test('what somebody else decides or deletes shows, too', async () => {
    const scene = await newScene()
    const one = await scene.capture({ title: 'First' })
    const other = await scene.capture({ title: 'Second' })
    const page = await stage.open(scene.path)
    await take(page, 'First').waitFor()
    await stage.user.send('POST', `/api/assets/${one}/selection`, { selected: true })
    await take(page, 'First').getByText('Winner').waitFor()
    await stage.user.send('DELETE', `/api/assets/${other}`, {})
    await take(page, 'Second').waitFor({ state: 'detached' })
    await count(page, '1 take').waitFor()
    await stage.close(page)
  })

  test('what the service refuses is taken back, and said', async () => {
    const scene = await newScene()
    await scene.capture({ title: 'Stubborn' })
    const page = await stage.open(scene.path)
    await page.route('**/selection', (route) =>
      route.fulfill({ status: 500, json: { error: 'Internal server error' } }),
    )
    await take(page, 'Stubborn').focus()
    await page.keyboard.press('s')
    await page.getByText('Internal server error').first().waitFor()
    await take(page, 'Stubborn').getByText('Generated').waitFor()
    await becomes(() => take(page, 'Stubborn').getByText('Winner').count(), 0)
    await stage.close(page)
  })

  test('a take that was deleted comes back by Undo', async () => {
    const scene = await newScene()
    await scene.capture({ title: 'Mistake' })
    await scene.capture({ title: 'Keeper' })
    const page = await stage.open(scene.path)
    await take(page, 'Mistake').hover()
    await take(page, 'Mistake').getByRole('button', { name: 'More for' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await take(page, 'Mistake').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await take(page, 'Mistake').waitFor()
    await count(page, '2 takes').waitFor()
    await stage.close(page)
  })

  test('a take that comes back by Undo does not wait to be asked for, and others do', async () => {
    const scene = await newScene()
    await scene.capture({ title: 'Keeper' })
    await scene.capture({ title: 'Mistake' })
    const page = await stage.open(scene.path)
    await take(page, 'Mistake').hover()
    await take(page, 'Mistake').getByRole('button', { name: 'More for' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await take(page, 'Mistake').waitFor({ state: 'detached' })
    await scene.capture({ title: 'Of another' })
    const waits = page.getByRole('button', { name: /^\d+ new/ })
    await waits.waitFor()
    // The live stream tells of it before the answer comes.
    await page.route('**/restore', async (route) => {
      const response = await route.fetch()
      await take(page, 'Mistake').waitFor()
      await route.fulfill({ response })
    })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText(/ is back$/).waitFor()
    assert.match(await waits.innerText(), /^1 new/)
    await take(page, 'Mistake').waitFor()
    assert.equal(await take(page, 'Of another').count(), 0)
    await stage.close(page)
  })

  test('one sound plays at a time', async () => {
    const scene = await newScene()
    const sound = { assetType: 'VOICE', outputUrl: `${media.address}tone.wav` }
    await scene.capture({ title: 'Low voice', ...sound })
    await scene.capture({ title: 'High voice', ...sound })
    const page = await stage.open(scene.path)
    await take(page, 'Low voice').getByRole('button', { name: 'Play' }).click()
    await take(page, 'Low voice').getByRole('progressbar').waitFor()
    await take(page, 'High voice').getByRole('button', { name: 'Play' }).click()
    await take(page, 'High voice').getByRole('progressbar').waitFor()
    await becomes(() => page.getByRole('progressbar', { name: 'Heard of' }).count(), 1)
    await stage.close(page)
  })

  test('an empty scene says how to capture into it, and shows the first take when it comes', async () => {
    const scene = await newScene()
    const page = await stage.open(scene.path)
    await page.getByRole('heading', { name: 'No takes yet' }).waitFor()
    const way = page.getByRole('main').getByRole('link', { name: 'Get the extension' })
    await becomes(() => way.getAttribute('href'), '/extension')
    await becomes(() => page.getByText(`"sceneId": "${scene.sceneId}"`).isVisible(), false)
    await page.getByText('Or try it from a terminal').click()
    await page.getByText(`"sceneId": "${scene.sceneId}"`).waitFor()
    assert.deepEqual(await violations(page), [])
    await scene.capture({ title: 'The very first' })
    await take(page, 'The very first').waitFor()
    await page.goto(`${page.url()}?status=FINAL&q=nothing`)
    await page.getByRole('heading', { name: 'No take answers to these filters' }).waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    await take(page, 'The very first').waitFor()
    await becomes(async () => new URL(page.url()).search, '')
    await stage.close(page)
  })

  test('a board that does not load says why, and loads when it is tried again', async () => {
    const scene = await newScene()
    await scene.capture({ title: 'Late' })
    const page = await stage.open('/projects')
    let fails = true
    await page.route(/\/assets\?/, (route) =>
      fails ? route.fulfill({ status: 400, json: { error: 'Out of film' } }) : route.continue(),
    )
    await page.goto(stage.service.address + scene.path)
    await page.getByText('Out of film').waitFor()
    assert.deepEqual(await violations(page), [])
    fails = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await take(page, 'Late').waitFor()
    await stage.close(page)
  })

  // What the browser does by itself is the same, whichever database is behind it.
  describe('as it looks', () => {
    let path: string

    before(async () => {
      const scene = await newScene()
      path = scene.path
      const [a, b] = scene.shots
      await scene.capture({
        prompt: 'x'.repeat(2000),
        compareGroup: 'g'.repeat(200),
        platformLabel: 'p'.repeat(200),
      })
      await scene.capture({
        prompt: '<img src=x onerror=alert(1)>',
        outputUrl: undefined,
        rightsState: 'UNKNOWN',
      })
      await scene.capture({
        prompt: 'مشهد ليلي على البحر',
        assetType: 'VIDEO',
        thumbnailUrl: `${media.address}dawn.svg`,
      })
      await scene.capture({
        title: 'Oars, close',
        assetType: 'VOICE',
        outputUrl: `${media.address}tone.wav`,
        costEstimateUsd: 0.05,
      })
      await scene.capture({
        title: 'Wide, the tower',
        shotId: a,
        compareGroup: 'towers',
        costEstimateUsd: 1.2,
      })
      await scene.capture({
        title: 'Wide, from the sea',
        shotId: a,
        selected: true,
        outputUrl: `${media.address}dawn.svg`,
        rightsState: 'NON_COMMERCIAL',
      })
      await scene.capture({ title: 'The lamp', shotId: b, status: 'DRAFT' })
    })

    for (const { theme, size } of looks) {
      test(`it has no barriers in ${theme} on a ${size}`, async () => {
        const page = await stage.open(path, { theme, size })
        await take(page, 'Wide, from the sea').waitFor()
        await settled(page)
        if (size === 'phone') {
          await take(page, 'The lamp').getByRole('checkbox').click()
          await take(page, 'Wide, the tower').getByRole('checkbox').click()
          await page.getByRole('link', { name: 'Compare 2' }).waitFor()
        } else {
          await take(page, 'Wide, the tower').focus()
        }
        assert.deepEqual(await violations(page), [])
        assert.equal(await sticksOut(page), 0, 'The page scrolls sideways')
        await screenshot(page, `board-${theme}-${size}`)
        await stage.close(page)
      })
    }

    test('on a phone the filters are in a sheet', async () => {
      const page = await stage.open(path, { size: 'phone' })
      await page.getByRole('button', { name: 'Filters' }).click()
      await page.getByRole('dialog').getByLabel('Status').selectOption('DRAFT')
      await page.getByRole('button', { name: 'Show 1 take' }).waitFor()
      assert.deepEqual(await violations(page), [])
      await screenshot(page, 'board-filters-dark-phone')
      await page.getByRole('button', { name: 'Show 1 take' }).click()
      await take(page, 'The lamp').waitFor()
      await page.getByRole('button', { name: 'Filters (1)' }).waitFor()
      await stage.close(page)
    })
  })
})

function take(page: Page, title: string): Locator {
  return page.getByRole('article').filter({ hasText: title })
}

/** How many takes the board says there are. */
function count(page: Page, text: string): Locator {
  return page.getByRole('search').getByText(text, { exact: true })
}

/** Waits until the keyboard is on that take. */
async function focused(page: Page, title: string): Promise<void> {
  await page.locator('article:focus').filter({ hasText: title }).waitFor()
}
