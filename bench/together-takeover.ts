/**
 * Somebody leads a review session in a Chromium, and it is killed: how long until another page leads.
 *
 *   node bench/together-takeover.ts [--engine sqlite] [--nodes 1] [--kills 12] [--followers 3]
 *
 * After `npm run build`. The leader has a browser of their own, whose main process gets SIGKILL at any moment of its beat; the
 * followers have a page each in another. The time runs from before the signal until one of their pages says that it leads.
 * With two nodes the leader is at one, and the followers are at the other. Ends with 1 when it takes more than 3 seconds once.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { openKillableBrowser } from '../e2e/killable-browser.ts'
import { signIn } from '../e2e/stage.ts'
import { bar, leads } from '../e2e/together-stage.ts'
import type { Engine } from '../server/db/database.ts'
import { browserArguments, browserPath } from '../server/test/browser.ts'
import { startService } from './contender.ts'
import { emptyPlace } from './places.ts'
import { reviewStudio } from './review-studio.ts'
import { undoAtSignal } from './undo-at-signal.ts'

/** Milliseconds. */
const wanted = 3000
/** The lead is renewed once a second: a kill comes anywhere in between. */
const beat = 1000

const { values: flags } = parseArgs({
  options: {
    engine: { type: 'string', default: 'sqlite' },
    nodes: { type: 'string', default: '1' },
    kills: { type: 'string', default: '12' },
    followers: { type: 'string', default: '3' },
  },
})
const [nodeCount, kills, followerCount] = [flags.nodes, flags.kills, flags.followers].map(Number) as [
  number,
  number,
  number,
]
const engine = flags.engine as Engine

await using cleanup = new AsyncDisposableStack()
undoAtSignal(cleanup)
const place = await emptyPlace(engine, cleanup)
const { leader, others, projectId } = await reviewStudio(place, { others: followerCount, role: 'reviewer' })
const one = await startService(place, cleanup)
const other = nodeCount > 1 ? await startService(place, cleanup) : one
const takeId = await capture()

const leading = await openKillableBrowser(one.address, await signIn(one.address, leader.email))
cleanup.defer(leading.end)
const browser = await chromium.launch({ executablePath: browserPath(), args: browserArguments })
cleanup.defer(() => browser.close())
const first = await leading.page()
await first.goto(`${one.address}/assets/${takeId}`)
await first.getByRole('button', { name: 'Review together' }).click()
await bar(first).getByText('You lead').waitFor()
const followers = await Promise.all(others.map(({ email }) => follow(email)))

const took: number[] = []
for (let count = 0; count < kills; count += 1) {
  const page = await leading.page()
  if (count > 0) await join(page, one.address)
  await untilFollowed(page)
  await sleep(beat + (count * beat) / kills)
  took.push(await untilAnotherLeads())
  await leading.reopen()
}
took.sort((a, b) => a - b)
const of = (share: number) => Math.round(took[Math.floor((took.length - 1) * share)]!)
console.log(
  `${engine}, ${nodeCount} nodes, ${followerCount} followers; ${kills} times the leader's browser was killed`,
)
console.log(`ms, in their order: ${took.map(Math.round).join(', ')}`)
console.log(`ms until another leads: least ${of(0)}, p50 ${of(0.5)}, at most ${of(1)} (wanted: ${wanted})`)
if (of(1) > wanted) process.exitCode = 1

/** On a machine that stands still for two seconds another may lead before the kill: then it is asked for again. */
async function untilFollowed(page: Page): Promise<void> {
  for (;;) {
    await leads(page)
    const follow = followers.map((page) => bar(page).getByText('leader leads').waitFor({ timeout: 5000 }))
    const found = await Promise.allSettled(follow)
    if (found.every(({ status }) => status === 'fulfilled')) return
  }
}

async function untilAnotherLeads(): Promise<number> {
  const leads = Promise.any(followers.map((page) => bar(page).getByText('You lead').waitFor()))
  let began = performance.now()
  const killed = leading.kill(() => {
    began = performance.now()
  })
  await leads
  const milliseconds = performance.now() - began
  await killed
  return milliseconds
}

async function follow(email: string): Promise<Page> {
  const context = await browser.newContext()
  context.setDefaultTimeout(100_000)
  await letIn(context, other.address, email)
  const page = await context.newPage()
  await join(page, other.address)
  return page
}

async function letIn(context: BrowserContext, address: string, email: string): Promise<void> {
  const [name, value] = (await signIn(address, email)).split(/=(.*)/s) as [string, string]
  await context.addCookies([{ name, value, url: address, httpOnly: true, sameSite: 'Strict' }])
}

async function join(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/projects/${projectId}`)
  await page.getByRole('button', { name: 'Join' }).click()
  await page.waitForURL(`**/assets/${takeId}`)
}

async function capture(): Promise<string> {
  const body = { projectId, sceneId: '1', platformKey: 'midjourney', assetType: 'VIDEO', prompt: 'the lamp' }
  const response = await fetch(`${one.address}/api/extension/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${leader.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(await response.text())
  return ((await response.json()) as { asset: { id: string } }).asset.id
}
