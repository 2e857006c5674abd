import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { testFilm, testUser } from '../server/test/service.ts'
import { becomes } from './becomes.ts'
import { hasFocus, tabTo } from './keyboard.ts'
import { looks, openStage, type Stage, screenshot, violations } from './stage.ts'

describe('who works on which shot', () => {
  let stage: Stage
  let films = 0

  before(async () => {
    stage = await openStage()
  })
  after(() => stage.end())

  /** A film of the stage's user, with somebody in it. */
  async function filmWith(name: string, role = 'editor') {
    films += 1
    const title = `Assigned ${films}`
    const film = await testFilm(stage.service.db, stage.user, title)
    const somebody = await stage.person(name)
    await join(film.projectId, somebody.id, role)
    const update = (shot: number, body: object) =>
      stage.user.send('PATCH', `/api/shots/${film.shotIds[shot]}`, body)
    return { film, title, somebody, update, project: `/projects/${film.projectId}` }
  }

  async function join(projectId: string, userId: string, role = 'editor') {
    const path = `/api/projects/${projectId}/members`
    assert.equal((await stage.user.send('POST', path, { userId, role })).status, 201)
  }

  /** So many days from the day that it is where the browser is. */
  function inDays(count: number): string {
    const day = new Date()
    day.setDate(day.getDate() + count)
    const [year, month, date] = [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    return `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
  }

  const shotRow = (page: Page, code: string) =>
    page
      .getByRole('list', { name: /^Shots of scene/ })
      .getByRole('listitem')
      .filter({ hasText: code })
  const part = (page: Page, name: string) => page.getByRole('region', { name })
  async function unfold(page: Page) {
    await page.getByRole('button', { name: '2 shots of scene 012A' }).click()
    await shotRow(page, '012A-A').waitFor()
  }

  test('the keyboard alone assigns a shot, and whoever it is assigned to finds it among theirs', async () => {
    const { film, title, somebody, project } = await filmWith('Ben Névis')
    const theirs = await stage.open('/projects', { cookie: somebody.cookie })
    await theirs.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
    await theirs.keyboard.press('m')
    await theirs.getByText('Nothing open is assigned to you').waitFor()
    assert.deepEqual(await violations(theirs), [])
    await screenshot(theirs, 'my-shots-empty')

    const page = await stage.open(project)
    await unfold(page)
    await tabTo(page.getByRole('button', { name: 'More for shot 012A-A' }))
    await page.keyboard.press('Enter')
    const edit = page.getByRole('menuitem', { name: 'Edit' })
    await edit.waitFor()
    await becomes(async () => {
      await page.keyboard.press('Home')
      return hasFocus(edit)
    }, true)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Edit shot 012A-A' })
    const box = dialog.getByRole('combobox', { name: 'Assigned to' })
    // The window takes the keyboard once it is there.
    await becomes(() => hasFocus(dialog.getByLabel('Code')), true)
    await tabTo(box)
    await becomes(() => dialog.getByRole('option').count(), 2)
    await page.keyboard.type('nevis')
    await becomes(() => dialog.getByRole('option').count(), 1)
    assert.deepEqual(await violations(page), [])
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Take off Ben Névis' }).waitFor()
    // What was typed is gone, and all are there again.
    await dialog.getByRole('option', { name: '(you)' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: /^Take off .*\(you\)$/ }).waitFor()
    await page.keyboard.press('Backspace')
    await becomes(() => dialog.getByRole('button', { name: /\(you\)$/ }).count(), 0)
    await dialog.getByRole('option').first().waitFor()
    await page.keyboard.press('Escape')
    await becomes(() => dialog.getByRole('option').count(), 0)
    assert.equal(await dialog.isVisible(), true, 'the first Escape closes the list alone')
    await dialog.getByLabel('Due day').fill(inDays(-2))
    await dialog.getByLabel('Note').fill('Only with fog.')
    await screenshot(page, 'shot-form')
    await tabTo(dialog.getByRole('button', { name: 'Save' }))
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    await becomes(() => hasFocus(page.getByRole('button', { name: 'More for shot 012A-A' })), true)
    const row = shotRow(page, '012A-A')
    await row.getByRole('img', { name: 'Assigned to Ben Névis' }).waitFor()
    await row.getByText(/^Overdue since/).waitFor()
    await row.getByText('Only with fog.').waitFor()
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'shots-assigned')
    await stage.close(page)

    await theirs.reload()
    const overdue = part(theirs, 'Overdue').getByRole('listitem')
    await overdue.getByText(title).waitFor()
    await overdue.getByText(/^Overdue since/).waitFor()
    await overdue.getByText('Only with fog.').waitFor()
    await overdue.getByRole('link', { name: 'Shot 012A-A' }).click()
    await theirs.waitForURL(`**/scenes/${film.sceneDbId}?shotId=${film.shotIds[0]}`)
    await stage.close(theirs)
  })

  for (const look of looks) {
    test(`my shots stand by day, with what is done apart: ${look.theme}, ${look.size}`, async () => {
      const { film, title, somebody, update } = await filmWith('Cyd Charisse', 'viewer')
      const another = await testFilm(stage.service.db, stage.user, `Another ${films}`)
      await join(another.projectId, somebody.id)
      const assigneeIds = [somebody.id, stage.user.id]
      await update(0, { assigneeIds, dueOn: inDays(-1), note: 'Only with fog.' })
      await update(1, { assigneeIds, dueOn: inDays(0) })
      for (const [index, dueOn] of [inDays(3), null].entries()) {
        await stage.user.send('PATCH', `/api/shots/${another.shotIds[index]}`, { assigneeIds, dueOn })
      }
      const { body } = await stage.user.send('POST', `/api/scenes/${film.otherSceneDbId}/shots`, {
        shotCode: '2-A',
        assigneeIds,
        dueOn: inDays(-5),
      })
      const take = { ...film.capture, sceneId: '2', shotId: body.data.id, selected: true }
      const { asset } = (await stage.user.ingest(take)).body
      await stage.user.send('POST', `/api/assets/${asset.id}/status`, { status: 'APPROVED' })

      const page = await stage.open('/my-shots', { ...look, cookie: somebody.cookie })
      await part(page, 'Done').waitFor()
      assert.deepEqual(await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents(), [
        'Overdue',
        'Due today',
        'In the next seven days',
        'Without a due day',
        'Done',
      ])
      const done = part(page, 'Done').getByRole('listitem')
      await done.getByText('2-A').waitFor()
      assert.equal(await done.getByText('Overdue').count(), 0, 'what is done is not overdue')
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `my-shots-${look.theme}-${look.size}`)

      await page.getByLabel('Film', { exact: true }).selectOption({ label: title })
      await becomes(() => page.getByRole('main').getByRole('listitem').count(), 3)
      await page.getByLabel('State').selectOption('done')
      await becomes(() => page.getByRole('main').getByRole('listitem').count(), 1)
      await becomes(async () => new URL(page.url()).search, `?film=${film.projectId}&state=done`)

      await page.goto(`${stage.service.address}/projects/${film.projectId}/report`)
      const people = part(page, 'Progress by person')
      const { body: members } = await stage.user.get(`/api/projects/${film.projectId}/members`)
      const own = members.data[0].name
      await becomes(
        async () => (await people.getByRole('row').allTextContents()).slice(1),
        ['Cyd Charisse312', `${own}312`],
      )
      const thisWeek = part(page, 'Progress by week').getByRole('row').nth(1)
      await becomes(async () => /11$/.test((await thisWeek.textContent()) ?? ''), true)
      assert.deepEqual(await violations(page), [])
      await people.scrollIntoViewIfNeeded()
      await screenshot(page, `progress-${look.theme}-${look.size}`)
      await stage.close(page)
    })
  }

  test('several shots are assigned at once, and due on one day', async () => {
    const { somebody, project, film } = await filmWith('Dee Dee')
    const page = await stage.open(project)
    await unfold(page)
    await page.getByRole('button', { name: 'Assign shots' }).click()
    const dialog = page.getByRole('dialog', { name: 'Assign shots of scene 012A' })
    await dialog.getByRole('button', { name: 'Tick all' }).click()
    await dialog.getByRole('combobox', { name: 'Assign to' }).fill('dee')
    await dialog.getByRole('option', { name: 'Dee Dee' }).click()
    await dialog.getByLabel('Due day').fill(inDays(1))
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'assign-shots')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('2 shots saved').waitFor()
    await becomes(() => page.getByRole('img', { name: 'Assigned to Dee Dee' }).count(), 2)
    await becomes(() => page.getByText('Due tomorrow').count(), 2)

    await page.getByRole('button', { name: 'Assign shots' }).click()
    await dialog.getByRole('checkbox', { name: '012A-B' }).check()
    await dialog.getByRole('combobox', { name: 'Assigned no longer' }).fill('dee')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await becomes(() => page.getByRole('img', { name: 'Assigned to Dee Dee' }).count(), 1)
    const [a, b] = (await somebody.get(`/api/scenes/${film.sceneDbId}/shots`)).body.data
    assert.deepEqual([a.assignees.length, b.assignees.length, b.dueOn], [1, 0, inDays(1)])
    await stage.close(page)
  })

  test('of a long list Tab goes on to the next field; a name is taken when it is typed in full, and no part of one', async () => {
    const { project, film } = await filmWith('Gus')
    for (let count = 0; count < 8; count += 1) {
      await join(film.projectId, (await testUser(stage.service)).id, 'viewer')
    }
    const page = await stage.open(project)
    await unfold(page)
    await page.getByRole('button', { name: 'Assign shots' }).click()
    const dialog = page.getByRole('dialog', { name: 'Assign shots of scene 012A' })
    await dialog.getByRole('checkbox', { name: '012A-A' }).check()
    const box = dialog.getByRole('combobox', { name: 'Assign to' })
    await box.click()
    await becomes(() => dialog.getByRole('option').count(), 10)
    await page.keyboard.press('Tab')
    await becomes(() => hasFocus(dialog.getByLabel('Due day')), true)
    await becomes(() => dialog.getByRole('option').count(), 0)
    await dialog.getByLabel('Due day').fill(inDays(3))
    await box.fill('gu')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await becomes(() => hasFocus(box), true)
    const said = await box.evaluate((input: HTMLInputElement) => input.validationMessage)
    assert.equal(said, 'Choose somebody from the list, or empty the box.')
    await box.fill('gus')
    await page.keyboard.press('Tab')
    await dialog.getByRole('button', { name: 'Take off Gus' }).waitFor()
    await dialog.getByText('Gus is chosen.').waitFor({ state: 'attached' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('1 shot saved').waitFor()
    await stage.close(page)
  })

  test('all shots of a scene are assigned at once, however many there are, but those that went meanwhile', async () => {
    const { somebody, project, film } = await filmWith('Fay')
    const path = `/api/scenes/${film.sceneDbId}/shots`
    const more = Array.from({ length: 120 }, (_, place) => `012A-${place}`)
    for (const shotCode of more) assert.equal((await stage.user.send('POST', path, { shotCode })).status, 201)
    const page = await stage.open(project)
    await unfold(page)
    await page.getByRole('button', { name: 'Assign shots' }).click()
    const dialog = page.getByRole('dialog', { name: 'Assign shots of scene 012A' })
    await dialog.getByRole('button', { name: 'Tick all' }).click()
    await stage.user.send('DELETE', `/api/shots/${film.shotIds[0]}`, undefined)
    await dialog.getByRole('checkbox', { name: '012A-A', exact: true }).waitFor({ state: 'detached' })
    await dialog.getByRole('combobox', { name: 'Assign to' }).fill('fay')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('121 shots saved').waitFor()
    const { body } = await somebody.get('/api/shots/mine?limit=100')
    assert.equal(body.data.length, 100)
    assert.ok(body.metadata.nextCursor)
    await stage.close(page)
  })

  test('a list that cannot be loaded says so, and tries again; the box keeps the keyboard', async () => {
    const { somebody, update } = await filmWith('Eve')
    await update(0, { assigneeIds: [somebody.id] })
    const page = await stage.open('/projects', { cookie: somebody.cookie, alone: true })
    let fails = true
    await page.route('**/api/shots/mine*', (route) =>
      fails ? route.fulfill({ status: 500, json: { error: 'Internal server error' } }) : route.continue(),
    )
    await page.getByRole('link', { name: 'My shots' }).first().click()
    const retry = page.getByRole('button', { name: 'Try again' }).first()
    await retry.waitFor()
    await screenshot(page, 'my-shots-failed')
    fails = false
    await retry.click()
    await part(page, 'Without a due day').getByRole('link', { name: 'Shot 012A-A' }).waitFor()
    await tabTo(page.getByRole('link', { name: 'Shot 012A-A' }))
    assert.equal(await hasFocus(page.getByRole('link', { name: 'Shot 012A-A' })), true)
    await stage.close(page)
  })
})
