import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { picture, put } from '../server/test/media.ts'
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
    const press = pressOn(page)

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
    await press('link', /^Report$/)
    const row = page
      .getByRole('table', { name: 'Takes per winner by scene' })
      .getByRole('row', { name: /^7/ })
    await becomes(async () => (await row.getByRole('cell').allTextContents()).slice(0, 2), ['3', '1'])
    await stage.close(page)
  })

  test('a take is talked about, decided and shown to a guest, who answers, and the note is ticked off', async () => {
    const { projectId, capture, shotIds } = stage.film
    const wide = { ...capture, shotId: shotIds[0], title: 'Wide', selected: true }
    const { body } = await stage.user.ingest({ ...wide, rightsState: 'COMMERCIAL_ALLOWED' })
    const { id } = body.asset
    await put(stage.service, stage.user, id, await picture())
    const page = await stage.open(`/assets/${id}`)
    const press = pressOn(page)
    await fillIn(page, 'Comment', 'Darker, please')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('article').getByText('Darker, please').waitFor()
    await press('button', 'I approve')
    await page.getByRole('list', { name: 'Who said what' }).getByText('Approves').waitFor()

    await page.goto(`${stage.service.address}/projects/${projectId}/links`)
    await press('button', 'New link')
    await fillIn(page, 'For whom', 'The distributor')
    for (const right of ['Comment', 'Give a verdict']) {
      await tabTo(page.getByRole('checkbox', { name: right }))
      await page.keyboard.press('Space')
    }
    await press('button', 'Make the link')
    const address = await page.getByText(/\/r\/[\w-]{43}$/).innerText()
    await press('button', 'Copy the link')
    await press('button', 'Done')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    const guest = await stage.open(new URL(address).pathname, { signedOut: true })
    await fillIn(guest, 'Your name', 'Grace Hopper')
    await guest.keyboard.press('Enter')
    await tabTo(guest.getByRole('list', { name: 'Takes' }).getByRole('button').first())
    await guest.keyboard.press('Enter')
    await guest.getByRole('heading', { name: /012A/ }).waitFor()
    await pressOn(guest)('button', 'Approve')
    await guest.getByText('You approved of this take.').waitFor()
    await fillIn(guest, 'Your comment', 'Lovely')
    await pressOn(guest)('button', 'Send')
    await guest.getByText('Lovely').waitFor()
    await stage.close(guest)

    await press('link', /^Notes/)
    const notes = page.getByRole('list', { name: 'Open notes' }).getByRole('listitem')
    await becomes(() => notes.count(), 2)
    await press('button', /^Tick off/)
    await becomes(() => notes.count(), 1)
    await stage.close(page)
  })
})

/** Presses Enter on what Tab reaches. */
function pressOn(page: Page) {
  return async (role: 'button' | 'link', name: string | RegExp): Promise<void> => {
    const target = page.getByRole(role, { name }).first()
    await target.waitFor()
    await tabTo(target)
    await page.keyboard.press('Enter')
  }
}

async function fillIn(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: label })
  await field.waitFor()
  await tabTo(field)
  await page.keyboard.type(text)
}
