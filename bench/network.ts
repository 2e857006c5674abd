/**
 * What it costs a page that the extension sees its answers: 1,000 answers of 100 kB, fetched by the page one after the other, in the
 * machine's own Chromium, with the observer and the keeper (extension/src/network) and without, in turns; the reader comes when the
 * keeper asks for it, as in the extension. Then one answer of 4.3 MB: the longest task while it is read. The processor time of the
 * page's process tells what a busy machine hides.
 *
 *   node bench/network.ts [--rounds 9] [--answers 1000]
 *
 * Ends with 1 when the page takes more than 2 % longer, more than 20 MB are kept, or its longest task is more than 50 ms longer.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import { bundleScript } from '../extension/src/page/testing/bundle.ts'
import { browserPath } from '../server/test/browser.ts'
import { median } from './median.ts'
import { table } from './table.ts'
import { undoAtSignal } from './undo-at-signal.ts'

const [mostRatio, mostKept, longestTask] = [1.02, 20e6, 50]
const { values: flags } = parseArgs({
  options: { rounds: { type: 'string', default: '9' }, answers: { type: 'string', default: '1000' } },
})
const [rounds, answers] = [Number(flags.rounds), Number(flags.answers)]
const worldName = 'dailies'

await using cleanup = new AsyncDisposableStack()
undoAtSignal(cleanup)
const address = await serve({ small: takes(100_000), large: takes(4_300_000) })
const source = join(import.meta.dirname, '../extension/src')
const observer = await bundleScript(join(source, 'entrypoints/observe.ts'), { minify: true })
const keeper = await bundleScript(join(source, 'entrypoints/keep.ts'), { minify: true })
const reader = [
  await bundleScript(join(source, 'network/recipes/runway.ts'), { minify: true }),
  await bundleScript(join(source, 'entrypoints/answers.ts'), { minify: true }),
]
/** As the background does it, in a task of its own. */
const inKeeper = `globalThis.chrome = { runtime: { id: 'dailies', sendMessage: async () => {
  await new Promise((done) => setTimeout(done, 10))
  ${reader.join('\n')}
} } }
${keeper}`
const browser = await chromium.launch({
  executablePath: browserPath(),
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
})
cleanup.defer(() => browser.close())

const work = `(async () => {
  const begun = performance.now()
  for (let at = 0; at < ${answers}; at += 1) await (await fetch('/small?' + at)).json()
  return performance.now() - begun
})()`
const large = `fetch('/large').then((answer) => answer.text()).then(() => 0)`
await visit(browser, work, false)
const without: Visit[] = []
const seen: Visit[] = []
const ofLarge = { without: [] as Visit[], seen: [] as Visit[] }
for (let round = 0; round < rounds; round += 1) {
  // Whichever comes first has it neither easier nor harder.
  for (const isSeen of round % 2 === 0 ? [false, true] : [true, false]) {
    ;(isSeen ? seen : without).push(await visit(browser, work, isSeen))
    ofLarge[isSeen ? 'seen' : 'without'].push(await visit(browser, large, isSeen))
  }
}

const times = compared('value')
const processor = compared('processor')
const bytes = Math.max(...[...seen, ...ofLarge.seen].map(({ bytes }) => bytes))
const small = longestTasks(without, seen)
const tasksOfLarge = longestTasks(ofLarge.without, ofLarge.seen)
console.log(
  table(
    ['what', 'without', 'seen', 'ratio', 'of rounds', 'target'],
    [
      [`${answers} answers of 100 kB, ms`, ...times.cells, verdict(`${mostRatio}`, times.ratio <= mostRatio)],
      ['processor time of the page meanwhile, ms', ...processor.cells, ''],
      ['kept at most, MB', '', (bytes / 1e6).toFixed(1), '', '', verdict('20', bytes <= mostKept)],
      ['longest task with 100 kB answers, ms', ...small.cells],
      ['longest task of an answer of 4.3 MB, ms', ...tasksOfLarge.cells],
    ],
  ),
)
console.log(`Load of the machine: ${loadavg()[0]!.toFixed(1)}; medians of ${rounds} rounds in turns.`)
const isLong = !(small.isMet && tasksOfLarge.isMet)
if (times.ratio > mostRatio || bytes > mostKept || isLong) process.exitCode = 1

function compared(name: 'value' | 'processor') {
  const of = (visits: Visit[]) => visits.map((visit) => visit[name])
  const ratios = of(seen).map((value, round) => value / without[round]![name])
  const ratio = median(ratios)
  const range = `${Math.min(...ratios).toFixed(3)} to ${Math.max(...ratios).toFixed(3)}`
  const cells = [median(of(without)).toFixed(0), median(of(seen)).toFixed(0), ratio.toFixed(3), range]
  return { ratio, cells }
}

/** Of each the median of the rounds' longest: one that the machine held up is none of the extension's. */
function longestTasks(without: Visit[], seen: Visit[]) {
  const [before, after] = [without, seen].map((visits) => median(visits.map(({ task }) => task)))
  const isMet = after! - before! <= longestTask
  const range = `${Math.min(...seen.map(({ task }) => task))} to ${Math.max(...seen.map(({ task }) => task))}`
  const target = verdict(`${longestTask} more`, isMet)
  return { isMet, cells: [before!.toFixed(0), after!.toFixed(0), '', range, target] }
}

function verdict(target: string, isMet: boolean): string {
  return `${target}: ${isMet ? 'met' : 'missed'}`
}

interface Visit {
  /** What the script returned. */
  value: number
  /** Milliseconds that the page's process worked until then. */
  processor: number
  /** Kept after it. */
  bytes: number
  /** Milliseconds of the longest task of more than 50 since it began. */
  task: number
}

/** Runs the script in a new page. */
async function visit(browser: Browser, script: string, isSeen: boolean): Promise<Visit> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const worlds: number[] = []
  session.on('Runtime.executionContextCreated', ({ context }) => {
    if (context.name === worldName) worlds.push(context.id)
  })
  await session.send('Runtime.enable')
  await session.send('Page.enable')
  await session.send('Performance.enable')
  const processorTime = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'ProcessTime')!.value * 1000
  }
  if (isSeen) {
    await session.send('Page.addScriptToEvaluateOnNewDocument', { source: observer })
    await session.send('Page.addScriptToEvaluateOnNewDocument', { source: inKeeper, worldName })
  }
  await page.goto(address)
  const begun = await processorTime()
  const value = (await page.evaluate(script)) as number
  const processor = (await processorTime()) - begun
  // Until everything is read: tasks are noted from the browser's own hand.
  await page.evaluate('new Promise((done) => setTimeout(done, 4000))')
  const task = (await page.evaluate('Math.max(0, ...window.tasks)')) as number
  const expression =
    'globalThis.dailiesAnswers?.kept() ?? (globalThis.dailiesKeeper ? dailiesKeeper.characters * 2 : -1)'
  const told = isSeen
    ? await session.send('Runtime.evaluate', { expression, contextId: worlds.at(-1)! })
    : undefined
  const bytes = Number(told?.result.value ?? 0)
  if (isSeen && !(bytes > 0)) throw new Error('The keeper heard nothing')
  await context.close()
  return { value, processor, bytes, task }
}

/** Answers as those of Runway, of so many bytes. */
function takes(size: number): string {
  const tasks: object[] = []
  for (let length = 0; length < size; length += 1700) {
    const id = crypto.randomUUID()
    const url = `https://dnznrvs05pmza.cloudfront.net/${id}.mp4?_jwt=${'x'.repeat(400)}`
    const prompt = 'a lighthouse in a storm, 35mm film still, waves against the rock, '.repeat(6)
    const options = {
      text_prompt: `${prompt}${tasks.length}`,
      seed: tasks.length,
      seconds: 10,
      resolution: '720p',
    }
    const artifacts = [
      { id, url, previewUrls: [url], metadata: { frameRate: 24, duration: 10, size: [1280, 768] } },
    ]
    tasks.push({ id, taskType: 'gen4', status: 'SUCCEEDED', options, artifacts })
  }
  return JSON.stringify({ tasks })
}

async function serve(files: Record<string, string>): Promise<string> {
  const page = `<!doctype html><title>Takes</title><script>
    window.tasks = []
    new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) tasks.push(duration) }).observe({ type: 'longtask' })
  </script>`
  const server = createServer((request, response) => {
    const body = files[request.url!.slice(1).replace(/\?.*/, '')]
    const type = body ? 'application/json' : 'text/html'
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body ?? page)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  cleanup.defer(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}
