import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import type { Page } from 'playwright-core'
import { picture } from '../demo/picture.ts'
import type { Database } from '../server/db/database.ts'
import { statement } from '../server/db/statement.ts'
import type { Tables } from '../server/db/tables.ts'
import { becomes } from './becomes.ts'
import { serveMedia } from './media-server.ts'
import { openStage, type Stage } from './stage.ts'

const versions = 5000
/** As many are captured; the others are copies of them, for capturing takes its time. */
const captured = 100
/** The pictures that they have, over and over. */
const pictures = 8

/** Cards that the page holds, of which a screen shows eight: what it costs must not grow with the scene. */
const mostCards = 60

describe(`a scene of ${versions} asset versions`, () => {
  let stage: Stage
  let media: Awaited<ReturnType<typeof serveMedia>>
  let path: string

  before(async () => {
    const files = Array.from({ length: pictures }, (_, seed) => [
      `${seed}.png`,
      { type: 'image/png', body: picture({ place: 'sea', mood: 'storm', seed }) },
    ])
    media = await serveMedia(Object.fromEntries(files))
    stage = await openStage({ alone: {} })
    path = `/scenes/${stage.film.sceneDbId}`
    const captures = Array.from({ length: captured }, (_, number) => captureOf(number))
    const { body } = await stage.user.send('POST', '/api/extension/ingest/batch', { captures })
    assert.ok(body.results.every(({ ok }: { ok: boolean }) => ok))
    await multiply(stage.service.db)
  })
  after(async () => {
    await stage?.end()
    media?.close()
  })

  function captureOf(number: number) {
    const kinds = [
      { platformKey: 'midjourney', assetType: 'IMAGE' },
      { platformKey: 'runway', assetType: 'VIDEO' },
      { platformKey: 'suno', assetType: 'MUSIC' },
    ]
    const address = `${media.address}${number % pictures}.png`
    return {
      ...stage.film.capture,
      ...kinds[number % 3],
      title: `Take ${number} of the wave that comes over the breakwater, storm light`,
      shotId: stage.film.shotIds[number % 3],
      status: number % 2 ? 'GENERATED' : 'DRAFT',
      rightsState: number % 5 ? 'COMMERCIAL_ALLOWED' : 'UNKNOWN',
      costEstimateUsd: (number % 40) / 20,
      ...(number % 7 === 0 && { compareGroup: `wave ${number % 4}` }),
      outputUrl: address,
      thumbnailUrl: address,
    }
  }

  test('shows its first takes and how many there are, and holds no more cards than it needs', async () => {
    const page = await stage.open(path)
    await page.locator('article:nth-of-type(4)').waitFor()
    await page
      .getByText(`${versions.toLocaleString('en')} takes`)
      .first()
      .waitFor()
    assert.ok((await page.locator('article').count()) <= mostCards)
    await stage.close(page)
  })

  test('is scrolled by the wheel to its last take, and nothing moves by itself', async () => {
    const page = await stage.open(path)
    await page.locator('article').first().waitFor()
    await countShifts(page)
    const devtools = await page.context().newCDPSession(page)
    const left = () =>
      page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight - window.scrollY)
    // Once more where the page was still being laid out, or the gesture was cut short.
    for (let round = 0; round < 20 && (await left()) >= 1; round += 1) {
      await devtools.send('Input.synthesizeScrollGesture', {
        x: 800,
        y: 500,
        yDistance: -(await left()),
        speed: 80_000,
        gestureSourceType: 'mouse',
      })
    }
    await page.locator(`article[aria-posinset="${versions}"]`).waitFor()
    assert.ok((await page.locator('article').count()) <= mostCards)
    assert.deepEqual(await page.evaluate(() => (window as unknown as Watched).shifts), [])
    await stage.close(page)
  })

  test('as a list is as long, holds no more rows than it needs, and its head stays in sight', async () => {
    const page = await stage.open(path)
    await page.locator('article').first().waitFor()
    await page.keyboard.press('v')
    const grid = page.getByRole('grid', { name: 'Takes' })
    await becomes(() => grid.getAttribute('aria-rowcount'), String(versions + 1))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await page.locator(`[aria-rowindex="${versions + 1}"][data-asset-id]`).waitFor()
    assert.ok((await page.getByRole('row').count()) <= mostCards)
    const filters = await page.getByRole('search', { name: 'Filter takes' }).boundingBox()
    const head = await page.getByRole('columnheader', { name: 'Take' }).boundingBox()
    assert.ok(Math.abs(head!.y - (filters!.y + filters!.height)) < 12, JSON.stringify({ filters, head }))
    await page.getByRole('button', { name: 'Grid', exact: true }).click()
    await page.locator(`article[aria-posinset="${versions}"]`).waitFor()
    await stage.close(page)
  })
})

async function multiply(db: Database): Promise<void> {
  const [row] = await db.all(
    statement((builder) => builder.selectFrom('asset_versions').selectAll().limit(1)),
    {},
  )
  const columns = Object.keys(row!) as (keyof AssetVersionRow)[]
  await db.transaction(async (transaction) => {
    for (let copy = 1; copy < versions / captured; copy += 1) await transaction.run(copyOf(columns, copy), {})
  })
}

function copyOf(columns: (keyof AssetVersionRow)[], copy: number) {
  const changed: Partial<Record<keyof AssetVersionRow, RawBuilder<unknown>>> = {
    id: sql`substr(id, 1, 30) || ${sql.lit(copy.toString(16).padStart(6, '0'))}`,
    version_number: sql`version_number + ${sql.lit(copy * captured)}`,
  }
  return statement((builder) =>
    builder
      .insertInto('asset_versions')
      .columns(columns)
      .expression(
        builder
          .selectFrom('asset_versions')
          .select(columns.map((column) => (changed[column] ?? sql.ref(column)).as(column)))
          .where('version_number', '<=', sql.lit(captured)),
      ),
  )
}

type AssetVersionRow = Tables['asset_versions']

interface Watched {
  shifts: number[]
}

function countShifts(page: Page): Promise<void> {
  return page.evaluate(() => {
    const watched = window as unknown as Watched
    watched.shifts = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        watched.shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
}
