import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { sessionCaller } from '../server/test/service.ts'
import { becomes } from './becomes.ts'
import { chooseFiles } from './choose-files.ts'
import { makeFilm } from './film.ts'
import { holdRequests } from './hold-requests.ts'
import { tabTo } from './keyboard.ts'
import { makeSound } from './media-server.ts'
import { drop, type MediaStage, openMediaStage, still } from './media-stage.ts'
import { looks, screenshot, settled, signIn, violations } from './stage.ts'

const mebibyte = 1024 ** 2
const partSize = 8 * mebibyte

/** Which part of a file a request carries. */
const rangeOf = (request: Request) => request.headers()['content-range'] ?? ''

describe('files that are sent by hand', () => {
  let stage: MediaStage
  let board: string
  let filmBytes: Buffer

  before(async () => {
    stage = await openMediaStage({ DAILIES_MEDIA_LIMIT: '12mb' })
    board = `/scenes/${stage.film.sceneDbId}`
    const blank = await stage.open('/icon.svg')
    filmBytes = await makeFilm(blank, { seconds: 1, rate: 24, colour: '#543' })
    await stage.close(blank)
  })
  after(() => stage?.end())

  const zone = (page: Page) => page.locator('[data-drop^="Drop files to add them to scene"]')
  const panel = (page: Page) => page.getByRole('region', { name: 'Uploads' })
  const row = (page: Page, name: string) => panel(page).getByRole('listitem').filter({ hasText: name })

  async function takes(): Promise<
    {
      id: string
      title: string
      prompt: string
      assetType: string
      platformKey: string
      shotId: string | null
    }[]
  > {
    return (await stage.user.get(`/api/scenes/${stage.film.sceneDbId}/assets?limit=100`)).body.data
  }
  const takeNamed = async (title: string) => (await takes()).find((take) => take.title === title)

  /** Drops them, and adds them by the names of their files. */
  async function add(page: Page, files: Parameters<typeof drop>[1]): Promise<void> {
    await zone(page).waitFor()
    await drop(zone(page), files)
    const dialog = page.getByRole('dialog', { name: /^Add \d+ files? to scene/ })
    await dialog.getByRole('button', { name: 'Use file names as prompts' }).click()
    await dialog.getByRole('button', { name: /^Add \d+ takes?$/ }).click()
    await becomes(() => dialog.count(), 0)
  }

  test('three that are dropped on the board become takes, with what can be seen and heard of them', async () => {
    const page = await stage.open(board)
    await zone(page).waitFor()
    await drop(zone(page), [
      { name: 'storm_01.png', type: 'image/png', body: still(1) },
      { name: 'wave.webm', type: 'video/webm', body: filmBytes },
      { name: 'tide.wav', type: 'audio/wav', body: makeSound() },
    ])
    const dialog = page.getByRole('dialog', { name: 'Add 3 files to scene 012A' })
    await dialog.getByText('3 need a prompt').waitFor()
    await dialog.getByLabel('Choose all').check()
    const same = dialog.getByRole('form', { name: 'The same for all chosen' })
    await same.getByLabel('Prompt of all chosen').fill('a storm over the breakwater')
    await same.getByRole('button', { name: 'Set for 3' }).click()
    await same.getByLabel('Same for all chosen').selectOption({ label: 'Made on' })
    await same.getByLabel('Made on of all chosen').selectOption({ label: 'Midjourney' })
    await same.getByRole('button', { name: 'Set for 3' }).click()
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'upload-dialog')
    await dialog.getByRole('button', { name: 'Add 3 takes' }).click()
    await panel(page).getByRole('heading', { name: '3 files sent' }).waitFor()
    const [picture, film, sound] = await Promise.all(['storm 01', 'wave', 'tide'].map(takeNamed))
    assert.deepEqual(
      [picture, film, sound].map((take) => [take?.assetType, take?.platformKey, take?.prompt]),
      ['IMAGE', 'VIDEO', 'AUDIO'].map((type) => [type, 'midjourney', 'a storm over the breakwater']),
    )
    await stage.ready(picture!.id)
    assert.ok((await stage.ready(film!.id)).poster)
    // How wide it is, is looked up last.
    await becomes(async () => (await stage.stateOf(film!.id)).filmstrip?.frames, 4)
    const loudness = Buffer.from((await stage.ready(sound!.id)).waveform!, 'base64')
    assert.equal(loudness.length, 256)
    // 60 of 128, all the way.
    assert.ok(
      loudness.subarray(8, 248).every((byte) => byte > 100 && byte < 135),
      String([...loudness]),
    )
    // Those that came before the first was shown need not be asked for.
    const arrived = page.getByRole('button', { name: /^\d new/ })
    await becomes(async () => {
      if ((await arrived.count()) > 0) await arrived.click()
      return page.getByRole('article').count()
    }, 3)
    await page.locator('article img[src^="/api/media/"]').first().waitFor()
    // The list made itself small.
    await becomes(() => panel(page).getByRole('listitem').count(), 0)
    await page.getByRole('button', { name: 'Show the list' }).click()
    await row(page, 'wave.webm').getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: 'wave' }).waitFor()
    // They are where they were, on another screen.
    await panel(page).getByRole('button', { name: 'Clear' }).click()
    await becomes(() => panel(page).count(), 0)
    await stage.close(page)
  })

  test('one that is dropped on a shot is a take of it, and has the name of its file', async () => {
    const page = await stage.open(board)
    const [shotId] = stage.film.shotIds
    const shot = page.locator('[data-drop$="shot 012A-A"]')
    await shot.waitFor()
    await drop(shot, [{ name: 'on_the_pier.png', type: 'image/png', body: still(2) }])
    const dialog = page.getByRole('dialog', { name: 'Add 1 file to scene 012A' })
    await dialog.getByRole('gridcell', { name: /012A-A/ }).waitFor()
    await dialog.getByRole('button', { name: 'Use file names as prompts' }).click()
    await dialog.getByRole('button', { name: 'Add 1 take' }).click()
    await panel(page).getByRole('heading', { name: '1 file sent' }).waitFor()
    const take = await takeNamed('on the pier')
    assert.deepEqual([take?.shotId, take?.platformKey], [shotId, 'local'])
    await stage.close(page)
  })

  test('the keyboard alone chooses files and adds them', async () => {
    const page = await stage.open(board)
    const button = page.getByRole('button', { name: 'Add files' })
    await button.waitFor()
    await settled(page)
    await tabTo(button)
    await chooseFiles(page, [{ name: 'by keys.png', mimeType: 'image/png', buffer: still(3) }], () =>
      page.keyboard.press('Enter'),
    )
    await page.getByRole('dialog').getByText('1 needs a prompt').waitFor()
    const prompt = page.getByRole('gridcell', { name: /Needs a prompt/ }).first()
    await tabTo(prompt)
    await page.keyboard.type('the pier at night')
    await page.keyboard.press('Enter')
    const addIt = page.getByRole('dialog').getByRole('button', { name: 'Add 1 take' })
    await becomes(() => addIt.isEnabled(), true)
    await tabTo(addIt)
    await page.keyboard.press('Enter')
    await panel(page).getByRole('heading', { name: '1 file sent' }).waitFor()
    assert.equal((await takeNamed('by keys'))?.prompt, 'the pier at night')
    await stage.close(page)
  })

  test('what breaks off goes on where it was once the service can be reached, on any screen', async () => {
    const page = await stage.open(board)
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PUT' && request.postDataBuffer() !== undefined) sent.push(rangeOf(request))
    })
    const isSecond = (request: Request) => rangeOf(request).startsWith(`bytes ${partSize}-`)
    await page.route(/\/media\?kind=original/, (route, request) =>
      isSecond(request) ? route.abort('connectionreset') : route.continue(),
    )
    await add(page, [{ name: 'large.mov', type: '', body: partSize + 1000 }])
    await row(page, 'large.mov').getByRole('progressbar').waitFor()
    const warns = () =>
      page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
    assert.equal(await warns(), true)
    await page.getByRole('link', { name: 'My shots' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'My shots' }).waitFor()
    await row(page, 'large.mov').getByText('The connection broke').waitFor()
    // Everything else is answered.
    assert.equal(await page.getByText('The service cannot be reached').count(), 0)
    assert.equal(await warns(), true)
    await page.unroute(/\/media\?kind=original/)
    await panel(page).getByRole('heading', { name: '1 file sent' }).waitFor()
    assert.equal(await warns(), false)
    const firstParts = sent.filter((range) => range.startsWith('bytes 0-'))
    assert.equal(firstParts.length, 1)
    const { id } = (await takeNamed('large'))!
    await becomes(async () => (await stage.stateOf(id)).bytes, partSize + 1000)
    await stage.close(page)
  })

  test('one that is cancelled leaves no take behind; the others go on', async () => {
    const page = await stage.open(board)
    await page.route(/\/media\?kind=original/, async (route, request) => {
      // Of the large one, nothing after its first part ever comes through.
      if (!rangeOf(request).startsWith(`bytes ${partSize}-`)) await route.continue()
    })
    await add(page, [
      { name: 'unwanted.mov', type: '', body: partSize + 2000 },
      { name: 'wanted.png', type: 'image/png', body: still(4) },
    ])
    await row(page, 'wanted.png').getByText('Sent,').waitFor()
    assert.ok(await takeNamed('unwanted'))
    await page.getByRole('button', { name: 'Cancel unwanted.mov' }).click()
    await becomes(() => row(page, 'unwanted.mov').count(), 0)
    await becomes(async () => (await takeNamed('unwanted')) === undefined, true)
    assert.ok(await takeNamed('wanted'))
    await stage.close(page)
  })

  test('three are sent at a time, the others wait', async () => {
    const page = await stage.open(board)
    const letThrough = await holdRequests(page, /\/media\?kind=original/)
    await add(
      page,
      [5, 6, 7, 8].map((seed) => ({ name: `many ${seed}.png`, type: 'image/png', body: still(seed) })),
    )
    await becomes(() => panel(page).getByText('Waits,').count(), 1)
    await panel(page).getByRole('heading', { name: '4 files on the way' }).waitFor()
    await page.getByRole('button', { name: 'Make the list small' }).click()
    await becomes(() => panel(page).getByRole('listitem').count(), 0)
    letThrough()
    await panel(page).getByRole('heading', { name: '4 files sent' }).waitFor()
    await stage.close(page)
  })

  test('why the service takes a file not is said in words', async () => {
    const administrator = sessionCaller(
      stage.service.address,
      await signIn(stage.service.address, stage.user.email),
    )
    const quota = (bytes: number | null) =>
      administrator.send('PUT', `/api/storage/projects/${stage.film.projectId}`, { bytes })
    const page = await stage.open(board)
    await add(page, [{ name: 'too large.mov', type: '', body: 13 * mebibyte }])
    await row(page, 'too large.mov').getByText('larger than the 12.6 MB that the service takes').waitFor()
    // Another try would end no otherwise.
    assert.equal(await page.getByRole('button', { name: 'Try too large.mov again' }).count(), 0)
    assert.equal((await quota(1)).status, 200)
    await add(page, [{ name: 'no room.png', type: 'image/png', body: still(11) }])
    await row(page, 'no room.png').getByText('would take more than the').waitFor()
    assert.deepEqual(await violations(page), [])
    assert.equal((await quota(null)).status, 200)
    await page.getByRole('button', { name: 'Try no room.png again' }).click()
    await row(page, 'no room.png').getByText('Sent,').waitFor()
    await page.getByRole('button', { name: 'Give up too large.mov' }).click()
    await panel(page).getByRole('heading', { name: '1 file sent' }).waitFor()
    await stage.close(page)
  })

  test('a version that came without media gets its file where it is seen, and the page follows', async () => {
    const id = await stage.capture({ title: 'Without media' })
    const page = await stage.open(`/assets/${id}`)
    const media = page.getByRole('region', { name: 'Media', exact: true })
    await media.getByText('Nothing was captured of it').waitFor()
    const place = page.locator('[data-drop="Drop the file of this version"]')
    await place.getByText('It has no file yet').waitFor()
    await page.getByText('No media', { exact: true }).first().waitFor()
    const found = { name: 'found.png', type: 'image/png', body: still(12, 'hills') }
    const told = (words: RegExp) => page.getByRole('alert').filter({ hasText: words }).waitFor()
    await drop(place, [found, found])
    await told(/A version has one file/)
    await drop(place, [{ ...found, body: Buffer.alloc(0) }])
    await told(/“found.png” is empty/)
    await drop(place, [{ name: 'notes.txt', type: 'text/plain', body: Buffer.from('not a picture') }])
    const question = page.getByRole('dialog', { name: /^Send it as the file of/ })
    await question.getByText('“notes.txt” does not look like what').waitFor()
    assert.deepEqual(await violations(page), [])
    await question.getByRole('button', { name: 'Cancel' }).click()
    await becomes(() => question.count(), 0)
    await becomes(() => panel(page).count(), 0)

    await chooseFiles(page, [{ name: found.name, mimeType: found.type, buffer: found.body }], () =>
      place.getByRole('button', { name: 'Send the file' }).click(),
    )
    await media.getByText('Kept', { exact: true }).waitFor()
    await page.locator('img[src^="/api/media/"]').first().waitFor()
    // What was captured never changes.
    await drop(page.locator('[data-drop="It has its file already"]'), [found])
    await told(/has its file, which is never exchanged/)
    await stage.close(page)
  })

  test('an empty file is left out; a take whose file is refused is not left behind', async () => {
    const page = await stage.open(board)
    await zone(page).waitFor()
    await drop(zone(page), [
      { name: 'nothing.png', type: 'image/png', body: Buffer.alloc(0) },
      { name: 'refused.mov', type: '', body: 13 * mebibyte },
    ])
    const dialog = page.getByRole('dialog', { name: 'Add 2 files to scene 012A' })
    await dialog.getByText('Left out: 1 is empty').waitFor()
    await dialog.getByRole('button', { name: 'Use file names as prompts' }).click()
    await dialog.getByRole('button', { name: 'Add 1 take' }).click()
    await row(page, 'refused.mov').getByText('larger than').waitFor()
    await becomes(async () => (await takeNamed('refused')) === undefined, true)
    assert.equal(await takeNamed('nothing'), undefined)
    await stage.close(page)
  })

  test('a take that has got another file meanwhile is not taken back with the one that is refused', async () => {
    const page = await stage.open(board)
    const letThrough = await holdRequests(page, /\/media\?kind=original/)
    await add(page, [{ name: 'second.png', type: 'image/png', body: still(61) }])
    await becomes(async () => (await takeNamed('second')) !== undefined, true)
    const { id } = (await takeNamed('second'))!
    await stage.put(id, still(60))
    letThrough()
    await row(page, 'second.png').getByText('has another file already').waitFor()
    await page.getByRole('button', { name: 'Give up second.png' }).click()
    await becomes(() => row(page, 'second.png').count(), 0)
    assert.equal((await takeNamed('second'))?.id, id)
    assert.equal((await stage.stateOf(id)).state, 'kept')
    await stage.close(page)
  })

  test('files that are dropped anywhere else do nothing', async () => {
    const page = await stage.open('/projects')
    const title = page.getByRole('heading', { level: 1 })
    await title.waitFor()
    const isRefused = await title.evaluate((element) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['x'], 'x.png', { type: 'image/png' }))
      return !element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    })
    assert.equal(isRefused, true)
    await stage.close(page)
  })

  for (const look of looks) {
    test(`axe-core finds nothing wrong with what is on its way in ${look.theme} on a ${look.size}`, async () => {
      const page = await stage.open(board, look)
      await page.route(/\/media\?kind=original/, (route, request) =>
        rangeOf(request).startsWith(`bytes ${partSize}-`) ? undefined : route.continue(),
      )
      await add(page, [
        { name: `on its way ${look.size}.mov`, type: '', body: partSize + 3000 },
        { name: 'too large.mov', type: '', body: 13 * mebibyte },
        { name: `there ${look.size}.png`, type: 'image/png', body: still(look.size === 'phone' ? 20 : 21) },
      ])
      // On a phone it is small at first.
      if (look.size === 'phone') await page.getByRole('button', { name: 'Show the list' }).click()
      await row(page, 'there').getByText('Sent,').waitFor()
      await row(page, 'too large').getByText('larger than').waitFor()
      await settled(page)
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `uploads-${look.size}`)
      await page.getByRole('button', { name: /^Cancel on its way/ }).click()
      await page.getByRole('button', { name: /^Give up too large/ }).click()
      await stage.close(page)
    })
  }

  // The last: the session ends with it.
  test('signing out asks first while a file is on its way, and takes back what was made for it', async () => {
    const page = await stage.open(board)
    await page.route(/\/media\?kind=original/, () => {})
    await add(page, [{ name: 'half way.mov', type: '', body: 1000 }])
    await becomes(async () => (await takeNamed('half way')) !== undefined, true)
    const signOut = async () => {
      await page.getByRole('button', { name: stage.user.email }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
    }
    await signOut()
    const question = page.getByRole('dialog', { name: 'A file is not sent yet' })
    await question.waitFor()
    assert.deepEqual(await violations(page), [])
    // What is safe has the focus.
    await page.keyboard.press('Enter')
    await becomes(() => question.count(), 0)
    await row(page, 'half way.mov').waitFor()
    await signOut()
    await question.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    assert.equal(await takeNamed('half way'), undefined)
    await stage.close(page)
  })
})
