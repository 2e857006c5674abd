import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { testFilm } from '../server/test/service.ts'
import { becomes } from './becomes.ts'
import { looks, openStage, type Stage, screenshot, violations } from './stage.ts'

describe('the changes of a film', () => {
  let stage: Stage
  let films = 0

  before(async () => {
    stage = await openStage()
  })
  after(() => stage?.end())

  async function changed() {
    films += 1
    const film = await testFilm(stage.service.db, stage.user, `Changed ${films}`)
    const take = async (title: string) =>
      (await stage.user.ingest({ ...film.capture, title, status: 'GENERATED' })).body.asset.id
    const ids = [await take('Oars'), await take('Nets')]
    const change = (of: string[], change: object) =>
      stage.user.send('POST', `/api/projects/${film.projectId}/asset-changes`, { of: { ids: of }, change })
    await change(ids, { kind: 'tags', addTags: ['harbour', 'night'] })
    await change([ids[1]!], { kind: 'status', status: 'SELECTED' })
    return { path: `/projects/${film.projectId}/changes`, ids, change, film }
  }
  const tagsOf = async (id: string) => (await stage.user.get(`/api/assets/${id}`)).body.data.tags
  const row = (page: Page, words: string) => page.getByRole('listitem').filter({ hasText: words })

  for (const look of looks) {
    test(`are undone after a reload, and done again, by keyboard alone, ${look.size} ${look.theme}`, async () => {
      const { path, ids } = await changed()
      const page = await stage.open(path, look)
      const tagged = row(page, 'tagged 2 takes with “harbour”, “night”').last()
      await tagged.waitFor()
      await row(page, 'to Selected').getByRole('link', { name: 'scene' }).waitFor()
      assert.deepEqual(await violations(page), [])
      await page.reload()
      await tagged.getByRole('button', { name: /^Undo/ }).press('Enter')
      await tagged.getByText('Undone by').waitFor()
      await page.getByText('Undone: tagged 2 takes with “harbour”, “night”').waitFor()
      assert.deepEqual(await tagsOf(ids[0]!), [])
      await becomes(() => tagged.evaluate((one) => one === document.activeElement), true)
      const undid = row(page, 'undid: tagged 2 takes')
      await undid.waitFor()
      await screenshot(page, `changes-${look.size}-${look.theme}`)
      assert.deepEqual(await violations(page), [])
      await undid.getByRole('button', { name: /^Do again/ }).press('Enter')
      await undid.getByText('Undone by').waitFor()
      await page.getByText('Done again: tagged 2 takes with “harbour”, “night”').waitFor()
      assert.deepEqual(await tagsOf(ids[0]!), ['harbour', 'night'])
      await stage.close(page)
    })
  }

  test('say what stands against it, and hear of what others do', async () => {
    const { path, ids, change } = await changed()
    const page = await stage.open(path)
    await row(page, 'to Selected').waitFor()
    await change([ids[1]!], { kind: 'status', status: 'APPROVED' })
    await row(page, 'to Approved').waitFor()
    await row(page, 'to Selected').getByRole('button').click()
    await page
      .getByText(/^Not undone: Set to APPROVED/)
      .first()
      .waitFor()
    await change(ids, { kind: 'rights', rightsState: 'RESTRICTED' })
    await change([ids[0]!], { kind: 'rights', rightsState: 'NON_COMMERCIAL' })
    await row(page, 'set the rights of 2 takes').getByRole('button').click()
    await page
      .getByText(/^Undone: set the rights of 2 takes: Restricted, but for 1: \S/)
      .first()
      .waitFor()
    await stage.close(page)
  })

  test('are said in words, of whatever kind', async () => {
    const { path, ids, change, film } = await changed()
    await change(ids, { kind: 'tags', removeTags: ['night'] })
    await change(ids, { kind: 'tags', addTags: ['a', 'b', 'c', 'd', 'e'], removeTags: ['harbour'] })
    await change(ids, { kind: 'rights', rightsState: 'RESTRICTED' })
    await change(ids, { kind: 'shot', shotId: film.shotIds[0] })
    await change(ids, { kind: 'group', compareGroup: 'x'.repeat(50) })
    await stage.user.send('PATCH', `/api/assets/${ids[0]}`, { title: 'Rowlocks', notes: 'Louder' })
    await change(ids, { kind: 'delete' })
    const page = await stage.open(path)
    await row(page, 'deleted 2 takes').waitFor()
    const said = (
      await page.getByRole('main').getByRole('listitem').locator('p:first-child').allInnerTexts()
    ).map((words) => words.slice(words.indexOf(' ', words.indexOf(' ') + 1) + 1))
    assert.deepEqual(said, [
      'deleted 2 takes',
      'changed MJ v1 (deleted) in 012A: the title, the notes',
      `put 2 takes into the compare group “${'x'.repeat(40)}…”`,
      'moved 2 takes to another shot',
      'set the rights of 2 takes: Restricted',
      'tagged 2 takes with “a”, “b”, “c” and 2 others instead of “harbour”',
      'took “night” off 2 takes',
      'set MJ v2 (deleted) in 012A to Selected',
      'tagged 2 takes with “harbour”, “night”',
    ])
    await stage.close(page)
  })

  test('where nothing was changed, it says what comes there; a viewer undoes nothing', async () => {
    const { film } = await changed()
    const empty = await testFilm(stage.service.db, stage.user, 'Never changed')
    const page = await stage.open(`/projects/${empty.projectId}/changes`)
    await page.getByText('Nothing to undo').waitFor()
    await stage.close(page)
    const { id, cookie } = await stage.person('Vera')
    await stage.user.send('POST', `/api/projects/${film.projectId}/members`, { userId: id, role: 'viewer' })
    const theirs = await stage.open(`/projects/${film.projectId}/changes`, { cookie })
    await row(theirs, 'tagged 2 takes').waitFor()
    assert.equal(await theirs.getByRole('main').getByRole('button', { name: /^Undo/ }).count(), 0)
    await stage.close(theirs)
  })
})
