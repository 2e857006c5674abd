import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Comment } from '@dailies/contract/comment.ts'
import type { Page } from 'playwright-core'
import { attach } from '../server/test/attachments.ts'
import { madeLink } from '../server/test/guests.ts'
import { picture, take } from '../server/test/media.ts'
import { testFilm } from '../server/test/service.ts'
import { becomes } from './becomes.ts'
import { chooseFiles } from './choose-files.ts'
import { dropPaths, folderOf } from './drop-files.ts'
import { hasFocus, tabTo } from './keyboard.ts'
import { openStage, type Stage, screenshot, settled, violations } from './stage.ts'
import { sticksOut } from './sticks-out.ts'

const note = Buffer.from('%PDF-1.7\n1 0 obj\nendobj\ntrailer\n%%EOF\n')

describe('files of comments', () => {
  let stage: Stage
  let films = 0

  before(async () => {
    stage = await openStage()
  })
  after(() => stage.end())

  async function reviewed() {
    films += 1
    const film = await testFilm(stage.service.db, stage.user, `Attached ${films}`)
    const assetId = await take(stage.user, film, { title: 'Dusk', selected: true })
    const path = `/assets/${assetId}`
    const said = async (): Promise<Comment[]> => (await stage.user.get(`/api${path}/comments`)).body.data
    const named = async () => (await said()).map(({ attachments }) => attachments.map(({ name }) => name))
    return { film, assetId, path, said, named }
  }

  const panel = (page: Page) => page.getByRole('region', { name: 'Comments', exact: true })
  const form = (page: Page) => panel(page).getByRole('form', { name: 'New comment' })
  const box = (page: Page) => form(page).getByRole('textbox', { name: 'Comment', exact: true })
  const send = (page: Page) => form(page).getByRole('button', { name: 'Comment', exact: true })
  const chosen = (page: Page) =>
    form(page).getByRole('list', { name: 'Attached files' }).getByRole('listitem')
  const waiting = (page: Page) => panel(page).getByRole('article', { name: 'Not sent yet' })
  const attachments = (page: Page) => page.getByRole('list', { name: 'Attachments' })
  const fileOf = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })

  async function choose(page: Page, ...files: ReturnType<typeof fileOf>[]): Promise<void> {
    await chooseFiles(page, files, () => form(page).getByRole('button', { name: 'Attach files' }).click())
  }

  test('chosen by the keyboard, taken off, sent, opened large and saved', async () => {
    const { path, named } = await reviewed()
    const page = await stage.open(path)
    await panel(page).getByText('Nobody said anything yet').waitFor()
    await tabTo(form(page).getByRole('button', { name: 'Attach files' }))
    const drawn = await picture()
    const files = [
      fileOf('Colours – draft 2.png', 'image/png', drawn),
      fileOf('notes.pdf', 'application/pdf', note),
      fileOf('wrong.txt', 'text/plain', Buffer.from('wrong')),
    ]
    await chooseFiles(page, files, () => page.keyboard.press('Enter'))
    await becomes(() => chosen(page).count(), 3)
    await tabTo(form(page).getByRole('button', { name: 'Take off wrong.txt' }))
    await page.keyboard.press('Enter')
    await becomes(() => chosen(page).count(), 2)
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'attachments-chosen')
    await page.reload()
    await becomes(() => chosen(page).count(), 2)
    await send(page).click()
    const open = attachments(page).getByRole('button', { name: 'Open Colours – draft 2.png' })
    await open.waitFor()
    await becomes(named, [['Colours – draft 2.png', 'notes.pdf']])
    await attachments(page).locator('img').first().waitFor()
    assert.equal(await chosen(page).count(), 0)
    await screenshot(page, 'attachments-sent')

    await tabTo(open)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Colours – draft 2.png' })
    await becomes(
      () => dialog.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth),
      640,
    )
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'attachments-open')
    await page.keyboard.press('Escape')
    await becomes(() => hasFocus(open), true)

    const saving = page.waitForEvent('download')
    await attachments(page).getByRole('link', { name: 'Save notes.pdf' }).click()
    assert.equal((await saving).suggestedFilename(), 'notes.pdf')
    await stage.close(page)
  })

  test('dropped on the form they go with the comment, and make no take of it', async () => {
    const { path, named } = await reviewed()
    const folder = await folderOf({ 'mood.pdf': note })
    const page = await stage.open(path)
    await panel(page).getByText('Nobody said anything yet').waitFor()
    await form(page).scrollIntoViewIfNeeded()
    await dropPaths(form(page), [`${folder.path}/mood.pdf`])
    await becomes(() => chosen(page).count(), 1)
    await send(page).click()
    await becomes(named, [['mood.pdf']])
    assert.equal((await stage.user.get(`/api${path}/media`)).body.data, null)
    await folder.end()
    await stage.close(page)
  })

  test('a picture that is pasted goes with the comment', async () => {
    const { path, named } = await reviewed()
    const page = await stage.open(path)
    await panel(page).getByText('Nobody said anything yet').waitFor()
    await box(page).focus()
    await box(page).evaluate(
      (area, bytes) => {
        const clipboardData = new DataTransfer()
        clipboardData.items.add(new File([Uint8Array.from(bytes)], 'image.png', { type: 'image/png' }))
        area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      },
      [...(await picture())],
    )
    await becomes(() => chosen(page).count(), 1)
    await box(page).fill('As here')
    await send(page).click()
    await becomes(named, [['image.png']])
    await stage.close(page)
  })

  test('without the service they wait with their comment, through a reload, and are sent once', async () => {
    const { path, named } = await reviewed()
    const page = await stage.open(path, { alone: true })
    await panel(page).getByText('Nobody said anything yet').waitFor()
    await settled(page)
    let tries = 0
    await page.route('**/attachments?*', (route) => {
      tries += 1
      return route.abort('connectionreset')
    })
    await choose(page, fileOf('map.pdf', 'application/pdf', note))
    await send(page).click()
    await waiting(page).getByText('map.pdf').waitFor()
    await becomes(async () => tries > 0, true)
    await page.reload()
    await waiting(page).getByText('map.pdf').waitFor()
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'attachments-waiting')
    await page.unroute('**/attachments?*')
    await becomes(() => waiting(page).count(), 0)
    await becomes(named, [['map.pdf']])
    await stage.close(page)
  })

  test('what is refused is told by the file, and the comment goes without it', async () => {
    const { path, said, named } = await reviewed()
    const page = await stage.open(path)
    await panel(page).getByText('Nobody said anything yet').waitFor()
    await page.route('**/attachments?name=full*', (route) =>
      route.fulfill({
        status: 507,
        json: { error: 'The media of this project would take more than it may' },
      }),
    )
    await choose(
      page,
      fileOf('full.pdf', 'application/pdf', note),
      fileOf('good.pdf', 'application/pdf', note),
    )
    await box(page).fill('Both of them')
    await send(page).click()
    await waiting(page).getByText('“full.pdf” was not sent.').waitFor()
    assert.deepEqual(await said(), [])
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'attachments-refused')
    await waiting(page).getByRole('button', { name: 'Take off full.pdf' }).click()
    await becomes(named, [['good.pdf']])
    await becomes(() => waiting(page).count(), 0)
    await stage.close(page)
  })

  test('one that is too large for a comment is refused as it is chosen', async () => {
    const { path } = await reviewed()
    const page = await stage.open(path)
    await panel(page).getByText('Nobody said anything yet').waitFor()
    await choose(page, fileOf('empty.txt', 'text/plain', Buffer.alloc(0)))
    await page.getByText('“empty.txt” is empty.').first().waitFor()
    const many = Array.from({ length: 11 }, (_, n) => fileOf(`${n}.txt`, 'text/plain', Buffer.from('x')))
    await choose(page, ...many)
    await page.getByText('A comment has at most 10 files').first().waitFor()
    await becomes(() => chosen(page).count(), 10)
    await stage.close(page)
  })

  test('a change takes off and adds', async () => {
    const { assetId, path, named } = await reviewed()
    const { service, user } = stage
    const { id } = (await attach(service, user, assetId, note, { name: 'old.pdf' })).body.data
    await user.send('POST', `/api${path}/comments`, { text: 'See these', attachmentIds: [id] })
    const page = await stage.open(path)
    await panel(page).getByText('See these').waitFor()
    await panel(page)
      .getByRole('button', { name: /^More for the comment/ })
      .click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const edit = panel(page).getByRole('form', { name: 'Edit the comment' })
    await edit.getByRole('button', { name: 'Take off old.pdf' }).click()
    await chooseFiles(page, [fileOf('new.pdf', 'application/pdf', note)], () =>
      edit.getByRole('button', { name: 'Attach files' }).click(),
    )
    await edit.getByRole('button', { name: 'Take off new.pdf' }).waitFor()
    // It leaves what nobody changed, and what was chosen is a change.
    await edit.getByRole('textbox', { name: 'Comment' }).press('Escape')
    await edit.getByRole('button', { name: 'Save' }).click()
    await attachments(page).getByRole('link', { name: 'Save new.pdf' }).waitFor()
    assert.deepEqual(await named(), [['new.pdf']])
    await stage.close(page)
  })

  for (const size of ['desktop', 'phone'] as const) {
    for (const theme of ['light', 'dark'] as const) {
      test(`guests see what is for everybody, and nothing sticks out: ${theme}, on a ${size}`, async () => {
        const { film, assetId, path } = await reviewed()
        const { service, user } = stage
        const long = `${'A very long name of a reference '.repeat(5)}.pdf`
        const ids: string[] = []
        for (const [name, bytes] of [
          ['lamp.png', await picture()],
          [long, note],
        ] as const) {
          ids.push((await attach(service, user, assetId, bytes, { name })).body.data.id)
        }
        const open = { text: 'Like this', audience: 'everybody', attachmentIds: ids }
        await user.send('POST', `/api${path}/comments`, open)
        const team = (await attach(service, user, assetId, note, { name: 'secret.pdf' })).body.data
        await user.send('POST', `/api${path}/comments`, { text: 'Ours', attachmentIds: [team.id] })
        const { secret } = await madeLink(user, film.projectId)
        const guest = await stage.open(`/r/${secret}`, { size, theme, signedOut: true })
        await guest.getByLabel('Your name').fill('Grace')
        await guest.getByRole('button', { name: 'Look' }).click()
        await guest
          .getByRole('list', { name: 'Takes' })
          .getByRole('listitem')
          .first()
          .getByRole('button')
          .click()
        await attachments(guest).getByRole('button', { name: 'Open lamp.png' }).click()
        const dialog = guest.getByRole('dialog', { name: 'lamp.png' })
        await becomes(
          () => dialog.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth),
          640,
        )
        assert.deepEqual(await violations(guest), [])
        await screenshot(guest, `attachments-guest-open-${size}-${theme}`)
        await guest.keyboard.press('Escape')
        await dialog.waitFor({ state: 'hidden' })
        assert.equal(await attachments(guest).getByRole('listitem').count(), 2)
        assert.ok(!(await guest.content()).includes('secret.pdf'))
        await noOverflow(guest)
        assert.deepEqual(await violations(guest), [])
        await screenshot(guest, `attachments-guest-${size}-${theme}`)
        await stage.close(guest)

        const page = await stage.open(path, { size, theme })
        await attachments(page).first().waitFor()
        await choose(page, fileOf(long, 'application/pdf', note))
        await becomes(() => chosen(page).count(), 1)
        await noOverflow(page)
        assert.deepEqual(await violations(page), [])
        await attachments(page).first().scrollIntoViewIfNeeded()
        await screenshot(page, `attachments-${size}-${theme}`)
        await stage.close(page)
      })
    }
  }

  const noOverflow = async (page: Page) => assert.equal(await sticksOut(page), 0)
})
