import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import type { Page } from 'playwright-core'
import type { Database } from '../server/db/database.ts'
import { statement } from '../server/db/statement.ts'
import type { Tables } from '../server/db/tables.ts'
import { picture } from '../server/demo/picture.ts'
import { engines } from '../server/test/engines.ts'
import { serveMedia } from './media-server.ts'
import { plainPage } from './plain-page.ts'
import { openStage, type Stage } from './stage.ts'

const versions = 5000
/** As many are captured; the others are copies of them, for capturing takes its time. */
const captured = 100
/** The pictures that they have, over and over. */
const pictures = 8

/** Milliseconds from the beginning of the navigation to the first row on the screen. */
const openWithin = 1000
/** Frames a second, where the machine manages them with a page that has no script. */
const wantedRate = 50
/** Milliseconds of the 16.7 that there are for a frame. */
const mostWork = 8

for (const engine of engines) {
  describe(`a scene of ${versions} asset versions on ${engine}`, () => {
    let stage: Stage
    let media: Awaited<ReturnType<typeof serveMedia>>
    let path: string

    before(async () => {
      const files = Array.from({ length: pictures }, (_, seed) => [
        `${seed}.png`,
        { type: 'image/png', body: picture({ place: 'sea', mood: 'storm', seed }) },
      ])
      const plain = { type: 'text/html', body: Buffer.from(plainPage({ takes: versions, pictures })) }
      media = await serveMedia({ ...Object.fromEntries(files), 'plain.html': plain })
      stage = await openStage(engine)
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

    test(`opens in ${openWithin} ms, or, where the machine is busy, not much later than an empty one`, async () => {
      const empty = await opening(stage, `/scenes/${stage.film.otherSceneDbId}`, 'h2')
      const full = await opening(stage, path, 'article:nth-of-type(4)')
      console.log(`${engine}: opened in ${full} ms; an empty scene in ${empty} ms`)
      assert.ok(full < Math.max(openWithin, empty * 3), `${full} ms, an empty one ${empty} ms`)
    })

    if (engine !== 'sqlite') return

    test('scrolls as smoothly as a page of pictures without any script', async () => {
      const page = await stage.open(path)
      await page.locator('article').first().waitFor()
      await countShifts(page)
      const height = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
      const plain = await stage.open('/projects')
      await plain.goto(`${media.address}plain.html`)

      await plain.bringToFront()
      const before = await scrolling(plain, height)
      await page.bringToFront()
      const board = await scrolling(page, height)
      await page.locator(`article[aria-posinset="${versions}"]`).waitFor()
      const shifts = await page.evaluate(() => (window as unknown as Watched).shifts)
      await plain.bringToFront()
      const after = await scrolling(plain, height)
      await stage.close(page)
      await stage.close(plain)

      for (const way of ['reading', 'flying'] as const) {
        console.log(`${way}: ${describeFrames(board[way])}`)
        console.log(
          `  a plain page before: ${describeFrames(before[way])}; after: ${describeFrames(after[way])}`,
        )
        const { rate, work } = board[way]
        // Where that page stutters, too, the machine has no time for either.
        const possible = Math.min(before[way].rate, after[way].rate)
        assert.ok(possible < wantedRate || rate >= possible * 0.8, `${way}: ${rate} frames a second`)
        const plainWork = Math.max(before[way].work, after[way].work)
        assert.ok(work < Math.max(mostWork, plainWork * 1.5), `${way}: ${work} ms of work a frame`)
      }
      assert.deepEqual(shifts, [])
    })
  })
}

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

/** The best of three. */
async function opening(stage: Stage, path: string, first: string): Promise<number> {
  const page = await stage.open('/projects')
  await page.addInitScript((selector) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(selector)) return
      observer.disconnect()
      // After the frame in which it is painted.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => {
          ;(window as unknown as Watched).painted = performance.now()
        }
        port2.postMessage(null)
      })
    })
    observer.observe(document, { childList: true, subtree: true })
  }, first)
  const times: number[] = []
  for (let run = 0; run < 3; run += 1) {
    await page.goto(stage.service.address + path)
    const painted = await page.waitForFunction(() => (window as unknown as Watched).painted)
    times.push((await painted.jsonValue()) as number)
  }
  await stage.close(page)
  return Math.round(Math.min(...times))
}

type AssetVersionRow = Tables['asset_versions']

interface Watched {
  painted?: number
  shifts: number[]
  frames: number[]
  ended: boolean
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

interface Smoothness {
  /** Frames a second. */
  rate: number
  dropped: number
  frames: number
  /** Milliseconds of processor time that the page's own thread took for each frame that there should be. */
  work: number
}

/** While somebody looks through it, and while they fly to its end. */
async function scrolling(page: Page, height: number): Promise<{ reading: Smoothness; flying: Smoothness }> {
  const reading = await smoothness(page, { distance: 8000, speed: 3000 })
  const flying = await smoothness(page, { distance: height, speed: 80_000 })
  return { reading, flying }
}

/** Scrolls by the wheel, as fast as `speed` says in pixels a second. */
async function smoothness(
  page: Page,
  { distance, speed }: { distance: number; speed: number },
): Promise<Smoothness> {
  await page.evaluate(() => window.scrollTo(0, 0))
  const devtools = await page.context().newCDPSession(page)
  // Not by the clock on the wall: what else the machine does must not count.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const workSoFar = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000
  }
  await page.evaluate(() => {
    const watched = window as unknown as Watched
    watched.frames = []
    watched.ended = false
    let last: number | undefined
    const next = (now: number) => {
      if (last !== undefined) watched.frames.push(now - last)
      last = now
      if (!watched.ended) requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })
  const before = await workSoFar()
  await devtools.send('Input.synthesizeScrollGesture', {
    x: 800,
    y: 500,
    yDistance: -distance,
    speed,
    gestureSourceType: 'mouse',
  })
  const work = (await workSoFar()) - before
  await devtools.detach()
  const frames = await page.evaluate(() => {
    const watched = window as unknown as Watched
    watched.ended = true
    return watched.frames
  })
  return {
    rate: Math.round((1000 * frames.length) / frames.reduce((sum, time) => sum + time, 0)),
    dropped: frames.reduce((count, time) => count + Math.max(0, Math.round(time / 16.7) - 1), 0),
    frames: frames.length,
    work: Number((work / ((60 * distance) / speed)).toFixed(1)),
  }
}

function describeFrames({ rate, dropped, frames, work }: Smoothness): string {
  return `${rate} frames a second, ${dropped} of ${frames + dropped} dropped, ${work} ms of work a frame`
}
