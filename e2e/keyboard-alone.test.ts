import { after, before, describe, test } from 'node:test'
import { becomes } from './becomes.ts'
import { hasFocus, tabTo } from './keyboard.ts'
import { openStage, type Stage } from './stage.ts'

describe('with the keyboard alone', () => {
  let stage: Stage

  before(async () => {
    stage = await openStage()
  })
  after(() => stage?.end())

  test('a film is begun, its takes are compared, one is approved, and the report is read', async () => {
    const page = await stage.open('/projects')
    const keys = page.keyboard
    const press = async (role: 'button' | 'link', name: string | RegExp) => {
      const target = page.getByRole(role, { name }).first()
      await target.waitFor()
      await tabTo(target)
      await keys.press('Enter')
    }

    await press('button', 'New project')
    await becomes(() => hasFocus(page.getByLabel('Name', { exact: true })), true)
    await keys.type('Night Ferry')
    await keys.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Night Ferry' }).waitFor()
    await press('button', 'Add a scene')
    await becomes(() => hasFocus(page.getByLabel('Number')), true)
    await keys.type('7')
    await keys.press('Enter')
    await page.getByRole('link', { name: 'Scene 7' }).waitFor()
    const projectId = page.url().split('/').at(-1)!
    for (const title of ['Wide', 'Close', 'Low']) {
      const capture = { ...stage.film.capture, projectId, sceneId: '7', title }
      await stage.user.ingest({ ...capture, rightsState: 'COMMERCIAL_ALLOWED' })
    }

    await press('link', 'Scene 7')
    const takes = page.getByRole('article')
    await becomes(() => takes.count(), 3)
    await keys.press('ArrowRight')
    await becomes(() => hasFocus(takes.first()), true)
    await keys.press('c')
    await keys.press('ArrowRight')
    await keys.press('c')
    await press('link', 'Compare 2')

    const panes = page.getByRole('list', { name: 'Versions' }).getByRole('listitem')
    await becomes(() => panes.count(), 2)
    await keys.press('2')
    await keys.press('s')
    await panes.nth(1).getByText('Selected', { exact: true }).waitFor()
    await press('link', 'Open 2')

    await page.getByRole('heading', { level: 1, name: 'Close' }).waitFor()
    await keys.press('a')
    await page.getByRole('region', { name: 'Decide' }).getByRole('button', { name: 'Approved' }).waitFor()
    await page.getByText('2 of 3').waitFor()
    await keys.press(']')
    await page.getByRole('heading', { level: 1, name: 'Wide' }).waitFor()

    await press('link', 'Night Ferry')
    await press('link', 'Report')
    const row = page
      .getByRole('table', { name: 'Takes per winner by scene' })
      .getByRole('row', { name: /^7/ })
    await becomes(async () => (await row.getByRole('cell').allTextContents()).slice(0, 2), ['3', '1'])
    await stage.close(page)
  })
})
