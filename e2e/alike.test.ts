import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { mostPictureBytes } from '@dailies/contract/search.ts'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { scenery } from '../server/test/looks.ts'
import { mediaOnce, put } from '../server/test/media.ts'
import { becomes } from './becomes.ts'
import { chooseFiles } from './choose-files.ts'
import { dropPaths, folderOf } from './drop-files.ts'
import { hasFocus } from './keyboard.ts'
import { looks, openStage, type Stage, screenshot, settled, violations } from './stage.ts'
import { sticksOut } from './sticks-out.ts'

describe('what looks like a take or a picture', () => {
  let stage: Stage
  const ids: Record<string, string> = {}
  const pictures: Record<string, Buffer> = {}
  let disk: { path: string; end: () => Promise<void> }

  before(async () => {
    stage = await openStage()
    const { user, film, service } = stage
    const original = await scenery(1)
    const takes: [string, Buffer][] = [
      ['Pier', original],
      ['Pier, small', await sharp(original).resize(200).webp({ quality: 50 }).toBuffer()],
      ['Elsewhere', await scenery(2)],
    ]
    for (const [title, bytes] of takes) {
      const { body } = await user.ingest({ ...film.capture, title })
      const id = body.asset.id
      ids[title] = id
      await put(service, user, id, bytes)
      await mediaOnce(user, id, 'there are thumbnails', (media) => media?.thumbnails.length > 0)
    }
    pictures['reference.jpg'] = await sharp(original).jpeg({ quality: 60 }).toBuffer()
    pictures['night.png'] = await sharp({
      create: { width: 90, height: 60, channels: 3, background: '#234' },
    })
      .png()
      .toBuffer()
    pictures['half.jpg'] = pictures['reference.jpg'].subarray(0, 2000)
    pictures['letter.txt'] = Buffer.from('Dear Sir')
    pictures['drawing.svg'] = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg"><image href="http://outside.example/x.png"/><script>document.title="hacked"</script></svg>',
    )
    pictures['empty.png'] = Buffer.alloc(0)
    disk = await folderOf(pictures)
  })
  after(async () => {
    await stage?.end()
    await disk?.end()
  })

  const file = (name: string) => join(disk.path, name)

  test('is found from the menu of a take on the board, and from what was found', async () => {
    const page = await stage.open(`/scenes/${stage.film.sceneDbId}`)
    const card = page.locator(`[data-asset-id="${ids.Pier}"]`)
    await card.hover()
    await card.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: 'Looks like this' }).click()
    await page.waitForURL(`**/search?like=${ids.Pier}`)
    await becomes(() => titles(page), ['Pier, small'])
    await page.goBack()
    await becomes(() => hasFocus(card), true)
    await page.goForward()
    await hit(page, 'Pier, small').getByRole('link', { name: 'Looks like this' }).click()
    await page.waitForURL(`**/search?like=${ids['Pier, small']}`)
    await becomes(() => titles(page), ['Pier'])
    await field(page).fill('nowhere')
    await page.getByText('Nothing else looks like it and answers to the words and filters.').waitFor()
    await page.getByRole('button', { name: 'Look for what looks like it no more' }).click()
    await page.waitForURL('**/search?q=nowhere')
    await becomes(() => hasFocus(field(page)), true)
    await stage.close(page)
  })

  for (const look of looks) {
    test(`is found by a picture that is dropped anywhere on the search, ${look.size} in the ${look.theme}`, async () => {
      const page = await stage.open('/search', look)
      await page.getByRole('heading', { name: 'What you can look for' }).waitFor()
      await dropPaths(page.locator('[data-drop]'), [file('reference.jpg')])
      await page.waitForURL(/\/search\?look=[0-9a-f]{16}$/)
      await becomes(async () => (await titles(page)).toSorted(), ['Pier', 'Pier, small'])
      await page.getByText('Looks like “reference.jpg”').waitFor()
      const small = page.locator('img[src^="blob:"]')
      await becomes(() => small.evaluate((one: HTMLImageElement) => one.naturalWidth > 0), true)
      await settled(page)
      assert.deepEqual(await violations(page), [])
      assert.equal(await sticksOut(page), 0)
      await screenshot(page, `alike-${look.size}-${look.theme}`)

      // The address says all of it; of the picture nothing was kept.
      await page.reload()
      await page.getByText('It was not kept: only how it looks.').waitFor()
      await becomes(async () => (await titles(page)).toSorted(), ['Pier', 'Pier, small'])
      await settled(page)
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `alike-reloaded-${look.size}-${look.theme}`)
      await page.getByRole('button', { name: 'Look for what looks like it no more' }).press('Enter')
      await page.waitForURL(/\/search$/)
      await becomes(() => hasFocus(field(page)), true)
      await stage.close(page)
    })

    test(`what cannot be looked for is told in words, ${look.size} in the ${look.theme}`, async () => {
      const page = await stage.open('/search?q=pier', look)
      await becomes(async () => (await titles(page)).length, 2)
      const told = page.getByRole('alert')
      const refused = async (names: string[], text: string) => {
        await dropPaths(page.locator('[data-drop]'), names.map(file))
        await told.getByText(text).waitFor()
        assert.equal(new URL(page.url()).search, '?q=pier')
      }
      await refused(['night.png'], '“night.png” is not looked for. It is of one colour')
      assert.deepEqual(await violations(page), [])
      assert.equal(await sticksOut(page), 0)
      await screenshot(page, `alike-refused-${look.size}-${look.theme}`)
      await refused(['half.jpg'], '“half.jpg” is not looked for. It is damaged')
      await refused(['letter.txt'], '“letter.txt” is not looked for. It is')
      await refused(['drawing.svg'], 'Drawings in SVG')
      await refused(['empty.png'], 'This file is empty.')
      await refused(['half.jpg', 'night.png'], 'One picture at a time')
      await writeFile(file('large.png'), Buffer.alloc(mostPictureBytes + 1))
      await refused(['large.png'], 'It is larger than the 33.6 MB that a picture may have.')
      await writeFile(file('film.mp4'), Buffer.alloc(10))
      await refused(['film.mp4'], 'This is a film or a sound.')
      await dropPaths(page.locator('[data-drop]'), [disk.path])
      await told.getByText('A folder is no picture.').waitFor()
      await told.getByRole('button', { name: 'Close' }).press('Enter')
      await told.waitFor({ state: 'detached' })
      await becomes(() => hasFocus(chooser(page)), true)
      await becomes(async () => (await titles(page)).length, 2)
      await stage.close(page)
    })
  }

  test('a picture is chosen by the keyboard, while one waits it is told, and Cancel ends it', async () => {
    const page = await stage.open('/search?q=pier')
    await becomes(() => hasFocus(field(page)), true)
    await page.route('**/api/search/look', () => {})
    await page.keyboard.press('Tab')
    await becomes(() => hasFocus(chooser(page)), true)
    const choose = () => chooseFiles(page, file('reference.jpg'), () => page.keyboard.press('Enter'))
    await choose()
    await page.getByRole('status').getByText('“reference.jpg” …').waitFor()
    await page.getByRole('progressbar', { name: 'How much of the picture is sent' }).waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: 'Cancel' }).press('Enter')
    await becomes(() => hasFocus(chooser(page)), true)
    await becomes(async () => (await titles(page)).length, 2)

    // The service fails, and then does not.
    await page.unroute('**/api/search/look')
    await page.route('**/api/search/look', (route) =>
      route.fulfill({ status: 500, json: { error: 'Out of order' } }),
    )
    await choose()
    await page.getByRole('alert').getByText('Out of order').waitFor()
    await page.unroute('**/api/search/look')
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await page.waitForURL(/\?q=pier&look=[0-9a-f]{16}$/)
    await becomes(async () => (await titles(page)).toSorted(), ['Pier', 'Pier, small'])
    await stage.close(page)
  })

  test('a picture that is pasted is looked for, and text that is pasted is text', async () => {
    const page = await stage.open('/search')
    await becomes(() => hasFocus(field(page)), true)
    await paste(page, { bytes: pictures['reference.jpg']!, text: 'a pier at night' })
    await settled(page)
    assert.equal(new URL(page.url()).search, '')
    await paste(page, { bytes: pictures['reference.jpg']! })
    await page.waitForURL(/\/search\?look=[0-9a-f]{16}$/)
    await becomes(async () => (await titles(page)).toSorted(), ['Pier', 'Pier, small'])
    await stage.close(page)
  })

  test('a file that is dropped beside the search opens nothing', async () => {
    const page = await stage.open('/search?q=pier')
    await becomes(async () => (await titles(page)).length, 2)
    await dropPaths(page.getByRole('navigation', { name: 'Main' }), [file('reference.jpg')])
    await settled(page)
    assert.equal(new URL(page.url()).search, '?q=pier')
    await becomes(async () => (await titles(page)).length, 2)
    await stage.close(page)
  })
})

const field = (page: Page) => page.getByRole('combobox', { name: 'Search all films' })

const chooser = (page: Page) => page.getByRole('button', { name: 'Look for a picture' })

const hit = (page: Page, title: string) =>
  page.getByRole('article').filter({ has: page.getByText(title, { exact: true }) })

/** Of what was found, in its order. */
const titles = (page: Page) => page.locator('[data-hit] [data-open]').allTextContents()

/** As the browser does it, into what has the keyboard. */
async function paste(page: Page, { bytes, text }: { bytes: Buffer; text?: string }): Promise<void> {
  await page.evaluate(
    ({ base64, text }) => {
      const clipboardData = new DataTransfer()
      const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))
      clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }))
      if (text !== undefined) clipboardData.setData('text/plain', text)
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      document.activeElement!.dispatchEvent(event)
    },
    { base64: bytes.toString('base64'), text },
  )
}
