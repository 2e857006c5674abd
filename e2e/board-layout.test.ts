import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { becomes } from './becomes.ts'
import { hasFocus } from './keyboard.ts'
import { makePicture, makeSound, serveMedia } from './media-server.ts'
import { looks, openStage, type Stage, screenshot, settled, violations } from './stage.ts'
import { sticksOut } from './sticks-out.ts'

describe('how the takes of a board lie', () => {
  let stage: Stage
  let media: Awaited<ReturnType<typeof serveMedia>>
  let path: string
  let lamp: string

  before(async () => {
    media = await serveMedia({
      'dusk.svg': { type: 'image/svg+xml', body: makePicture('Dusk', '#31465f') },
      'tone.wav': { type: 'audio/wav', body: makeSound() },
    })
    stage = await openStage()
    path = `/scenes/${stage.film.sceneDbId}`
    const takes = [
      { title: 'Wide, the tower', costEstimateUsd: 1.2, compareGroup: 'towers', modelName: 'v7' },
      { title: 'The lamp', costEstimateUsd: 0.4, shotId: stage.film.shotIds[1] },
      { title: 'Oars, close', assetType: 'VOICE', outputUrl: `${media.address}tone.wav` },
      { title: 'From the sea', costEstimateUsd: 2, selected: true, rightsState: 'NON_COMMERCIAL' },
      { title: 'مشهد ليلي على البحر', prompt: 'x'.repeat(2000), platformLabel: 'p'.repeat(200) },
    ]
    for (const take of takes) {
      const { body } = await stage.user.ingest({
        ...stage.film.capture,
        shotId: stage.film.shotIds[0],
        rightsState: 'COMMERCIAL_ALLOWED',
        status: 'GENERATED',
        outputUrl: `${media.address}dusk.svg`,
        ...take,
      })
      if (take.title === 'The lamp') lamp = body.asset.id
    }
  })
  after(async () => {
    await stage?.end()
    media?.close()
  })

  test('the list has what the cards have, goes by the same keys, and is there again after a reload', async () => {
    const page = await stage.open(path)
    await page.getByRole('article').first().waitFor()
    await page.keyboard.press('v')
    await becomes(() => titles(page), ['مشهد', 'From the sea', 'Oars, close', 'The lamp', 'Wide, the tower'])
    assert.equal(await page.getByRole('article').count(), 0)
    await page.keyboard.press('ArrowDown')
    await focused(page, 'مشهد')
    await page.keyboard.press('ArrowDown')
    await focused(page, 'From the sea')
    // As a card and as a row again it has the keyboard all along.
    for (const shape of ['article', 'row'] as const) {
      await page.keyboard.press('v')
      await becomes(() => hasFocus(page.getByRole(shape).filter({ hasText: 'From the sea' })), true)
    }
    await page.keyboard.press('c')
    await becomes(() => row(page, 'From the sea').getAttribute('aria-selected'), 'true')
    await page.keyboard.press('End')
    await focused(page, 'Wide, the tower')
    await page.keyboard.press('s')
    await row(page, 'Wide, the tower').getByText('Winner').waitFor()
    await becomes(() => row(page, 'From the sea').getByText('Winner').count(), 0)
    await row(page, 'The lamp')
      .getByRole('link')
      .first()
      .click({ modifiers: ['Shift'] })
    await page.getByRole('link', { name: 'Compare 3' }).waitFor()
    // Where one was last stands in the address a moment later, and until then where one was before.
    await page.waitForURL(({ searchParams }) => searchParams.get('at') === lamp)
    await page.reload()
    await page.getByRole('grid', { name: 'Takes' }).waitFor()
    // The keyboard comes there by itself.
    await focused(page, 'The lamp')
    await page.keyboard.press('ArrowDown')
    await focused(page, 'Wide, the tower')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /Wide/ }).waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Grid', exact: true }).click()
    await page.getByRole('article').first().waitFor()
    assert.equal(await page.getByRole('grid').count(), 0)
    await stage.close(page)
  })

  test('its columns of cost and time put it in order, and say so', async () => {
    const page = await stage.open(path)
    await page.getByRole('button', { name: 'List', exact: true }).click()
    const head = (name: string) => page.getByRole('columnheader', { name })
    await becomes(() => head('Captured').getAttribute('aria-sort'), 'descending')
    await head('Cost').getByRole('button').click()
    await page.waitForURL(/sort=costliest/)
    const byCost = ['From the sea', 'Wide, the tower', 'The lamp', 'مشهد', 'Oars, close']
    await becomes(() => titles(page), byCost)
    assert.equal(await head('Cost').getAttribute('aria-sort'), 'descending')
    assert.equal(await head('Captured').getAttribute('aria-sort'), 'none')
    await head('Cost').getByRole('button').click()
    await becomes(() => titles(page), byCost.toReversed())
    await head('Captured').getByRole('button').click()
    await becomes(async () => (await titles(page))[0], 'مشهد')
    assert.doesNotMatch(page.url(), /sort=/)
    await stage.close(page)
  })

  test('cards and rows have three sizes, by button, menu and palette', async () => {
    const page = await stage.open(path)
    const width = async () => (await page.getByRole('article').first().boundingBox())?.width ?? 0
    await page.getByRole('article').first().waitFor()
    const medium = await width()
    await page.getByRole('button', { name: 'Small' }).click()
    await becomes(async () => (await width()) < medium, true)
    await page.getByRole('button', { name: 'Layout', exact: true }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Small', checked: true }).waitFor()
    await page.getByRole('menuitemcheckbox', { name: 'Large' }).click()
    await becomes(async () => (await width()) > medium, true)
    await page.reload()
    await becomes(async () => (await width()) > medium, true)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('list of tak')
    await page.keyboard.press('Enter')
    await page.getByRole('grid', { name: 'Takes' }).waitFor()
    const large = (await page.getByRole('row').nth(1).boundingBox())!.height
    await page.keyboard.press('Control+k')
    await page.keyboard.type('small rows')
    await page.keyboard.press('Enter')
    await becomes(async () => (await page.getByRole('row').nth(1).boundingBox())!.height < large, true)
    await stage.close(page)
  })

  test('a row, and a card, shows whole all that is said of its take', async () => {
    const send = (method: 'POST' | 'PUT' | 'PATCH', part: string, body: object) =>
      stage.user.send(method, `/api/assets/${lamp}${part}`, body)
    await send('PATCH', '', { rightsState: 'RESTRICTED' })
    await send('POST', '/selection', { compareGroup: 'Wide and slow, over the harbour' })
    await send('POST', '/comments', { text: 'Darker' })
    await send('POST', '/verdicts', { verdict: 'approve' })
    await send('PUT', '/marks/mine', { stars: 4, flag: 'shortlisted' })
    await send('PUT', '/marks/film', { stars: 3, flag: 'rejected' })
    const page = await stage.open(path)
    await page.getByRole('button', { name: 'List', exact: true }).click()
    const said = row(page, 'The lamp').locator('span[title]')
    for (const size of ['Small', 'Medium', 'Large']) {
      await page.getByRole('button', { name: size, exact: true }).click()
      await page.getByRole('button', { name: size, exact: true, pressed: true }).waitFor()
      await row(page, 'The lamp')
        .getByTitle(/^Marked for the film/)
        .waitFor()
      await becomes(() => cutOff(said), [])
      await screenshot(page, `layout-list-${size}-said`)
    }
    await page.getByRole('button', { name: 'Grid', exact: true }).click()
    const group = page.getByRole('link', { name: 'Wide and slow, over the harbour' })
    for (const size of ['Small', 'Medium', 'Large']) {
      await page.getByRole('button', { name: size, exact: true }).click()
      await page.getByRole('button', { name: size, exact: true, pressed: true }).waitFor()
      await becomes(() => group.evaluate(belowItsCard), false)
      await screenshot(page, `layout-grid-${size}-said`)
    }
    await stage.close(page)
  })

  for (const { theme, size } of looks) {
    for (const view of ['list', 'grid']) {
      for (const large of ['small', 'medium', 'large']) {
        test(`nothing is wrong with a ${view} of ${large} takes in ${theme} on a ${size}`, async () => {
          const page = await stage.open(path, { theme, size })
          await page.evaluate((layout) => localStorage.setItem('dailies.board', JSON.stringify(layout)), {
            view,
            size: large,
          })
          await page.reload()
          await takes(page).first().waitFor()
          await settled(page)
          if (size === 'phone') await takes(page).nth(1).getByRole('checkbox').click()
          else await takes(page).nth(1).focus()
          assert.deepEqual(await violations(page), [])
          assert.equal(await sticksOut(page), 0, 'The page scrolls sideways')
          await screenshot(page, `layout-${view}-${large}-${theme}-${size}`)
          await stage.close(page)
        })
      }
    }
  }
})

function takes(page: Page) {
  return page.locator('[data-asset-id]')
}

function row(page: Page, title: string) {
  return page.getByRole('row').filter({ hasText: title })
}

function belowItsCard(one: Element): boolean {
  return one.getBoundingClientRect().bottom > one.closest('article')!.getBoundingClientRect().bottom
}

/** What these are called of which a part lies outside of their cell. */
function cutOff(all: Locator): Promise<string[]> {
  return all.evaluateAll((all) =>
    all
      .filter((one) => {
        const [{ right, bottom }, cell] = [one, one.closest('[role="gridcell"]')!].map((part) =>
          part.getBoundingClientRect(),
        ) as [DOMRect, DOMRect]
        const row = one.closest('[role="row"]')!.getBoundingClientRect()
        return right > cell.right + 0.5 || bottom > row.bottom
      })
      .map((one) => one.getAttribute('title') ?? ''),
  )
}

/** Of the rows in their order; the beginning of a foreign one. */
async function titles(page: Page): Promise<string[]> {
  const all = await page.locator('[role="row"] [data-do="open"]').allTextContents()
  return all.map((title) => (title.startsWith('مشهد') ? 'مشهد' : title))
}

async function focused(page: Page, title: string): Promise<void> {
  await becomes(
    () => page.evaluate((title) => document.activeElement?.textContent?.includes(title) ?? false, title),
    true,
  )
}
