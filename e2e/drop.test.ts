import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { becomes } from './becomes.ts'
import { dropPaths, folderOf, generated } from './drop-files.ts'
import { hasFocus, tabTo } from './keyboard.ts'
import { drop, type MediaStage, openMediaStage, still } from './media-stage.ts'
import { looks, screenshot, settled, violations } from './stage.ts'

interface Take {
  id: string
  title: string
  prompt: string
  modelName: string | null
  platformKey: string
  shotId: string | null
  versionNumber: number
  createdBy: string
}

describe('files that are dropped on a scene', () => {
  let stage: MediaStage
  let board: string

  before(async () => {
    stage = await openMediaStage()
    board = `/scenes/${stage.film.sceneDbId}`
  })
  after(() => stage?.end())

  const zone = (page: Page) => page.locator('[data-drop^="Drop files to add them to scene"]')
  const panel = (page: Page) => page.getByRole('region', { name: 'Uploads' })
  const table = (page: Page) => page.getByRole('dialog', { name: /^Add \d+ files? to scene/ })
  const row = (page: Page, name: string) => table(page).getByRole('row').filter({ hasText: name })
  const cell = (row: Locator, column: string) => row.locator(`[data-cell="${column}"]`)
  const addAll = (page: Page) => table(page).getByRole('button', { name: /^Add \d+ takes?$/ })

  async function takes(sceneDbId = stage.film.sceneDbId): Promise<Take[]> {
    return (await stage.user.get(`/api/scenes/${sceneDbId}/assets?limit=100`)).body.data
  }
  const takesNamed = async (title: string) => (await takes()).filter((take) => take.title === title)
  const png = (name: string, body: Buffer) => ({ name, type: 'image/png', body })

  async function openTable(page: Page, files: Parameters<typeof drop>[1]): Promise<void> {
    await zone(page).waitFor()
    await drop(zone(page), files)
    await table(page).waitFor()
    await becomes(() => table(page).locator('[data-standing="reading"]').count(), 0)
  }

  test('say of themselves how they were made, and are filed with it', async () => {
    const page = await stage.open(board)
    await openTable(page, [png('told.png', generated({ prompt: 'a castle on a hill' }))])
    const told = row(page, 'told.png')
    assert.deepEqual(
      await Promise.all(
        ['prompt', 'modelName', 'platformKey'].map((column) => cell(told, column).innerText()),
      ),
      ['a castle on a hill', 'dream_v8', 'Stable Diffusion web UI (AUTOMATIC1111)'],
    )
    await addAll(page).click()
    await panel(page).getByRole('heading', { name: '1 file sent' }).waitFor()
    const [take] = await takesNamed('told')
    const { body } = await stage.user.get(`/api/assets/${take!.id}`)
    const { prompt, modelName, platformKey, metadata, provenance, media } = body.data
    assert.deepEqual([prompt, modelName, platformKey], ['a castle on a hill', 'dream_v8', 'automatic1111'])
    assert.equal(metadata.seed, 42)
    assert.deepEqual(provenance.readFrom, ['png:parameters'])
    assert.equal(media.state, 'kept')
    await stage.close(page)
  })

  test('come out of folders, searched through; what is no media is told and left out', async () => {
    const folder = await folderOf({
      'a/one.png': generated({ prompt: 'one' }),
      'a/b/two.png': generated({ prompt: 'two' }),
      'notes.txt': Buffer.from('no picture'),
      '.DS_Store': Buffer.from('left behind'),
    })
    const page = await stage.open(board)
    await zone(page).waitFor()
    await settled(page)
    await dropPaths(zone(page), [folder.path])
    await table(page).getByText('Left out: 1 is no picture, film or sound').waitFor()
    await becomes(() => addAll(page).innerText(), 'Add 2 takes')
    await row(page, 'renders/a/b').filter({ hasText: 'two.png' }).waitFor()
    await row(page, 'notes.txt').getByRole('button', { name: 'Add notes.txt all the same' }).click()
    await table(page).getByText('1 needs a prompt').waitFor()
    await page.keyboard.press('Escape')
    await becomes(() => table(page).count(), 0)
    await folder.end()
    await stage.close(page)
  })

  test('are not sent until nothing is missing, except for those that are complete', async () => {
    const page = await stage.open(board)
    await openTable(page, [
      png('complete.png', generated({ prompt: 'all there' })),
      png('missing.png', generated()),
    ])
    await table(page).getByText('1 needs a prompt').waitFor()
    assert.equal(await addAll(page).isDisabled(), true)
    await table(page).getByRole('button', { name: 'Add the one that is complete' }).click()
    await becomes(async () => (await takesNamed('complete')).length, 1)
    await cell(row(page, 'missing.png'), 'prompt').click()
    await page.keyboard.type('typed here')
    await page.keyboard.press('Enter')
    await addAll(page).click()
    await becomes(async () => (await takesNamed('missing'))[0]?.prompt, 'typed here')
    await stage.close(page)
  })

  test('are gone through and set by the keyboard alone', async () => {
    const page = await stage.open(board)
    const names = ['key 1.png', 'key 2.png', 'key 3.png']
    await openTable(
      page,
      names.map((name) => png(name, generated())),
    )
    const at = (name: string, column: string) => cell(row(page, name), column)
    await tabTo(at('key 1.png', 'prompt'))
    await page.keyboard.type('first')
    // Tab sets it and goes on to the next, Escape leaves that as it was.
    await page.keyboard.press('Tab')
    await page.keyboard.type('model x')
    await page.keyboard.press('Escape')
    await becomes(() => hasFocus(at('key 1.png', 'modelName')), true)
    await becomes(() => at('key 1.png', 'prompt').innerText(), 'first')
    await becomes(async () => (await at('key 1.png', 'modelName').innerText()).startsWith('–'), true)
    // All of them get what the first has.
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+d')
    for (const name of names) await becomes(() => at(name, 'prompt').innerText(), 'first')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('second')
    await page.keyboard.press('Enter')
    await becomes(() => at('key 2.png', 'prompt').innerText(), 'second')
    // The last is not wanted.
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Delete')
    await row(page, 'key 3.png').getByText('Taken out').waitFor()
    await tabTo(addAll(page))
    await page.keyboard.press('Enter')
    await panel(page).getByRole('heading', { name: '2 files sent' }).waitFor()
    assert.deepEqual(
      (await Promise.all(names.map((name) => takesNamed(name.replace('.png', ''))))).map(
        ([take]) => take?.prompt,
      ),
      ['first', 'second', undefined],
    )
    await stage.close(page)
  })

  test('that are in the scene already are left out, unless somebody wants them; and so is the same file twice', async () => {
    const bytes = still(31)
    const id = await stage.kept({ title: 'There before' }, bytes)
    const { versionNumber } = (await stage.user.get(`/api/assets/${id}`)).body.data
    const page = await stage.open(board)
    const twice = generated({ prompt: 'twice' })
    await openTable(page, [png('again.png', bytes), png('twice 1.png', twice), png('twice 2.png', twice)])
    await row(page, 'again.png')
      .getByText(new RegExp(`In the scene as .*v${versionNumber}$`))
      .waitFor()
    await row(page, 'twice 2.png').getByText('Left out: the same as twice 1.png').waitFor()
    await becomes(() => addAll(page).innerText(), 'Add 1 take')
    await row(page, 'again.png').getByRole('button', { name: 'Add again.png all the same' }).click()
    await cell(row(page, 'again.png'), 'prompt').click()
    await page.keyboard.type('once more')
    await page.keyboard.press('Enter')
    await addAll(page).click()
    await panel(page).getByRole('heading', { name: '2 files sent' }).waitFor()
    assert.deepEqual([(await takesNamed('again')).length, (await takesNamed('twice 1')).length], [1, 1])
    assert.equal((await takesNamed('twice 2')).length, 0)
    await stage.close(page)
  })

  test('go where their names say, once somebody says so', async () => {
    const page = await stage.open(board)
    await openTable(page, [
      png('012A_B_wide.png', generated({ prompt: 'by name' })),
      png('10A_close.png', generated({ prompt: 'elsewhere' })),
    ])
    await row(page, '012A_B_wide.png').getByText('012A-B by its name').waitFor()
    await table(page).getByRole('button', { name: 'Put 2 where their names say' }).click()
    await becomes(() => cell(row(page, '012A_B_wide.png'), 'shot').innerText(), '012A-B')
    await becomes(() => cell(row(page, '10A_close.png'), 'scene').innerText(), '10A')
    await addAll(page).click()
    await panel(page).getByRole('heading', { name: '2 files sent' }).waitFor()
    assert.equal((await takesNamed('012A B wide'))[0]?.shotId, stage.film.shotIds[1])
    assert.equal((await takesNamed('10A close')).length, 0)
    await stage.close(page)
  })

  test('are all taken back in one gesture, sent or not, and brought back', async () => {
    const page = await stage.open(board)
    const before = (await takes()).length
    const undone = page.getByRole('article').filter({ hasText: /undone \d/ })
    const files = [1, 2, 3, 4].map((count) =>
      png(`undone ${count}.png`, generated({ prompt: `undone ${count}` })),
    )
    await openTable(page, files)
    await addAll(page).click()
    await panel(page).getByRole('heading', { name: '4 files sent' }).waitFor()
    await page.getByRole('button', { name: 'Show the list' }).click()
    await panel(page).getByRole('button', { name: 'Undo: take 4 takes back from scene 012A' }).click()
    await page.getByText('4 takes taken back from scene 012A').waitFor()
    assert.equal((await takes()).length, before)
    await becomes(() => undone.count(), 0)
    await page.getByRole('button', { name: 'Bring 4 back' }).click()
    await page.getByText('4 takes are back').waitFor()
    assert.equal((await takes()).length, before + 4)
    // One's own do not wait to be asked for.
    await becomes(() => undone.count(), 4)
    await becomes(() => page.getByRole('button', { name: /^\d+ new/ }).count(), 0)
    await stage.close(page)
  })

  test('are told of in one notice, which ends with what became of them', async () => {
    const page = await stage.open(board)
    let letThrough = () => {}
    const held = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    await page.route(/\/media\?kind=original/, async (route) => {
      await held
      const isRefused = route.request().postDataBuffer()?.includes('refuse me')
      if (isRefused) await route.fulfill({ status: 507, json: { error: 'There is no room for it' } })
      else await route.continue()
    })
    const told = (words: string) =>
      page.getByRole('region', { name: 'Notifications' }).getByText(words, { exact: true })
    await openTable(page, [
      png('ends well.png', generated({ prompt: 'ends well' })),
      png('ends badly.png', generated({ prompt: 'refuse me' })),
    ])
    await addAll(page).click()
    // As long as the mouse is on it, it stays.
    await told('2 takes on the way to scene 012A').hover()
    letThrough()
    await told('1 of 2 takes is in scene 012A, 1 was not sent').waitFor()
    assert.equal(await told('2 takes on the way to scene 012A').count(), 0)
    await page.unroute(/\/media\?kind=original/)
    await panel(page).getByRole('button', { name: 'Try ends badly.png again' }).press('Enter')
    await told('2 takes are in scene 012A').waitFor()
    // It goes with what it tells of.
    await told('2 takes are in scene 012A').hover()
    await panel(page).getByRole('button', { name: 'Clear' }).press('Enter')
    await becomes(() => told('2 takes are in scene 012A').count(), 0)
    await stage.close(page)
  })

  test('are taken back while they are still sent, and filed anew when they are dropped again', async () => {
    const page = await stage.open(board)
    const before = (await takes()).length
    const files = [1, 2, 3, 4, 5].map((count) =>
      png(`half ${count}.png`, generated({ prompt: `half ${count}` })),
    )
    await page.route(/\/media\?kind=original/, () => {})
    await openTable(page, files)
    await addAll(page).click()
    // Three are on their way, and made.
    await becomes(async () => (await takes()).length, before + 3)
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
    await page.getByText('5 takes taken back from scene 012A').waitFor()
    assert.equal((await takes()).length, before)
    await page.unroute(/\/media\?kind=original/)
    await openTable(page, files)
    await addAll(page).click()
    await panel(page).getByRole('heading', { name: '5 files sent' }).waitFor()
    assert.equal((await takes()).length, before + 5)
    await stage.close(page)
  })

  test('of one user never go out as those of another who signs in after them, in another tab of the browser', async () => {
    const ben = await stage.person('Ben Nevis')
    const members = `/api/projects/${stage.film.projectId}/members`
    assert.equal((await stage.user.send('POST', members, { userId: ben.id, role: 'editor' })).status, 201)
    const page = await stage.open(board, { alone: true })
    const [own] = await page.context().cookies()
    const signInAs = (value: string) => page.context().addCookies([{ ...own!, value }])
    let letThrough = () => {}
    const held = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    await page.context().route(/\/media\?kind=original/, async (route) => {
      await held
      // Its page may be gone.
      await route.continue().catch(() => {})
    })
    const names = [1, 2, 3, 4, 5].map((count) => `handed ${count}`)
    await openTable(
      page,
      names.map((name) => png(`${name}.png`, generated({ prompt: name }))),
    )
    await addAll(page).click()
    await panel(page).getByText('All are kept in this browser').waitFor()
    await becomes(async () => (await takes()).filter(({ title }) => names.includes(title)).length, 3)

    await signInAs(ben.cookie.replace(/^[^=]*=/, ''))
    const tab = await page.context().newPage()
    await tab.goto(stage.service.address + board)
    // What was on the way in the other tab has ended, before any of it went on.
    await becomes(() => panel(page).count(), 0)
    letThrough()
    await openTable(tab, [png('of Ben.png', generated({ prompt: 'of Ben' }))])
    await addAll(tab).click()
    await panel(tab).getByRole('heading', { name: '1 file sent' }).waitFor()
    const ofBen = async () => (await takes()).filter(({ createdBy }) => createdBy === ben.id)
    assert.deepEqual(
      (await ofBen()).map(({ title }) => title),
      ['of Ben'],
    )

    // It goes on where it was when its user is back.
    await page.close()
    await signInAs(own!.value)
    await tab.reload()
    await panel(tab).getByRole('heading', { name: '5 files sent' }).waitFor()
    const filed = (await takes()).filter(({ title }) => names.includes(title))
    assert.deepEqual(filed.map(({ title }) => title).sort(), names)
    assert.deepEqual([...new Set(filed.map(({ createdBy }) => createdBy))], [stage.user.id])
    assert.equal((await ofBen()).length, 1)
    await stage.close(page)
  })

  test('an empty folder says so', async () => {
    const folder = await folderOf({ '.hidden': Buffer.from('x') })
    const page = await stage.open(board)
    await zone(page).waitFor()
    await settled(page)
    await dropPaths(zone(page), [folder.path])
    await page.getByText('There are no files in it').waitFor()
    await page.getByRole('dialog', { name: 'Add files to scene 012A', exact: true }).waitFor()
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'drop-empty')
    await folder.end()
    await stage.close(page)
  })

  for (const look of looks) {
    test(`axe-core finds nothing wrong with the table in ${look.theme} on a ${look.size}; of 500 a few rows are drawn`, async () => {
      const files = Object.fromEntries(
        Array.from({ length: 500 }, (_, count) => [
          `${look.size} ${count + 1}.png`,
          generated(
            count % 50 === 7 ? {} : { prompt: `take ${count + 1} of a long night at the lighthouse` },
          ),
        ]),
      )
      const folder = await folderOf(files)
      const page = await stage.open(board, look)
      await zone(page).waitFor()
      await settled(page)
      await dropPaths(zone(page), [folder.path])
      await table(page).getByText('10 need a prompt').waitFor()
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `drop-500-${look.size}`)
      const drawn = await table(page).getByRole('row').count()
      assert.ok(drawn > 3 && drawn < 60, `${drawn} rows are drawn`)
      await table(page)
        .getByRole('button', { name: /^Missing something/ })
        .click()
      await becomes(
        () =>
          table(page)
            .locator('[data-standing]')
            .count()
            .then((count) => count > 2),
        true,
      )
      await cell(table(page).locator('[data-row]').first(), 'prompt').click()
      await page.keyboard.type('typed')
      await screenshot(page, `drop-editing-${look.size}`)
      assert.deepEqual(await violations(page), [])
      await page.keyboard.press('Escape')
      await becomes(() => table(page).count(), 1)
      await page.keyboard.press('Escape')
      await becomes(() => table(page).count(), 0)
      await folder.end()
      await stage.close(page)
    })
  }
})
