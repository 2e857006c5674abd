import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { becomes } from './becomes.ts'
import { openStage, type Stage, screenshot } from './stage.ts'

describe('rights that nobody knows', () => {
  let stage: Stage
  let board: string

  before(async () => {
    stage = await openStage()
    board = `/scenes/${stage.film.sceneDbId}`
    const takes = ['One', 'Two', 'Three'].map((title) => ({ ...stage.film.capture, title }))
    for (const take of [...takes, { ...takes[0]!, title: 'Other', platformKey: 'runway' }]) {
      assert.equal((await stage.user.ingest({ ...take, status: 'GENERATED' })).status, 200)
    }
  })
  after(() => stage.end())

  const versions = async () =>
    (await stage.user.get(`/api/scenes/${stage.film.sceneDbId}/assets`)).body.data as {
      title: string
      rightsState: string
      selected: boolean
    }[]

  test('are asked about once for the takes of a platform, with the focus on what goes on', async () => {
    const page = await stage.open(board)
    const card = (title: string) => page.getByRole('article').filter({ hasText: title })
    await card('One').focus()
    await page.keyboard.press('s')
    await page.waitForFunction(() => document.activeElement?.textContent === 'Select anyway')
    await screenshot(page, 'rights')
    await page.keyboard.press('Enter')
    await card('One').getByText('Winner').waitFor()
    await card('Two').focus()
    await page.keyboard.press('s')
    await card('Two').getByText('Winner').waitFor()
    assert.equal(await page.getByRole('dialog').count(), 0)
    await card('Other').focus()
    await page.keyboard.press('s')
    await page.getByRole('dialog', { name: 'Select it all the same?' }).waitFor()
    await stage.close(page)
  })

  test('are set in the dialog for all takes of the platform, those to come included', async () => {
    const page = await stage.open(board)
    await page.getByRole('article').filter({ hasText: 'Three' }).focus()
    await page.keyboard.press('s')
    await page.getByLabel('Takes of Midjourney in this project').selectOption({ label: 'Commercial' })
    await page.getByRole('button', { name: 'Set the rights and select' }).click()
    await page.getByText('3 takes have these rights now').waitFor()
    await becomes(
      async () => (await versions()).map(({ title, rightsState }) => `${title} ${rightsState}`).sort(),
      ['One COMMERCIAL_ALLOWED', 'Other UNKNOWN', 'Three COMMERCIAL_ALLOWED', 'Two COMMERCIAL_ALLOWED'],
    )
    const { body } = await stage.user.ingest(stage.film.capture)
    assert.equal(body.asset.rightsState, 'COMMERCIAL_ALLOWED')
    await stage.close(page)
  })

  test('are set for many at once in the report', async () => {
    const page = await stage.open(`/projects/${stage.film.projectId}/report`)
    await page.getByLabel('Runway', { exact: true }).selectOption({ label: 'Non-commercial' })
    await page.getByText('one take has these rights now').waitFor()
    const other = (await versions()).find(({ title }) => title === 'Other')
    assert.equal(other?.rightsState, 'NON_COMMERCIAL')
    await stage.close(page)
  })
})
