import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Film, type TestUser, testFilm, testUser } from '../server/test/service.ts'
import { becomes } from './becomes.ts'
import { hasFocus } from './keyboard.ts'
import { looks, openStage, type Stage, screenshot, violations } from './stage.ts'

describe('two who edit the same', () => {
  let stage: Stage
  let maria: TestUser
  let film: Film
  let asset: string
  let films = 0

  before(async () => {
    stage = await openStage()
    maria = await stage.person('Maria')
  })
  after(() => stage.end())

  beforeEach(async () => {
    films += 1
    film = await testFilm(stage.service.db, stage.user, `Film ${films}`)
    const member = { userId: maria.id, role: 'owner' }
    await stage.user.send('POST', `/api/projects/${film.projectId}/members`, member)
    asset = (await stage.user.ingest({ ...film.capture, title: 'Dusk' })).body.asset.id
  })

  const theirs = async (path: string, body: object, method = 'PATCH') => {
    const answer = await maria.send(method, path, body)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
  }
  const read = async (path: string) => (await stage.user.get(path)).body.data
  const clashIn = (page: Page) => page.getByRole('group', { name: 'Changed meanwhile' })
  const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

  for (const look of looks) {
    test(`sees both by name, and the keyboard alone keeps the one, on a ${look.size}`, async () => {
      const page = await stage.open(`/assets/${asset}`, look)
      const [title, notes] = [
        page.getByLabel('Title', { exact: true }),
        page.getByLabel('Notes', { exact: true }),
      ]
      await title.fill('Mine')
      await notes.fill('My notes')
      await theirs(`/api/assets/${asset}`, { title: 'Theirs', rightsState: 'RESTRICTED' })
      await title.press('Enter')

      const clash = clashIn(page)
      await clash.waitFor()
      assert.match(await clash.innerText(), /Maria changed Title meanwhile .*to:\s+Theirs/s)
      assert.equal(await title.inputValue(), 'Mine', 'what was typed stays')
      assert.equal((await read(`/api/assets/${asset}`)).title, 'Theirs', 'nothing is written')
      assert.equal((await read(`/api/assets/${asset}`)).notes, null)
      await becomes(() => hasFocus(clash), true)
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `clash-${look.size}-${look.theme}`)

      await page.keyboard.press('Tab')
      await becomes(() => hasFocus(page.getByRole('button', { name: 'Keep mine: Title' })), true)
      await page.keyboard.press('Enter')
      await clash.waitFor({ state: 'hidden' })
      await becomes(() => hasFocus(save(page)), true)
      await page.keyboard.press('Enter')
      await page.getByText('Saved', { exact: true }).waitFor()
      await becomes(async () => {
        const { title, notes, rightsState } = await read(`/api/assets/${asset}`)
        return [title, notes, rightsState]
      }, ['Mine', 'My notes', 'RESTRICTED'])
      await stage.close(page)
    })
  }

  test('takes theirs, and the rest of what was typed is saved', async () => {
    const page = await stage.open(`/assets/${asset}`)
    const title = page.getByLabel('Title', { exact: true })
    await title.fill('Mine')
    await page.getByLabel('Notes', { exact: true }).fill('My notes')
    await theirs(`/api/assets/${asset}`, { title: 'Theirs' })
    await save(page).click()
    await page.getByRole('button', { name: 'Take theirs: Title' }).click()
    await becomes(() => title.inputValue(), 'Theirs')
    await save(page).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    await becomes(async () => {
      const { title, notes } = await read(`/api/assets/${asset}`)
      return [title, notes]
    }, ['Theirs', 'My notes'])
    await stage.close(page)
  })

  test('is told, too, when the other value was read meanwhile, or the page was loaded again', async () => {
    const page = await stage.open(`/assets/${asset}`)
    const title = page.getByLabel('Title', { exact: true })
    await title.fill('Mine')
    await theirs(`/api/assets/${asset}`, { title: 'Theirs' })
    await page.reload()
    await becomes(() => title.inputValue(), 'Mine')
    await save(page).click()
    await clashIn(page).getByText('Theirs', { exact: true }).waitFor()
    await theirs(`/api/assets/${asset}`, { title: 'Theirs, again' })
    await page.getByRole('button', { name: 'Keep mine: Title' }).click()
    await save(page).click()
    await clashIn(page).getByText('Theirs, again').waitFor()
    assert.equal((await read(`/api/assets/${asset}`)).title, 'Theirs, again')
    await stage.close(page)
  })

  const dialogs: [name: string, more: string, label: string, field: string, path: () => Promise<string>][] = [
    ['a scene', 'scene 012A', 'Story beat', 'storyBeat', async () => `/api/scenes/${film.sceneDbId}`],
    ['a shot', 'shot 012A-A', 'Description', 'description', async () => `/api/shots/${film.shotIds[0]}`],
    ['a project', '', 'Genre', 'genre', async () => `/api/projects/${film.projectId}`],
    [
      'a character',
      'Mara',
      'Role',
      'role',
      async () => {
        const characters = await read(`/api/projects/${film.projectId}/characters`)
        return `/api/characters/${characters.find(({ name }: { name: string }) => name === 'Mara').id}`
      },
    ],
    [
      'a prompt package',
      '',
      'Negative prompt',
      'negativePrompt',
      async () =>
        `/api/prompt-packages/${(await read(`/api/projects/${film.projectId}/prompt-packages`))[0].id}`,
    ],
  ]
  for (const [name, more, label, field, pathOf] of dialogs) {
    test(`keeps theirs and one's own of ${name}`, async () => {
      const path = await pathOf()
      const project = `/projects/${film.projectId}`
      const at: Record<string, string> = {
        'a character': `${project}/characters`,
        'a prompt package': path.replace('/api', ''),
      }
      const page = await stage.open(at[name] ?? project)
      if (name === 'a shot') await page.getByRole('button', { name: '2 shots of scene 012A' }).click()
      if (name !== 'a prompt package') {
        const of = name === 'a project' ? `Film ${films}` : more
        await page.getByRole('button', { name: `More for ${of}`, exact: true }).click()
        await page.getByRole('menuitem', { name: 'Edit' }).click()
      }
      const box = page.getByLabel(label, { exact: true })
      await box.fill('Mine')
      await theirs(path, { [field]: 'Theirs' })
      await save(page).click()
      await clashIn(page).getByText('Theirs', { exact: true }).waitFor()
      assert.match(await clashIn(page).innerText(), /Maria/)
      assert.equal(await box.inputValue(), 'Mine')
      await page.getByRole('button', { name: `Keep mine: ${label}` }).click()
      await save(page).click()
      // Where it is read by itself or, with nothing to change, by what answers to a change.
      await becomes(async () => (await stage.user.send('PATCH', path, {})).body.data[field], 'Mine')
      await stage.close(page)
    })
  }

  test('is told of another order of the scenes, with one that came meanwhile in it', async () => {
    const order = `/api/projects/${film.projectId}/scenes`
    const page = await stage.open(`/projects/${film.projectId}`)
    await page.getByRole('button', { name: 'Reorder' }).click()
    await page.getByRole('button', { name: 'Move scene 2 down' }).click()
    const ids = (await read(order)).map(({ id }: { id: string }) => id)
    await theirs(`${order}/order`, { ids: ids.toReversed() }, 'PUT')
    await maria.send('POST', order, { sceneId: '99' })
    await page.getByRole('button', { name: 'Save the order' }).click()
    await clashIn(page).getByText('Maria').or(clashIn(page).getByText('Somebody')).waitFor()
    await page.getByRole('button', { name: 'Keep mine: the order' }).click()
    await page.getByRole('button', { name: 'Save the order' }).click()
    await page.getByText('The new order is saved').waitFor()
    const numbers = (await read(order)).map(({ sceneId }: { sceneId: string }) => sceneId)
    assert.deepEqual(numbers, ['10', '2', '10A', '012A', '99'])
    await stage.close(page)
  })

  test('is told that a member was given another role', async () => {
    const bob = await testUser(stage.service)
    const members = `/api/projects/${film.projectId}/members`
    await stage.user.send('POST', members, { userId: bob.id, role: 'viewer' })
    const name = (await read(members)).find(({ userId }: { userId: string }) => userId === bob.id).name
    const page = await stage.open(`/projects/${film.projectId}/members`)
    const role = page.getByRole('button', { name: `Role of ${name}: Viewer` })
    await role.waitFor()
    // Until the role is sent the page does not hear of the other.
    let isSent = false
    page.on('request', (request) => {
      isSent ||= request.method() === 'PATCH'
    })
    await page.route('**/members', (route) => (isSent ? route.continue() : route.abort()))
    await theirs(`${members}/${bob.id}`, { role: 'reviewer' })
    await role.click()
    await page.getByRole('menuitem', { name: 'Editor' }).click()
    await page.getByText('Maria changed it meanwhile.').first().waitFor()
    await page.getByRole('button', { name: `Role of ${name}: Reviewer` }).waitFor()
    await stage.close(page)
  })
})
