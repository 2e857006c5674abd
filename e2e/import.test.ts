import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { becomes } from './becomes.ts'
import { hasFocus } from './keyboard.ts'
import { looks, openStage, type Stage, screenshot, violations } from './stage.ts'
import { sticksOut } from './sticks-out.ts'

const screenplay = `Title: The Long Tide

# Act I

## Harbour

INT. LIGHTHOUSE - NIGHT #012a#

= The lamp goes out.

MARA (V.O.)
It went out an hour ago.

EXT. PIER - DAWN

= They wait.

ÉLIAS
You lied.

RADIO
Skerry, come in.

INT. BOAT - DAY

MARA (CONT'D)
Row.
`

const workspace = (name: string) => ({
  projects: [
    { name, genre: 'Drama', characters: [{ name: 'Mara' }], scenes: [{ sceneId: '1' }, { sceneId: '2' }] },
  ],
})

describe('importing', () => {
  let stage: Stage
  let into: string

  before(async () => {
    stage = await openStage()
    into = `/projects/${stage.film.projectId}/import`
  })
  after(() => stage.end())

  const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  const scenesOf = async () =>
    (await stage.user.get(`/api/projects/${stage.film.projectId}/scenes?limit=100`)).body.data

  test('a workspace file is shown before it is imported, and then is', async () => {
    const page = await stage.open('/projects')
    await page.getByRole('link', { name: 'Import' }).click()
    await page
      .locator('input[type=file]')
      .setInputFiles(file('film.json', JSON.stringify(workspace('Imported Reel'))))
    await page.getByRole('heading', { name: 'Imported Reel' }).waitFor()
    await page.getByText('2 new scenes').waitFor()
    await page.getByText('1 new character').waitFor()
    assert.equal(
      (await stage.user.get('/api/projects?q=Imported')).body.data.length,
      0,
      'nothing is written yet',
    )
    await page.getByRole('button', { name: 'Import 4 changes' }).click()
    await page.getByText('Imported: 4 new, 0 updated').waitFor()
    await page.getByRole('link', { name: 'Imported Reel' }).click()
    await page.getByRole('link', { name: 'Scene 2' }).waitFor()
    await page.goto(`${stage.service.address}/import`)
    await page
      .locator('input[type=file]')
      .setInputFiles(file('film.json', JSON.stringify(workspace('Imported Reel'))))
    await page.getByText('Everything in the file is here already.').waitFor()
    await stage.close(page)
  })

  test('what is wrong with a file is told with its line, and what was typed stays, over a reload too', async () => {
    const page = await stage.open('/import')
    const box = page.getByLabel('Or paste it')
    const broken = '{ "projects": [\n  { "name": "Film", }\n] }'
    await box.fill(broken)
    await page.getByRole('button', { name: 'Show what would change' }).click()
    await page.getByText('Line 2, column 21').waitFor()
    const wrong = '{ "projects": [\n  { "name": "Film",\n    "scenes": [{ "sceneId": 1, "acts": 2 }] }\n] }'
    await box.fill(wrong)
    await page.getByRole('button', { name: 'Show what would change' }).click()
    await page.getByText('Line 3: projects[0].scenes[0].sceneId: Must be a string').waitFor()
    await page.reload()
    await becomes(() => box.inputValue(), wrong)
    await stage.close(page)
  })

  test('a pasted file is imported with the keyboard alone', async () => {
    const page = await stage.open('/import')
    await reach(page, page.getByLabel('Or paste it'))
    await page.keyboard.insertText(JSON.stringify(workspace('Pasted Reel')))
    await reach(page, page.getByRole('button', { name: 'Show what would change' }))
    await page.keyboard.press('Enter')
    await reach(page, page.getByRole('button', { name: 'Import 4 changes' }))
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Pasted Reel' }).waitFor()
    await stage.close(page)
  })

  test('an import that fails says so, and keeps the file', async () => {
    const page = await stage.open('/import')
    await page
      .locator('input[type=file]')
      .setInputFiles(file('film.json', JSON.stringify(workspace('Late Reel'))))
    await page.getByText('2 new scenes').waitFor()
    await page.route('**/api/import', (route) => route.abort())
    await page.getByRole('button', { name: 'Import 4 changes' }).click()
    await page.getByRole('alert').getByText('The service cannot be reached').waitFor()
    await page.unroute('**/api/import')
    await page.getByRole('button', { name: 'Import 4 changes' }).click()
    await page.getByText('Imported: 4 new, 0 updated').waitFor()
    await stage.close(page)
  })

  test('there is an example to download, which can be imported', async () => {
    const page = await stage.open('/import')
    const waiting = page.waitForEvent('download')
    await page.getByRole('link', { name: 'An example' }).click()
    const download = await waiting
    assert.equal(download.suggestedFilename(), 'example-workspace.json')
    await page.locator('input[type=file]').setInputFiles({
      name: download.suggestedFilename(),
      mimeType: 'application/json',
      buffer: await buffer(await download.createReadStream()),
    })
    await page.getByRole('button', { name: 'Import 6 changes' }).waitFor()
    await stage.close(page)
  })

  test('a screenplay is read, changed, and becomes scenes and characters', async () => {
    const page = await stage.open(into)
    await page.locator('input[type=file]').setInputFiles(file('tide.fountain', screenplay))
    const scene = (heading: string) => page.getByRole('listitem').filter({ hasText: heading })
    await scene('INT. LIGHTHOUSE').getByText('Updated').waitFor()
    await scene('INT. LIGHTHOUSE').getByText('Replaces: The lamp goes out.').waitFor()
    await scene('EXT. PIER').getByText('New').waitFor()
    const number = page.getByLabel('Number of EXT. PIER - DAWN')
    await becomes(() => number.inputValue(), '1')
    // 2 is taken.
    await becomes(() => page.getByLabel('Number of INT. BOAT - DAY').inputValue(), '3')
    await number.fill('3')
    await page.getByText('3 is taken by a scene above').waitFor()
    await page.getByText('1 number to be put right first').waitFor()
    await number.fill('11b')
    await scene('EXT. PIER').getByText('New').waitFor()
    await page.getByLabel('Import INT. BOAT - DAY').uncheck()
    await page.getByLabel('RADIO').uncheck()
    await page.getByText('2 of 3 scenes to be imported').waitFor()
    await page.getByRole('button', { name: 'Import into the project' }).click()
    await page.getByRole('link', { name: 'Scene 11B' }).waitFor()
    const scenes = await scenesOf()
    assert.equal(
      scenes.find(({ sceneId }: { sceneId: string }) => sceneId === '11B').storyBeat,
      'EXT. PIER - DAWN\nThey wait.',
    )
    const [lighthouse] = scenes.filter(({ sceneId }: { sceneId: string }) => sceneId === '012A')
    assert.deepEqual([lighthouse.act, lighthouse.macroScene], [1, 'Harbour'])
    assert.ok(!scenes.some(({ sceneId }: { sceneId: string }) => sceneId === '3'))
    await page.getByRole('link', { name: 'Characters' }).click()
    await page.getByRole('heading', { name: 'Élias' }).waitFor()
    await becomes(() => page.getByRole('listitem').getByRole('heading').allInnerTexts(), ['Élias', 'Mara'])
    await stage.close(page)
  })

  test('the next draft of a screenplay finds its scenes again', async () => {
    const page = await stage.open(into)
    await page.getByLabel('Or paste it').fill(screenplay.replace('INT. BOAT', 'EXT. REEF - DAY\n\nINT. BOAT'))
    await page.getByRole('button', { name: 'Read the screenplay' }).click()
    const number = (heading: string) => page.getByLabel(`Number of ${heading}`).inputValue()
    await page.getByLabel('Number of EXT. REEF - DAY').waitFor()
    assert.deepEqual([await number('EXT. PIER - DAWN'), await number('EXT. REEF - DAY')], ['11B', '1'])
    await stage.close(page)
  })

  test('what is no screenplay is told, with what a scene looks like', async () => {
    const page = await stage.open(into)
    await page.getByLabel('Or paste it').fill('Dear diary, today was fine.')
    await page.getByRole('button', { name: 'Read the screenplay' }).click()
    await page.getByRole('heading', { name: 'No scenes found' }).waitFor()
    await becomes(() => page.getByLabel('Or paste it').inputValue(), 'Dear diary, today was fine.')
    await stage.close(page)
  })

  test('a comparison that fails is told, and what was changed stays', async () => {
    const page = await stage.open(into)
    let refused = 0
    await page.route('**/api/import', (route) => {
      refused += 1
      return route.fulfill({ status: 400, json: { error: 'The reel is torn' } })
    })
    await page.getByLabel('Or paste it').fill(screenplay)
    await page.getByRole('button', { name: 'Read the screenplay' }).click()
    await page.getByText('The reel is torn').waitFor()
    await page.getByLabel('Number of INT. BOAT - DAY').fill('77')
    // It compares again by itself; done before that, it would work without another try.
    await becomes(async () => refused, 2)
    await page.unroute('**/api/import')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Import into the project' }).click({ trial: true })
    await becomes(() => page.getByLabel('Number of INT. BOAT - DAY').inputValue(), '77')
    await stage.close(page)
  })

  test('a megabyte of screenplay is read beside the page, which can stop it', async () => {
    const page = await stage.open(into)
    await page.getByLabel('Or paste it').waitFor()
    const speech = 'She waits by the window.\n\nANNA\n(softly)\nNot yet.\n\n'
    const scene = `INT. ROOM - DAY\n\n${speech.repeat(500)}`
    const reader = '**/static/fountain-worker-*'
    // Never answered: the reading goes on until it is stopped.
    await page.route(reader, () => {})
    await page.locator('input[type=file]').setInputFiles(file('long.fountain', scene.repeat(40)))
    await page.getByText('Reading the screenplay …').waitFor()
    await page.getByRole('button', { name: 'Stop' }).press('Enter')
    await page.getByText('Reading the screenplay …').waitFor({ state: 'detached' })
    // It is read after all by Enter alone.
    await becomes(() => hasFocus(page.getByRole('button', { name: 'Read the screenplay' })), true)
    await page.unroute(reader)
    await page.keyboard.press('Enter')
    await page.getByText('40 of 40 scenes to be imported').waitFor()
    await page.getByText('20,000 lines').waitFor()
    await stage.close(page)
  })

  for (const { theme, size } of looks) {
    test(`the pages have no barriers in ${theme} on a ${size}`, async () => {
      const page = await stage.open('/import', { theme, size })
      await page.getByLabel('Or paste it').fill('{')
      await page.getByRole('button', { name: 'Show what would change' }).click()
      await page.getByText('This cannot be imported').waitFor()
      assert.deepEqual(await violations(page), [])
      await page
        .locator('input[type=file]')
        .setInputFiles(file('film.json', JSON.stringify(workspace('Seen Reel'))))
      await page.getByText('2 new scenes').waitFor()
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `import-${theme}-${size}`)
      await page.goto(stage.service.address + into)
      await page.getByLabel('Or paste it').fill(screenplay)
      await page.getByRole('button', { name: 'Read the screenplay' }).click()
      await page.getByText('as they are').waitFor()
      assert.deepEqual(await violations(page), [])
      assert.equal(await sticksOut(page), 0)
      await screenshot(page, `screenplay-${theme}-${size}`)
      await stage.close(page)
    })
  }
})

/** Goes to something by the Tab key. */
async function reach(page: Page, target: ReturnType<Page['getByRole']>): Promise<void> {
  await target.waitFor()
  for (let step = 0; step < 60; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  assert.fail('It cannot be reached by the keyboard')
}
