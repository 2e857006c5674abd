import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { testFilm } from '../server/test/service.ts'
import { becomes } from './becomes.ts'
import { holdRequests } from './hold-requests.ts'
import { hasFocus } from './keyboard.ts'
import { looks, openStage, type Stage, screenshot, settled, violations } from './stage.ts'
import { sticksOut } from './sticks-out.ts'

describe('the palette', () => {
  let stage: Stage
  const ids: string[] = []

  before(async () => {
    stage = await openStage()
    for (const title of ['Étude of oars', 'Lamp']) {
      const { body } = await stage.user.ingest({
        ...stage.film.capture,
        title,
        shotId: stage.film.shotIds[0],
      })
      ids.push(body.asset.id)
    }
  })
  after(() => stage?.end())

  test('leads to screens, films and takes by a few letters, and gives the focus back', async () => {
    const page = await stage.open('/tokens')
    const link = page.getByRole('link', { name: 'Preferences' })
    await link.focus()
    await page.keyboard.press('Control+k')
    await becomes(() => hasFocus(box(page)), true)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
    await becomes(() => hasFocus(link), true)
    await page.keyboard.press('Control+k')
    // Typed on without a look at what there is.
    await page.keyboard.type('webh')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
    await find(page, 'ETUDE oar', 'Étude of oars')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/assets/${ids[0]}`)
    const { body } = await stage.user.get(`/api/projects/${stage.film.projectId}`)
    await find(page, body.data.name.slice(0, 6), body.data.name)
    await option(page, body.data.name).first().click()
    await page.waitForURL(`**/projects/${stage.film.projectId}`)
    await stage.close(page)
  })

  test('leads to the trash of projects', async () => {
    const page = await stage.open('/tokens')
    await find(page, 'trash', /^Trash/)
    await option(page, /^Trash.*Projects/).click()
    await page.waitForURL('**/trash')
    await page.getByRole('heading', { name: 'Deleted projects' }).waitFor()
    await stage.close(page)
  })

  test('scenes and shots are found by their numbers, people by their names', async () => {
    const { sceneDbId, otherSceneDbId, projectId } = stage.film
    const other = await stage.user.get(`/api/scenes/${otherSceneDbId}`)
    const shots = await stage.user.get(`/api/scenes/${sceneDbId}/shots`)
    await stage.user.send('POST', `/api/projects/${projectId}/members`, {
      userId: (await stage.person('Wilhelmina Quist')).id,
      role: 'viewer',
    })
    const page = await stage.open(`/projects/${projectId}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await find(page, `sc ${other.body.data.sceneId}`, `Scene ${other.body.data.sceneId}`)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/scenes/${otherSceneDbId}`)
    // Of another scene: the service knows of it.
    const { id, shotCode } = shots.body.data[0]
    await find(page, shotCode, `Shot ${shotCode}`)
    await option(page, `Shot ${shotCode}`).first().click()
    await page.waitForURL(`**/scenes/${sceneDbId}?shotId=${id}`)
    await find(page, 'wilhelmina qui', 'Wilhelmina Quist')
    await option(page, 'Wilhelmina Quist').click()
    await page.waitForURL('**/search?q=by*')
    await stage.close(page)
  })

  test('scenes and shots of a number come before takes that have it, whichever are found first', async () => {
    const page = await stage.open('/tokens')
    const film = await testFilm(stage.service.db, stage.user, 'By numbers')
    const made = await stage.user.send('POST', `/api/projects/${film.projectId}/scenes`, { sceneId: '077' })
    await stage.user.ingest({ ...film.capture, prompt: '077 oars on a quay', title: 'Quay' })
    const letThrough = await holdRequests(page, '**/api/search/places**')
    await find(page, '077', 'Takes with “077”')
    await page.waitForResponse((response) => new URL(response.url()).pathname === '/api/search')
    letThrough()
    await option(page, /^Quay/).waitFor()
    await becomes(() => options(page), ['Search', 'Scene', 'Take'])
    await box(page).fill('scene 77')
    await option(page, 'Scene 077').click()
    await page.waitForURL(`**/scenes/${made.body.data.id}`)
    await stage.close(page)
  })

  test('does what the screen can do, with the take that is marked', async () => {
    const page = await stage.open(`/scenes/${stage.film.sceneDbId}?at=${ids[1]}`)
    const card = page.locator(`[data-asset-id="${ids[1]}"]`)
    await becomes(() => hasFocus(card), true)
    await find(page, 'add comp', 'Add to the comparison')
    await page.keyboard.press('Enter')
    await dialog(page).waitFor({ state: 'hidden' })
    await becomes(() => hasFocus(card), true)
    await page.getByRole('region', { name: /compar/i }).waitFor()
    await find(page, 'triag', 'Triage')
    await option(page, 'Triage').click()
    await page.waitForURL(`**/scenes/${stage.film.sceneDbId}/triage?*`)
    await page.goBack()
    await becomes(() => hasFocus(card), true)
    await find(page, 'keys', 'Keys of the board')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Keys of the board' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await becomes(() => hasFocus(card), true)
    await stage.close(page)
  })

  test('offers nobody what they may not do or see', async () => {
    const viewer = await stage.person('Vera')
    const { projectId, sceneDbId } = stage.film
    await stage.user.send('POST', `/api/projects/${projectId}/members`, { userId: viewer.id, role: 'viewer' })
    const page = await stage.open(`/scenes/${sceneDbId}?at=${ids[1]}`, { cookie: viewer.cookie })
    await page.locator(`[data-asset-id="${ids[1]}"]`).waitFor()
    await find(page, 'open', 'Open')
    for (const typed of ['select as', 'delete', 'approve', 'links', 'users', 'storage', 'doctor']) {
      await box(page).fill(typed)
      await becomes(() => options(page), ['Search'])
    }
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
    // Where they were, until they are no member any more.
    await page.goto(`${stage.service.address}/tokens`)
    await open(page)
    await option(page, /^Scene /)
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
    await stage.user.send('DELETE', `/api/projects/${projectId}/members/${viewer.id}`, undefined)
    await page.goto(`${stage.service.address}/tokens`)
    await open(page)
    await becomes(() => option(page, /^Scene /).count(), 0)
    await stage.close(page)
  })

  test('shows first where one was, and forgets it with the one who signs out', async () => {
    const somebody = await stage.person('Sue')
    const { projectId, sceneDbId } = stage.film
    await stage.user.send('POST', `/api/projects/${projectId}/members`, {
      userId: somebody.id,
      role: 'editor',
    })
    const page = await stage.open(`/assets/${ids[1]}`, { cookie: somebody.cookie })
    await page.getByRole('heading', { level: 1, name: 'Lamp' }).waitFor()
    await page.goto(`${stage.service.address}/scenes/${sceneDbId}`)
    await page.getByRole('feed').waitFor()
    await page.goto(`${stage.service.address}/tokens`)
    await open(page)
    await becomes(async () => (await options(page)).slice(0, 3), ['Recent', 'Recent', 'Action'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/assets/${ids[1]}`)
    assert.equal(await page.evaluate(kept), 1)
    await find(page, 'sign out', 'Sign out')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/sign-in*')
    await becomes(() => page.evaluate(kept), 0)
    await stage.close(page)

    function kept() {
      return Object.keys(localStorage).filter((name) => name.startsWith('dailies.recent.')).length
    }
  })

  test('leads to parts of Account by their names', async () => {
    const page = await stage.open('/tokens')
    for (const [typed, name] of [
      ['second f', 'Second factor'],
      ['passkey', 'Passkeys'],
    ] as const) {
      await find(page, typed, name)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/account')
      await page.goto(`${stage.service.address}/tokens`)
    }
    await stage.close(page)
  })

  test('says of each line whether it leads somewhere or does something', async () => {
    const page = await stage.open('/tokens')
    for (const [typed, name, kind] of [
      ['webho', 'Webhooks', 'Go to'],
      ['passk', 'Passkeys', 'Go to'],
      ['dark', 'Dark theme', 'Action'],
      ['appearance li', 'Light theme', 'Action'],
      ['sign o', 'Sign out', 'Action'],
    ] as const) {
      await find(page, typed, name)
      assert.equal(await option(page, name).first().locator('> :last-child').innerText(), kind, name)
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'hidden' })
    }
    await stage.close(page)
  })

  test('what is known is there at once, and what comes later moves nothing', async () => {
    const page = await stage.open('/tokens')
    const letThrough = await holdRequests(page, '**/api/search**')
    await open(page)
    await page.keyboard.type('l')
    await option(page, 'Light theme').waitFor()
    await page.keyboard.press('ArrowDown')
    const before = await marked(page)
    const shown = await options(page)
    letThrough()
    await option(page, /^Lamp/).waitFor()
    assert.equal(await marked(page), before)
    assert.deepEqual((await options(page)).slice(0, shown.length), shown)
    await stage.close(page)
  })

  test('has what a screen can do that comes while it is open', async () => {
    const page = await stage.open('/projects')
    const letThrough = await holdRequests(page, '**/api/assets/*')
    await page.goto(`${stage.service.address}/compare?ids=${ids}`)
    await page.getByRole('navigation').first().waitFor()
    await page.keyboard.press('Control+k')
    await becomes(() => hasFocus(box(page)), true)
    await page.keyboard.type('take out of the')
    letThrough()
    await option(page, /^Take out of the comparison/).waitFor()
    await page.keyboard.press('Escape')
    await stage.close(page)
  })

  test('has what each screen can do, and does it', async () => {
    const { projectId, sceneDbId } = stage.film
    const { body } = await stage.user.ingest({ ...stage.film.capture, title: 'Thrown away' })
    await stage.user.send('DELETE', `/api/assets/${body.asset.id}`, undefined)
    const made = await stage.user.send('POST', `/api/projects/${projectId}/playlists`, {
      ...{ name: 'Monday', versionIds: ids },
    })
    const film = `/projects/${projectId}`
    const actions: [string, string[]][] = [
      [`${film}/trash`, ['Restore MJ v3', 'Empty the trash']],
      [`/compare?ids=${ids}`, ['Select as winner', 'Take out of the comparison', 'Blink']],
      [`${film}/playlists`, ['New playlist']],
      [`${film}/playlists/${made.body.data.id}`, ['Play', 'Reorder', 'Edit name and note']],
      [`${film}/members`, ['Add somebody']],
      [`${film}/links`, ['New link']],
      ['/tokens', ['New token']],
      ['/webhooks', ['New webhook']],
      ['/preferences', ['Add a platform']],
      ['/account', ['Sign out everywhere']],
      [`${film}/report`, ['Download “Cost and time by person” as CSV']],
      [`${film}/report?from=2020-01-01`, ['Report on all takes']],
      [`/scenes/${sceneDbId}/contact-sheet`, ['Print or save as PDF']],
      [`/scenes/${sceneDbId}?at=${ids[1]}`, ['Delete take']],
    ]
    for (const [path, names] of actions) {
      const page = await stage.open(path)
      for (const name of names) {
        await find(page, name, new RegExp(`^${name}`))
        await page.keyboard.press('Escape')
        await dialog(page).waitFor({ state: 'hidden' })
      }
      await stage.close(page)
    }
    const page = await stage.open(`/scenes/${sceneDbId}/triage?at=${ids[0]}`)
    await page.getByText('2 of 2', { exact: true }).waitFor()
    await find(page, 'shortl', /^Shortlist/)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Shortlist', pressed: true }).first().waitFor()
    await stage.close(page)
  })

  test('has what a screen can do once what it is done with is there, though it was opened before', async () => {
    const { projectId } = stage.film
    const { body } = await stage.user.send('POST', `/api/projects/${projectId}/playlists`, {
      ...{ name: 'Tuesday', versionIds: ids },
    })
    const page = await stage.open('/tokens', { alone: true })
    const letThrough = await holdRequests(page, '**/api/playlists/*/items*')
    await page.goto(`${stage.service.address}/projects/${projectId}/playlists/${body.data.id}`)
    await open(page)
    await option(page, /^Edit name and note/).waitFor()
    assert.equal(await option(page, /^Reorder/).count(), 0)
    letThrough()
    await option(page, /^Reorder/).waitFor()
    await option(page, /^Edit name and note/).waitFor()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
    await stage.close(page)
  })

  test('where one was last stays, while films come page after page', async () => {
    const { projectId, sceneDbId } = stage.film
    const page = await stage.open(`/scenes/${sceneDbId}`, { alone: true })
    await page.getByRole('feed').waitFor()
    // The film is on the second page, which is on its way.
    const held = Promise.withResolvers<void>()
    await page.route('**/api/projects?*', async (route) => {
      const isNext = new URL(route.request().url()).searchParams.has('cursor')
      const url = route
        .request()
        .url()
        .replace(/&?cursor=[^&]*/, '')
      const answer = await (await route.fetch({ url })).json()
      const data = answer.data.filter(({ id }: { id: string }) => (id === projectId) === isNext)
      if (isNext) await held.promise
      const nextCursor = isNext ? null : 'next'
      await route.fulfill({ json: { ...answer, data, metadata: { ...answer.metadata, nextCursor } } })
    })
    await page.goto(`${stage.service.address}/tokens`)
    await open(page)
    await becomes(async () => (await options(page))[0], 'Recent')
    await settled(page)
    assert.equal((await options(page))[0], 'Recent')
    held.resolve()
    await settled(page)
    assert.equal((await options(page))[0], 'Recent')
    await stage.close(page)
  })

  for (const theme of ['light', 'dark'] as const) {
    for (const { size } of looks) {
      test(`nothing is wrong with it on a ${size}, in ${theme}, and nothing sticks out`, async () => {
        const page = await stage.open(`/scenes/${stage.film.sceneDbId}`, { theme, size })
        await page.getByRole('feed').waitFor()
        if (size === 'phone') await page.getByRole('button', { name: 'Search', exact: true }).tap()
        else await page.getByRole('button', { name: 'Find anything' }).click()
        const check = async (name: string) => {
          await settled(page)
          await screenshot(page, `palette-${name}-${size}-${theme}`)
          assert.deepEqual(await violations(page), [], name)
          assert.equal(await sticksOut(page), 0, name)
        }
        await becomes(() => hasFocus(box(page)), true)
        await check('empty')
        assert.ok(await isHintWhole(page), 'What is asked for is cut off')
        await box(page).fill('lam')
        await option(page, /^Lamp/).waitFor()
        await check('found')
        await stage.close(page)
      })
    }
  }
})

function dialog(page: Page) {
  return page.getByRole('dialog', { name: 'Find anything' })
}

function box(page: Page) {
  return page.getByRole('combobox', { name: 'Find anything' })
}

function option(page: Page, name: string | RegExp) {
  return dialog(page).getByRole('option', { name })
}

/** What kind each line is of. */
function options(page: Page): Promise<string[]> {
  return dialog(page)
    .getByRole('option')
    .evaluateAll((all) => all.map((one) => one.lastElementChild!.textContent!))
}

function marked(page: Page): Promise<string> {
  return dialog(page).getByRole('option', { selected: true }).innerText()
}

async function open(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await becomes(() => hasFocus(box(page)), true)
}

async function find(page: Page, text: string, name: string | RegExp): Promise<void> {
  await open(page)
  await page.keyboard.type(text)
  await option(page, name).first().waitFor()
}

/** Whether all of what stands in the empty field is seen. */
function isHintWhole(page: Page): Promise<boolean> {
  return box(page).evaluate((field) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(field)
    const pen = document.createElement('canvas').getContext('2d')!
    pen.font = font
    const width = pen.measureText((field as HTMLInputElement).placeholder).width
    return width <= field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
  })
}
