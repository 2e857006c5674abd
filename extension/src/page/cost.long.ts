import assert from 'node:assert/strict'
import { after, before, describe, type TestContext, test } from 'node:test'
import type { CDPSession } from 'playwright-core'
import { becomes } from '../../../e2e/becomes.ts'
import { openPageStage, type PageStage, type StagedPage } from './testing/page-stage.ts'

const at = 'https://pictures.example'
const pictures = 500
const rounds = 4
const mutations = 50
const thousands = 4000

describe('What the script costs a page', () => {
  let stage: PageStage
  before(async () => {
    stage = await openPageStage()
  })
  after(() => stage.end())

  test('is less than 2 ms for a change of a grid of 500 pictures, with a mark on every tenth', async (t) => {
    const without = await gridOf(stage, { later: true })
    const withScript = await gridOf(stage, {})
    await withScript.page.page.getByRole('link').first().waitFor()
    const differences = { waits: [] as number[], works: [] as number[] }
    for (let round = 0; round < rounds; round += 1) {
      const before = await measure(without)
      const after = await measure(withScript)
      differences.waits.push(after.waits - before.waits)
      differences.works.push(after.works - before.works)
    }
    report(t, 'A script of the page waits longer after a change, by', differences.waits)
    report(t, 'The page works more for a change in all, by', differences.works)
    // The machine has other things to do, too: what counts is the round that was disturbed least.
    assert.ok(Math.min(...differences.waits) < 2)
    assert.ok(Math.min(...differences.works) < 2)
    await without.page.close()
    await withScript.page.close()
  })

  test('is less than 0.2 ms for each picture of a page with thousands of them', async (t) => {
    const page = await stage.open({ html: '<p>text</p>' })
    const session = await watched(page)
    const before = await measured(session, 'ScriptDuration')
    await page.page.evaluate((count) => {
      const image = (_none: unknown, index: number) =>
        Object.assign(new Image(200, 160), { loading: 'lazy', src: `/${index}.png?plain` })
      document.body.append(...Array.from({ length: count }, image))
    }, thousands)
    const questions = async () => (await page.asked()).filter(({ name }) => name === 'findCaptured')
    await becomes(async () => (await questions()).length, thousands / 200)
    const each = ((await measured(session, 'ScriptDuration')) - before) / thousands
    t.diagnostic(`${each.toFixed(3)} ms for each of ${thousands} pictures`)
    assert.ok(each < 0.2, `${each} ms`)
    await page.close()
  })
})

interface Measured {
  page: StagedPage
  session: CDPSession
}

async function gridOf(stage: PageStage, options: { later?: boolean }): Promise<Measured> {
  const cards = Array.from(
    { length: pictures },
    (_none, index) => `<figure><img src="/${index}.png?plain" alt="" loading="lazy" width="200" height="160">
      <figcaption>picture ${index}</figcaption></figure>`,
  )
  const page = await stage.open({
    html: `<div style="height: 700px; overflow: auto"><main style="display: grid; grid-template-columns: repeat(5, 220px)">
      ${cards.join('')}</main></div>`,
    marks: Array.from({ length: pictures / 10 }, (_none, index) => ({
      outputUrl: `${at}/${index * 10}.png?plain`,
      externalAssetId: null,
      sceneId: '012A',
      versionNumber: index,
      href: `https://dailies.example/assets/${index}`,
    })),
    ...options,
  })
  return { page, session: await watched(page) }
}

async function watched({ page }: StagedPage): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  // Of the processor, so that it does not count what else the machine does.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return session
}

/**
 * Changes the grid again and again, as a page does that generates: a new card at its end, one fewer in its midst, other
 * pictures in two. Milliseconds a change: `waits`, until the page's script goes on after all that listen to
 * changes (median); `works`, of the processor for all tasks of the page's thread.
 */
async function measure({ page, session }: Measured): Promise<{ waits: number; works: number }> {
  await page.page.bringToFront()
  const before = await measured(session, 'TaskDuration')
  const waits = await page.page.evaluate(async (mutations) => {
    const main = document.querySelector('main')!
    const waits: number[] = []
    for (let count = 0; count < mutations; count += 1) {
      const begun = performance.now()
      const card = main.children[40]!
      main.append(card.cloneNode(true))
      card.remove()
      const [one, other] = [main.children[2 * count + 41]!, main.children[2 * count + 42]!]
      const { src } = one.querySelector('img')!
      one.querySelector('img')!.src = other.querySelector('img')!.src
      other.querySelector('img')!.src = src
      // The observers of changes come first: HTML, 8.1.4.4 "Perform a microtask checkpoint".
      await null
      waits.push(performance.now() - begun)
      await new Promise(requestAnimationFrame)
    }
    return waits
  }, mutations)
  const after = await measured(session, 'TaskDuration')
  return { waits: median(waits), works: (after - before) / mutations }
}

/** Of the page's thread so far, in milliseconds of the processor. */
async function measured(session: CDPSession, what: 'TaskDuration' | 'ScriptDuration'): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === what)!.value * 1000
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1]!
}

function report(t: TestContext, what: string, differences: readonly number[]): void {
  const [least, middle] = [Math.min(...differences), median(differences)]
  t.diagnostic(
    `${what} ${middle.toFixed(2)} ms (median of ${rounds} rounds; at least ${least.toFixed(2)} ms)`,
  )
}
