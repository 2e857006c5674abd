import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { becomes } from '../../../e2e/becomes.ts'
import { violations } from '../../../e2e/stage.ts'
import { texts } from './testing/bundle.ts'
import { openPageStage, type PageStage, type StagedPage } from './testing/page-stage.ts'

const picture =
  '<img id="one" src="/one.png" alt="a storm" style="display: block; width: 400px; height: 260px">'
const filed = 'Scene 012A, shot B, v4'

describe('What a page says after a capture', () => {
  let stage: PageStage
  before(async () => {
    stage = await openPageStage()
  })
  after(() => stage.end())

  test('is where it went, and it can be taken back', async () => {
    const page = await captured(stage)
    await toastOf(page, filed)
    await page.page.getByRole('button', { name: 'Undo' }).click()
    await toastOf(page, 'Taken back')
    assert.deepEqual(await asked(page, 'takeBack'), [{ id: '1' }])
    await page.close()
  })

  test('is why it was not taken back', async () => {
    const page = await captured(stage)
    await page.answer({ undo: { problem: 'It was selected meanwhile' } })
    await page.page.getByRole('button', { name: 'Undo' }).click()
    await toastOf(page, 'Not taken back: It was selected meanwhile')
    await page.close()
  })

  test('opens the form to change it, or says how to open it where the browser does not', async () => {
    const page = await captured(stage)
    await page.page.getByRole('button', { name: 'Change' }).click()
    await becomes(() => asked(page, 'openForm'), [{ id: '1' }])
    // The form may replace what it is about, while the pointer is still there.
    await page.page.locator('.toast').waitFor({ state: 'hidden' })
    await page.answer({ opened: false })
    await page.page.locator('#one').hover()
    await page.order({ order: 'capture' })
    await page.page.getByRole('button', { name: 'Change' }).click()
    await toastOf(page, 'Open Dailies by its icon')
    await page.close()
  })

  for (const [outcome, said] of [
    [{ state: 'draft', reason: 'the prompt is missing' }, 'Draft: the prompt is missing'],
    [{ state: 'failed', reason: 'Scene not found' }, 'Needs a look: Scene not found'],
    [
      { state: 'pending', sceneId: '012A', reason: texts.waitsRefused!.message },
      'Scene 012A: waits. The token is refused. Connect again in the panel',
    ],
    [
      { state: 'pending', sceneId: '012A', reason: texts.waitsNoConnection!.message, isChanged: true },
      'Scene 012A: waits. Dailies is not connected. Connect it in its panel. This site looks different than it did: check what was read',
    ],
    [
      { state: 'pending', sceneId: '012A', reason: 'upstream is away.', bytes: 'coming' },
      'Scene 012A: waits. Upstream is away. Keep this page open: its media are still being read from it',
    ],
    [
      { state: 'pending', sceneId: '012A', reason: 'upstream is away.', bytes: 'unreadable' },
      'Scene 012A: waits. Upstream is away. Without its media: this page plays what no script can read',
    ],
    [
      { state: 'synced', sceneId: '012A', versionNumber: 4, bytes: 'unreadable' },
      'Scene 012A, v4, without its media: this page plays what no script can read',
    ],
    [
      { state: 'synced', sceneId: '012A', versionNumber: 4, bytes: 'coming' },
      'Scene 012A, v4. Keep this page open: its media are still being read from it',
    ],
  ] as const) {
    test(`is "${said}"`, async () => {
      const page = await captured(stage, { outcome })
      await toastOf(page, said)
      await becomes(() => page.page.getByRole('status').textContent(), said)
      if (outcome.state === 'draft') await page.page.getByRole('button', { name: 'Open' }).waitFor()
      await page.close()
    })
  }

  test('is that the same was captured before: nothing is stored until that is wanted', async () => {
    const page = await captured(stage, {
      already: { id: '9', state: 'synced', sceneId: '012A', versionNumber: 3 },
    })
    await toastOf(page, 'Already in Scene 012A as v3')
    await page.page.getByRole('button', { name: 'Capture again', exact: true }).click()
    await toastOf(page, filed)
    assert.deepEqual(
      (await page.asked()).filter(({ name }) => name === 'capture').map(({ request }) => request.again),
      [false, true],
    )
    await page.close()
  })

  for (const [already, said] of [
    [
      { state: 'draft', reason: 'the prompt is missing' },
      'Captured before, as a draft: the prompt is missing',
    ],
    [{ state: 'failed', reason: 'Scene not found' }, 'Captured before, and needs a look: Scene not found'],
  ] as const) {
    test(`is "${said}", and opens its form`, async () => {
      const page = await captured(stage, { already: { id: '9', ...already } })
      await toastOf(page, said)
      await page.page.getByRole('button', { name: 'Capture again', exact: true }).waitFor()
      await page.page.getByRole('button', { name: 'Open' }).click()
      await becomes(() => asked(page, 'openForm'), [{ id: '9' }])
      assert.equal((await page.sightings()).length, 1)
      await page.close()
    })
  }

  for (const [already, said] of [
    [{ state: 'pending', sceneId: '012A' }, 'Captured before, for Scene 012A: it is in the queue'],
    [{ state: 'pending' }, 'Captured before: it is in the queue'],
  ] as const) {
    test(`is "${said}"`, async () => {
      const page = await captured(stage, { already: { id: '9', ...already } })
      await becomes(() => page.page.getByRole('status').textContent(), said)
      await page.close()
    })
  }

  test('is the same of what is marked: the background is not even asked', async () => {
    const mark = {
      outputUrl: 'https://pictures.example/one.png',
      externalAssetId: null,
      sceneId: '7',
      versionNumber: 2,
      href: 'https://dailies.example/assets/1',
    }
    const page = await stage.open({ html: picture, marks: [mark] })
    await page.page.getByRole('link', { name: 'In scene 7, v2' }).waitFor()
    await page.page.locator('#one').hover()
    await page.page.getByRole('button', { name: 'Capture this picture' }).click()
    await toastOf(page, 'Already in Scene 7 as v2')
    assert.deepEqual(await page.sightings(), [])
    await page.page.getByRole('button', { name: 'Already in Scene 7 as v2 · Capture again' }).click()
    await toastOf(page, filed)
    assert.equal((await page.sightings()).length, 1)
    await page.close()
  })

  test('is read in full on a narrow page, with what can be done below it', async () => {
    const said = 'Captured before, as a draft: a scene and the prompt are missing'
    const page = await stage.open({ html: picture, size: { width: 320, height: 480 } })
    await page.answer({
      already: { id: '9', state: 'draft', reason: 'a scene and the prompt are missing' },
    })
    await page.page.locator('#one').hover()
    await page.order({ order: 'capture' })
    await toastOf(page, said)
    const words = page.page.locator('.toast span')
    assert.equal(await words.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), 0)
    const [text, open, again] = await Promise.all(
      [
        words,
        ...['Open', 'Capture again'].map((name) =>
          page.page.locator('.toast').getByRole('button', { name, exact: true }),
        ),
      ].map((one) => one.boundingBox()),
    )
    assert.ok(text!.width > 200, `${text!.width}`)
    assert.ok(open!.y >= text!.y + text!.height)
    assert.equal(open!.y, again!.y)
    await page.close()
  })

  test('is reached by a key, and left with Escape to where the keyboard was', async () => {
    const page = await stage.open({ html: `${picture}<input aria-label="a field">` })
    await page.page.getByLabel('a field').focus()
    await page.page.locator('#one').hover()
    await page.order({ order: 'capture' })
    await toastOf(page, filed)
    await page.order({ order: 'focus' })
    assert.equal(await focused(page), 'Undo')
    await page.page.keyboard.press('Tab')
    assert.equal(await focused(page), 'Change')
    await page.page.keyboard.press('Escape')
    await page.page.locator('.toast').waitFor({ state: 'hidden' })
    assert.equal(await focused(page), 'a field')
    await page.close()
  })

  test('stays for as long as somebody is at it', async () => {
    const page = await stage.open({ html: picture })
    await page.page.clock.install()
    await page.page.locator('#one').hover()
    await page.order({ order: 'capture' })
    await toastOf(page, filed)
    await page.page.locator('.toast').hover()
    await page.page.clock.fastForward(60_000)
    assert.equal(await page.page.locator('.toast').isVisible(), true)
    await page.close()
  })

  test('the button is reached by the same key when nothing is said', async () => {
    const page = await stage.open({ html: picture })
    await page.page.locator('#one').hover()
    await page.page.getByRole('button', { name: 'Capture this picture' }).waitFor()
    await page.order({ order: 'focus' })
    assert.equal(await focused(page), 'Capture this picture')
    await page.page.keyboard.press('Enter')
    await becomes(async () => (await page.sightings()).length, 1)
    await page.close()
  })

  test('has no accessibility violations', async () => {
    const page = await captured(
      stage,
      {},
      `<!doctype html><html lang="en"><head><title>Pictures</title></head>
      <body><main><h1>Pictures</h1>${picture}</main></body></html>`,
    )
    await toastOf(page, filed)
    assert.deepEqual(await violations(page.page), [])
    await page.close()
  })
})

/** By the key. */
async function captured(
  stage: PageStage,
  answers: Parameters<StagedPage['answer']>[0] = {},
  html = picture,
): Promise<StagedPage> {
  const page = await stage.open({ html })
  await page.answer(answers)
  await page.page.locator('#one').hover()
  await page.order({ order: 'capture' })
  return page
}

async function toastOf({ page }: StagedPage, said: string): Promise<void> {
  await page.locator('.toast', { hasText: said }).waitFor()
}

async function asked(page: StagedPage, wanted: string): Promise<object[]> {
  return (await page.asked()).filter(({ name }) => name === wanted).map(({ request }) => request)
}

function focused({ page }: StagedPage): Promise<string | null | undefined> {
  return page.evaluate(() => {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    return element?.getAttribute('aria-label') ?? element?.textContent
  })
}
