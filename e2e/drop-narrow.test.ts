import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { becomes } from './becomes.ts'
import { dropPaths, folderOf, generated } from './drop-files.ts'
import { holdRequests } from './hold-requests.ts'
import { hasFocus, tabTo } from './keyboard.ts'
import { type MediaStage, openMediaStage } from './media-stage.ts'
import { screenshot, settled, violations } from './stage.ts'

const long =
  'a lighthouse keeper climbs the stairs at dusk while the storm takes the last boats from the harbour '
const twin = generated({ prompt: long.repeat(3) })
const longName = 'the_lighthouse_keeper_on_the_stairs_with_a_lantern_second_unit_pickup'

describe('the table of a drop on a narrow screen', () => {
  let stage: MediaStage
  let folder: Awaited<ReturnType<typeof folderOf>>
  let board: string

  before(async () => {
    stage = await openMediaStage()
    board = `/scenes/${stage.film.sceneDbId}`
    folder = await folderOf({
      ...Object.fromEntries(
        Array.from({ length: 195 }, (_, count) => [
          `night/shoot ${count + 1}.png`,
          generated(count % 50 === 7 ? {} : { prompt: `take ${count + 1}` }),
        ]),
      ),
      [`${longName}_1.png`]: twin,
      [`${longName}_2.png`]: twin,
      '012A_B_by_its_name.png': generated({ prompt: long }),
      'notes.txt': Buffer.from('no picture'),
      'empty.png': Buffer.alloc(0),
    })
  })
  after(async () => {
    await folder?.end()
    await stage?.end()
  })

  const zone = (page: Page) => page.locator('[data-drop^="Drop files to add them to scene"]')

  /** What reaches over the edge of the screen, or of its row. */
  const cut = (dialog: Locator) =>
    dialog.evaluate((dialog, room) => {
      const said = (element: Element) =>
        `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 60)}`
      const seen = [...dialog.querySelectorAll('*')].filter(
        (element) =>
          !element.closest('.sr-only, [class*="max-md:sr-only"], [aria-hidden], svg') &&
          element.getClientRects().length > 0,
      )
      const over = seen.filter((element) => {
        const { left, right } = element.getBoundingClientRect()
        return left < -0.5 || right > room + 0.5
      })
      const rows = [...dialog.querySelectorAll<HTMLElement>('[data-row]')]
      const cutOff = rows.filter((row) => {
        const bottom = Math.max(...[...row.children].map((cell) => cell.getBoundingClientRect().bottom))
        return bottom > row.getBoundingClientRect().bottom + 0.5
      })
      const squeezed = seen.filter(
        (element) => element.matches('button, h2') && element.scrollWidth > element.clientWidth + 1,
      )
      return [...over, ...cutOff, ...squeezed].map(said)
    }, dialog.page().viewportSize()!.width)

  for (const look of [
    { width: 320, theme: 'light' },
    { width: 320, theme: 'dark' },
    { width: 390, theme: 'light' },
    { width: 390, theme: 'dark' },
  ] as const) {
    const { width, theme } = look
    test(`is all there at ${width} pixels in ${theme}: while files are read, when some cannot be, and with 200 of them`, async () => {
      const page = await stage.open(board, { size: 'phone', theme, alone: true })
      await page.setViewportSize({ width, height: 640 })
      const read = await holdRequests(page, /read-worker/)
      await page.route('**/media/kept', (route) => route.abort())
      await zone(page).waitFor()
      await settled(page)
      await dropPaths(zone(page), [folder.path])
      const dialog = page.getByRole('dialog', { name: 'Add 200 files to scene 012A' })
      const look = async (name: string) => {
        assert.deepEqual(await cut(dialog), [])
        assert.deepEqual(await violations(page), [])
        await screenshot(page, `drop-${width}-${theme}-${name}`)
      }
      await dialog.getByText('files are still being read').waitFor()
      await look('reading')
      read()
      await dialog.getByText('4 need a prompt').waitFor()
      await dialog.getByText('The service could not be asked').waitFor()
      await look('read')
      // What is left out, and why.
      await dialog.getByRole('button', { name: /^Left out/ }).click()
      await dialog.getByText(`Left out: the same as ${longName}_1.png`).waitFor()
      await look('left-out')
      await dialog.getByRole('button', { name: /^All/ }).click()
      // By the keyboard alone: to the first cell, through it, to the buttons.
      await tabTo(dialog.locator('[data-row]').first().locator('[data-cell="prompt"]'))
      await page.keyboard.press('Space')
      await page.keyboard.press('Enter')
      assert.equal(await isInSight(dialog.getByRole('textbox', { name: /^Prompt of 012A/ })), true)
      await look('chosen-and-edited')
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+End')
      const last = dialog.locator('[data-row]').last().locator('[data-cell="prompt"]')
      await becomes(() => hasFocus(last), true)
      await becomes(() => isInSight(last), true)
      await look('last')
      await tabTo(dialog.getByRole('button', { name: 'Add the 193 that are complete' }))
      await look('buttons')
      await page.keyboard.press('Escape')
      await becomes(() => dialog.count(), 0)
      await stage.close(page)
    })
  }

  test('a file that is gone by the time it is read says so', async () => {
    const gone = await folderOf({
      'gone.png': generated({ prompt: 'gone' }),
      'there.png': generated({ prompt: 'there' }),
    })
    const page = await stage.open(board, { size: 'phone', alone: true })
    await page.setViewportSize({ width: 320, height: 640 })
    await zone(page).waitFor()
    await settled(page)
    const read = await holdRequests(page, /read-worker/)
    await dropPaths(zone(page), [gone.path])
    const dialog = page.getByRole('dialog', { name: 'Add 2 files to scene 012A' })
    await dialog.getByText('2 files are still being read').waitFor()
    await rm(join(gone.path, 'gone.png'))
    read()
    await dialog.getByText('It cannot be read any more: it was moved or changed').waitFor()
    await dialog.getByRole('button', { name: 'Add 1 take' }).waitFor()
    assert.deepEqual(await cut(dialog), [])
    assert.deepEqual(await violations(page), [])
    await screenshot(page, 'drop-320-gone')
    await gone.end()
    await stage.close(page)
  })
})

/** Whether nothing lies over it, and it is inside of what it is scrolled in. */
function isInSight(element: Locator): Promise<boolean> {
  return element.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const found = [4, height / 2, height - 4].map((down) =>
      document.elementFromPoint(left + width / 2, top + down),
    )
    return found.every((one) => element.contains(one))
  })
}
