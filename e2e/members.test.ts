import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { testFilm } from '../server/test/service.ts'
import { becomes } from './becomes.ts'
import { holdRequests } from './hold-requests.ts'
import { hasFocus, tabTo } from './keyboard.ts'
import { looks, openStage, type Stage, screenshot, settled, violations } from './stage.ts'
import { sticksOut } from './sticks-out.ts'

describe('members of a film', () => {
  let stage: Stage
  let films = 0

  before(async () => {
    stage = await openStage()
  })
  after(() => stage.end())

  /** A film of the stage's user, with a take, and somebody who is that in it. */
  async function filmWith(role: string | null, name = 'Ben Nevis') {
    films += 1
    const title = `Film ${films}`
    const film = await testFilm(stage.service.db, stage.user, title)
    const { body } = await stage.user.ingest({
      ...film.capture,
      title: 'Dusk',
      rightsState: 'COMMERCIAL_ALLOWED',
      compareGroup: 'wide',
    })
    const somebody = await stage.person(name)
    const members = `/api/projects/${film.projectId}/members`
    if (role)
      assert.equal((await stage.user.send('POST', members, { userId: somebody.id, role })).status, 201)
    return {
      film,
      title,
      somebody,
      members,
      assetId: body.asset.id as string,
      project: `/projects/${film.projectId}`,
      scene: `/scenes/${film.sceneDbId}`,
    }
  }

  test('the keyboard alone adds two people, one after the other, and the changes say so', async () => {
    const own = `${process.pid}`
    const ada = await stage.person(`Ada Lovelace ${own}`)
    const grace = await stage.person(`Grace Höpper ${own}`)
    const { project } = await filmWith(null)
    const page = await stage.open(`${project}/members`)
    await page.getByText('Nobody else sees this film').waitFor()
    const add = page.getByRole('button', { name: 'Add somebody' })
    await tabTo(add)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Add to the film' })
    const box = dialog.getByRole('combobox', { name: 'Who' })
    await becomes(() => hasFocus(box), true)
    await page.keyboard.type(`lovelace ${own}`)
    const found = dialog.getByRole('option')
    await becomes(() => found.count(), 1)
    assert.deepEqual(await violations(page), [])
    await page.keyboard.press('Enter')
    await dialog.getByText(`${ada.name} is an editor now`).waitFor()
    await dialog.getByText('Editor already').waitFor()
    await tabTo(dialog.getByRole('radio', { name: 'Editor' }))
    await page.keyboard.press('ArrowUp')
    await becomes(() => dialog.getByRole('radio', { name: 'Reviewer' }).isChecked(), true)
    await page.keyboard.press('Shift+Tab')
    await becomes(() => hasFocus(box), true)
    await page.keyboard.press('Control+A')
    await page.keyboard.type(`hopper ${own}`)
    // Before she is found: it is not lost.
    await page.keyboard.press('Enter')
    await dialog.getByText(`${grace.name} is a reviewer now`).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await becomes(() => hasFocus(add), true)
    await memberRow(page, ada.name)
      .getByText(/^Editor/)
      .first()
      .waitFor()
    const changes = page.getByRole('list', { name: 'Changes' }).getByRole('listitem')
    await becomes(
      async () => /added Grace Höpper \d+ as a reviewer · /.test(await text(changes.first())),
      true,
    )
    await becomes(async () => /added Ada Lovelace \d+ as an editor · /.test(await text(changes.nth(1))), true)
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'members')
    await stage.close(page)
  })

  test('whoever is not found can be invited, into this film', async () => {
    const { project, title: film, somebody } = await filmWith(null, 'Not Yet Here')
    const page = await stage.open(`${project}/members`)
    await page.getByRole('button', { name: 'Add somebody' }).click()
    await page.getByRole('combobox', { name: 'Who' }).fill('nobody is called so')
    await page.getByText('Nobody of that name has an account here').waitFor()
    await page.getByRole('link', { name: 'Invite them by a link' }).click()
    await page.getByRole('checkbox', { name: film }).waitFor()
    await becomes(() => page.getByRole('checkbox', { name: film }).isChecked(), true)
    await page.getByLabel(`Role in ${film}`).selectOption('viewer')
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'invitation-films')
    await page.getByRole('button', { name: 'Make the link' }).click()
    const link = await page.getByText('/invitation#').innerText()
    await page.getByRole('button', { name: 'Copy the link' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    const open = page
      .getByRole('list', { name: 'Invitations' })
      .getByRole('listitem')
      .filter({ hasText: film })
    await open.getByText('Viewer').waitFor()
    await stage.close(page)

    const theirs = await stage.open(link.slice(stage.service.address.length), { signedOut: true })
    await theirs.getByLabel('Your name').fill('Newcomer')
    await theirs.getByLabel('Email').fill(`new.${somebody.email}`)
    await theirs.getByLabel('Password').fill('analytical engine')
    await theirs.getByRole('button', { name: 'Join' }).click()
    await theirs.getByRole('heading', { level: 1, name: film }).waitFor()
    await theirs.getByText('You are a viewer of this film').waitFor()
    await stage.close(theirs)
  })

  test('an owner changes a role and removes a member, after a question', async () => {
    const { project, somebody, members } = await filmWith('viewer')
    const page = await stage.open(`${project}/members`)
    await page.getByRole('button', { name: `Role of ${somebody.name}: Viewer` }).click()
    await page.getByRole('menuitem', { name: 'Owner' }).click()
    await page.getByText(`${somebody.name} is an owner now`).waitFor()
    await page.getByRole('button', { name: `Remove ${somebody.name}` }).click()
    const question = page.getByRole('dialog', { name: 'Remove the member?' })
    await question.getByText('as if it were not there for them').waitFor()
    assert.deepEqual(await violations(page), [])
    await question.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('is a member no longer').waitFor()
    await memberRow(page, somebody.name).waitFor({ state: 'hidden' })
    assert.equal((await stage.user.get(members)).body.data.length, 1)
    const changes = page.getByRole('list', { name: 'Changes' }).getByRole('listitem')
    await becomes(async () => /removed Ben Nevis/.test(await text(changes.first())), true)
    await becomes(
      async () => /made Ben Nevis an owner, before a viewer/.test(await text(changes.nth(1))),
      true,
    )
    await stage.close(page)
  })

  test('the last owner reads why not, and what to do', async () => {
    const { project, title, somebody } = await filmWith('editor')
    const page = await stage.open(`${project}/members`)
    await page.getByText('to leave, or to be something else, make somebody else an owner first').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Leave' }).count(), 0)
    await page.getByRole('button', { name: `Role of ${somebody.name}: Editor` }).click()
    await page.getByRole('menuitem', { name: 'Owner' }).click()
    await page.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL('**/projects')
    await page.getByText('You left the film').waitFor()
    await becomes(() => page.getByRole('link', { name: title, exact: true }).count(), 0)
    await stage.close(page)
  })

  test('an owner stops being one after a question, and the changes are read page by page', async () => {
    const { project, somebody, members } = await filmWith('owner')
    for (let time = 0; time < 11; time++) {
      await stage.user.send('PATCH', `${members}/${somebody.id}`, { role: 'viewer' })
      await stage.user.send('PATCH', `${members}/${somebody.id}`, { role: 'owner' })
    }
    const page = await stage.open(`${project}/members`, { cookie: somebody.cookie })
    const changes = page.getByRole('list', { name: 'Changes' }).getByRole('listitem')
    await becomes(() => changes.count(), 20)
    await page.getByRole('button', { name: 'Show older changes' }).click()
    await becomes(() => changes.count(), 23)
    await page.getByRole('button', { name: `Role of ${somebody.name}: Owner` }).click()
    await page.getByRole('menuitem', { name: 'Editor' }).click()
    const question = page.getByRole('dialog', { name: 'Stop being an owner?' })
    await question.getByText('only they can make you one again').waitFor()
    await question.getByRole('button', { name: 'Become an editor' }).click()
    await page.getByText('Owners decide who is one').waitFor()
    await question.waitFor({ state: 'hidden' })
    assert.equal(await page.getByRole('button', { name: /Add somebody|Role of/ }).count(), 0)
    await becomes(
      async () => /Ben Nevis became an editor, before an owner/.test(await text(changes.first())),
      true,
    )
    await stage.close(page)
  })

  test('an editor works, decides nothing about members, and may leave', async () => {
    const { project, title, scene, somebody } = await filmWith('editor')
    const page = await stage.open('/projects', { cookie: somebody.cookie })
    const card = page.getByRole('listitem').filter({ hasText: title })
    await card.getByText('Editor', { exact: true }).waitFor()
    await card.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: 'Archive' }).waitFor()
    assert.equal(await page.getByRole('menuitem', { name: 'Delete' }).count(), 0)
    await page.goto(stage.service.address + scene)
    const take = page.getByRole('article').first()
    await take.focus()
    await page.keyboard.press('s')
    await take.getByText('Winner', { exact: true }).waitFor()
    assert.equal(await page.getByText('of this film').count(), 0)
    await page.goto(`${stage.service.address}${project}/members`)
    await page.getByText('Owners decide who is one').waitFor()
    assert.equal(await page.getByRole('button', { name: /Add somebody|Role of|^Remove/ }).count(), 0)
    await page.getByRole('button', { name: 'Leave' }).click()
    await page.getByText('Only an owner can add you again').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await page.getByText('You left the film').waitFor()
    await stage.close(page)
  })

  for (const [place, role] of (['viewer', 'reviewer'] as const).entries()) {
    test(`a ${role} finds nothing that would be refused`, async () => {
      const { theme, size } = looks[place]!
      const { project, scene, assetId, film, somebody } = await filmWith(role)
      const packages = await stage.user.get(`/api/projects/${film.projectId}/prompt-packages`)
      const page = await stage.open(project, { cookie: somebody.cookie, theme, size })
      const note = page.getByText(`You are a ${role} of this film`)
      const building =
        /Add|Reorder|^More for|New prompt|Duplicate|Delete|Save|Select|Approve|Compare group|Edit|Set$|Back to/
      for (const path of [
        project,
        `${project}/characters`,
        `${project}/prompt-packages`,
        `${project}/prompt-packages?from=${assetId}`,
        `/prompt-packages/${packages.body.data[0].id}`,
        `${project}/report`,
        `${project}/changes`,
        `${project}/trash`,
        `${project}/import`,
        `${project}/members`,
        `${project}/tags`,
        `${project}/playlists`,
        `${project}/notes`,
        scene,
        `/scenes/${film.otherSceneDbId}`,
        `/assets/${assetId}`,
        `/compare?ids=${assetId}`,
      ]) {
        await page.goto(stage.service.address + path)
        await note.waitFor()
        await settled(page)
        assert.equal(await note.count(), 1, path)
        const offered = await page.getByRole('main').getByRole('button', { name: building }).allTextContents()
        const forTake = path === scene && size === 'phone' ? 1 : 0
        assert.equal(offered.length, forTake, `${path}: ${offered}`)
        // A reviewer comments.
        const written = path === `/assets/${assetId}` && role === 'reviewer' ? 1 : 0
        const fields = page.getByRole('main').locator('textarea, input[type=text]')
        await becomes(() => fields.count(), written)
        assert.equal(await page.getByRole('dialog').count(), 0, path)
        assert.deepEqual(await violations(page), [], path)
        await screenshot(page, `${role}${path.replaceAll(/[^a-z]+/g, '-').slice(0, 40)}`)
      }
      await page.goto(stage.service.address + project)
      const tabs = page.getByRole('navigation', { name: 'Project' }).getByRole('link')
      await tabs.first().waitFor()
      assert.deepEqual(await tabs.allTextContents(), [
        'Scenes',
        'Characters',
        'Prompt packages',
        'Playlists',
        'Tags',
        'Members',
        'Notes',
        'Activity',
        'Changes',
        'Report',
        'Trash',
      ])
      await stage.close(page)
    })
  }

  test('on the board a viewer has no keys to decide with, and a menu to look with', async () => {
    const { scene, somebody } = await filmWith('viewer')
    const page = await stage.open(scene, { cookie: somebody.cookie })
    const changes: string[] = []
    page.on('request', (request) => {
      // That the board is open is said all the while.
      const isChange = request.method() !== 'GET' && !request.url().endsWith('/presence')
      if (isChange) changes.push(request.url())
    })
    const take = page.getByRole('article').first()
    await take.focus()
    for (const key of ['s', 'a', 'g']) await page.keyboard.press(key)
    await take.getByRole('button', { name: /^More for/ }).click()
    await becomes(
      () => page.getByRole('menuitem').allTextContents(),
      ['Open', 'Add to the comparison', 'Copy prompt'],
    )
    await page.keyboard.press('Escape')
    await becomes(() => page.getByRole('menu').count(), 0)
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Keys of the board' })
    await keys.getByText('Open the take').waitFor()
    assert.equal(await keys.getByText('Approve').count(), 0)
    assert.deepEqual(changes, [])
    await stage.close(page)
  })

  test('a role that changes meanwhile is told in words, and what is offered follows', async () => {
    const { scene, somebody, members } = await filmWith('editor')
    const page = await stage.open(scene, { cookie: somebody.cookie })
    const take = page.getByRole('article').first()
    await take.focus()
    await becomes(() => take.getByRole('button', { name: /^Select/ }).count(), 1)
    await stage.user.send('PATCH', `${members}/${somebody.id}`, { role: 'viewer' })
    await page.keyboard.press('s')
    await page.getByText('Your role does not allow this').first().waitFor()
    await page.getByText('You are a viewer of this film').waitFor()
    await becomes(() => take.getByRole('button', { name: /^Select/ }).count(), 0)
    await stage.close(page)
  })

  test('who is removed while the page is open reads that nothing is there, and finds it again when added', async () => {
    const { scene, project, title, somebody, members } = await filmWith('editor')
    const board = await stage.open(scene, { cookie: somebody.cookie })
    await board.getByRole('article').first().waitFor()
    const page = await stage.open(project, { cookie: somebody.cookie })
    await page.getByRole('button', { name: 'Add a scene' }).click()
    await page.getByLabel('Number').fill('77')
    // Else the stream might tell the page first, and nothing would be there to be clicked.
    const letThrough = await holdRequests(page, /\/scenes$/)
    const asked = page.waitForRequest((request) => request.method() === 'POST')
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
    await asked
    await stage.user.send('DELETE', `${members}/${somebody.id}`, undefined)
    letThrough()
    await page.getByText('you are no member of its film').waitFor()
    await board.getByText('you are no member of its film').waitFor()
    assert.deepEqual(await violations(board), [])
    await stage.user.send('POST', members, { userId: somebody.id, role: 'viewer' })
    await page.getByRole('link', { name: 'To the projects' }).click()
    await page.getByRole('link', { name: title, exact: true }).click()
    await page.getByText('You are a viewer of this film').waitFor()
    await stage.close(page)
    await stage.close(board)
  })

  test('the keyboard alone filters a board by somebody who is no member any more, and the address keeps it', async () => {
    const { film, scene, somebody, members } = await filmWith('editor', `Zoe Quill ${process.pid}`)
    await somebody.ingest({ ...film.capture, title: 'Dawn', rightsState: 'COMMERCIAL_ALLOWED' })
    assert.equal((await stage.user.send('DELETE', `${members}/${somebody.id}`, undefined)).status, 200)
    const page = await stage.open(scene)
    const takes = page.getByRole('article')
    await becomes(() => takes.count(), 2)
    const madeBy = page.getByLabel('Made by', { exact: true })
    await tabTo(madeBy)
    // A list of the browser's own chooses by what is typed.
    await page.keyboard.type('Zoe')
    await page.keyboard.press('Enter')
    await becomes(() => takes.count(), 1)
    assert.equal(await madeBy.inputValue(), somebody.id)
    await page.reload()
    await takes.getByText('Dawn').waitFor()
    await becomes(() => takes.count(), 1)
    await page.getByRole('button', { name: 'Clear filters' }).press('Enter')
    await becomes(() => takes.count(), 2)
    await stage.close(page)
  })

  test('cards say who made them once there are several, and one filters by it', async () => {
    const { film, scene, somebody } = await filmWith('editor', `Mara Quill ${process.pid}`)
    const page = await stage.open(scene)
    const takes = page.getByRole('article')
    await takes.first().waitFor()
    assert.equal(await page.getByLabel('Made by', { exact: true }).count(), 0)
    assert.equal(await takes.getByRole('img', { name: /^Made by/ }).count(), 0)
    await somebody.ingest({ ...film.capture, title: 'Dawn', rightsState: 'COMMERCIAL_ALLOWED' })
    await page.getByRole('button', { name: /^1 new/ }).click()
    await takes.getByRole('img', { name: `Made by ${somebody.name}` }).waitFor()
    await becomes(() => takes.getByRole('img', { name: /^Made by/ }).count(), 2)
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'board-with-people')
    await page.getByLabel('Made by', { exact: true }).selectOption({ label: `${somebody.name} (1)` })
    await becomes(() => takes.count(), 1)
    await page.waitForURL(`**createdBy=${somebody.id}*`)
    await takes.getByText('Dawn').click()
    await page.getByText('Captured by').waitFor()
    await page.getByRole('definition').filter({ hasText: somebody.name }).waitFor()
    await page.keyboard.press('s')
    await page.getByRole('region', { name: 'Status history' }).getByRole('listitem').first().waitFor()
    await screenshot(page, 'version-by')
    await stage.close(page)
  })

  test('a user is removed for good, and what only they own goes to somebody', async () => {
    const alone = await stage.person(`Alone Owner ${process.pid}`)
    const heir = await stage.person(`Heir Apparent ${process.pid}`)
    await testFilm(stage.service.db, alone, 'Orphan')
    const page = await stage.open('/users')
    const row = page
      .getByRole('list', { name: 'Users' })
      .getByRole('listitem')
      .filter({ hasText: alone.email })
    await row.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: 'Remove for good' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove the user for good?' })
    const remove = dialog.getByRole('button', { name: 'Remove for good' })
    await dialog.getByLabel('Type their address').fill(alone.email)
    await remove.click()
    await dialog.getByText('Nobody else owns “Orphan”').waitFor()
    const box = dialog.getByRole('combobox', { name: 'Who gets it' })
    await becomes(() => hasFocus(box), true)
    await box.fill(heir.name)
    await dialog.getByRole('option', { name: heir.name }).click()
    await becomes(() => hasFocus(dialog.getByRole('button', { name: 'Somebody else' })), true)
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'user-removed')
    await remove.click()
    await row.waitFor({ state: 'hidden' })
    const films = await heir.get('/api/projects')
    assert.deepEqual(
      films.body.data.map(({ name, role }: { name: string; role: string }) => [name, role]),
      [['Orphan', 'owner']],
    )
    await stage.close(page)
  })

  const hostile = {
    bidi: `\u202eגדעון \u2067txt.exe ${process.pid}`,
    emoji: `👩‍👩‍👧‍👦🏴‍☠️ ${process.pid}`,
    long: `${'Wolfeschlegelsteinhausenbergerdorff'.repeat(6).slice(0, 190)} ${process.pid}`.slice(0, 200),
    markup: `<img src=x onerror="document.title='taken'"> ${process.pid}`,
  }
  for (const { theme, size } of looks) {
    test(`names of any kind stay names, in ${theme} on a ${size}`, async () => {
      const { project, members, film, scene } = await filmWith(null, `Names ${size}`)
      for (const name of Object.values(hostile)) {
        const somebody = await stage.person(name)
        await stage.user.send('POST', members, { userId: somebody.id, role: 'editor' })
        await somebody.ingest({ ...film.capture, title: 'Of theirs' })
      }
      const page = await stage.open(`${project}/members`, { theme, size })
      const rows = page.getByRole('list', { name: 'Members' }).getByRole('listitem')
      await becomes(() => rows.count(), 5)
      await settled(page)
      assert.equal(await sticksOut(page), 0)
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `members-hostile-${size}`)
      await page.getByRole('button', { name: 'Add somebody' }).click()
      await page.getByRole('combobox', { name: 'Who' }).fill(`${process.pid}`)
      await page.getByRole('option').filter({ hasText: 'already' }).first().waitFor()
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `members-add-${size}`)
      await page.goto(stage.service.address + scene)
      await becomes(() => page.getByRole('img', { name: /^Made by/ }).count(), 5)
      assert.equal(await sticksOut(page), 0)
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `board-hostile-${size}`)
      assert.doesNotMatch(await page.title(), /taken/)
      await stage.close(page)
    })
  }
})

function memberRow(page: Page, name: string) {
  return page.getByRole('list', { name: 'Members' }).getByRole('listitem').filter({ hasText: name })
}

async function text(of: { textContent: () => Promise<string | null> }): Promise<string> {
  return (await of.textContent()) ?? ''
}
