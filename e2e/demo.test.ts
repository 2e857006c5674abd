import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openBrowser } from '../server/test/browser.ts'
import { type Started, startCommand } from '../server/test/process.ts'
import { sizes } from './pages.ts'
import { settled } from './stage.ts'

/** Bytes of JavaScript, compressed, that the first screen may load. */
const mostScript = 200_000

describe('the demo, as somebody new meets it', () => {
  let demo: Started
  let browser: Browser
  /** Signed in. */
  let context: BrowserContext
  let address: string
  let dataFolder: string

  before(async () => {
    const environment = { DAILIES_LOG_LEVEL: 'warn' }
    demo = await startCommand(['demo', '--port', '0'], { environment, ready: /^Ctrl-C stops it/ })
    address = said(/ready: (http:\S+)/)
    dataFolder = said(/^Data\s+(\S+)/m)
    browser = await openBrowser()
    context = await browser.newContext({ viewport: sizes.desktop })
  })
  after(async () => {
    await browser?.close()
    await demo?.kill('SIGTERM')
    if (dataFolder) await rm(dataFolder, { recursive: true, force: true })
  })

  function said(pattern: RegExp): string {
    const found = pattern.exec(demo.output())?.[1]
    assert.ok(found, `the demo says ${pattern}`)
    return found
  }

  test('signs in with what the terminal says, and selects a winner with five clicks', async () => {
    const page = await context.newPage()
    await page.goto(address)
    await page.getByLabel('Email').fill(said(/^Sign in\s+(\S+)\s+\S+$/m))
    await page.getByLabel('Password').fill(said(/^Sign in\s+\S+\s+(\S+)$/m))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page
      .getByRole('link', { name: /The Salt Round/ })
      .first()
      .click()
    await page.locator('main a[href^="/scenes/"]').first().click()
    const take = page.locator('[data-asset-id]:not([data-selected])').first()
    const id = await take.getAttribute('data-asset-id')
    await take.hover()
    await take.getByRole('button', { name: /^Select/ }).click()
    const warning = page.getByRole('dialog').getByRole('button', { name: /^Select/ })
    const winner = page.locator(`[data-asset-id="${id}"][data-selected]`)
    await warning.or(winner).first().waitFor()
    if (await warning.isVisible()) await warning.click()
    await winner.waitFor()
    await page.close()
  })

  for (const screen of ['projects', 'board'] as const) {
    test(`the first load of the ${screen} is small, and nothing jumps`, async (t) => {
      const path = screen === 'projects' ? '/projects' : await boardPath()
      const { script, paint, shift } = await load(path)
      t.diagnostic(
        `${(script / 1000).toFixed(1)} kB of JavaScript, largest paint after ${Math.round(paint)} ms`,
      )
      assert.ok(script > 50_000 && script < mostScript, `${script} bytes of JavaScript`)
      assert.equal(shift, 0)
    })
  }

  async function boardPath(): Promise<string> {
    const { data: projects } = await (await context.request.get(`${address}/api/projects`)).json()
    const { id } = projects.find(({ name }: { name: string }) => name === 'The Salt Round')
    const { data: scenes } = await (await context.request.get(`${address}/api/projects/${id}/scenes`)).json()
    return `/scenes/${scenes[0].id}`
  }

  async function load(path: string) {
    const fresh = await browser.newContext({
      viewport: sizes.desktop,
      storageState: await context.storageState(),
    })
    const page = await fresh.newPage()
    const script = await countScript(page)
    await page.goto(address + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settled(page)
    const vitals = await page.evaluate(readVitals)
    await fresh.close()
    return { script: script(), ...vitals }
  }
})

/** Counts what scripts weigh on the way. */
async function countScript(page: Page): Promise<() => number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const scripts = new Set<string>()
  let bytes = 0
  devtools.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  return () => bytes
}

/** Largest Contentful Paint in milliseconds and Cumulative Layout Shift, as https://web.dev/articles/vitals has them. */
function readVitals(): Promise<{ paint: number; shift: number }> {
  return new Promise((resolve) => {
    let paint = 0
    let shift = 0
    new PerformanceObserver((list) => {
      paint = list.getEntries().at(-1)?.startTime ?? paint
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[]) {
        if (!entry.hadRecentInput) shift += entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => resolve({ paint, shift }), 200)
  })
}
