import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { findFfmpeg } from './ffmpeg.ts'
import { png } from './hostile-parts.ts'
import { type InWorkshop, inWorkshop } from './in-workshop.ts'
import { WorkProcess } from './work-process.ts'
import { Workshop } from './workshop.ts'

const limits = {
  milliseconds: 60_000,
  filmMilliseconds: 60_000,
  proxyMilliseconds: 60_000,
  proxyBytes: 256 * 1024 ** 2,
  memoryBytes: 1024 ** 3,
  pixels: 150_000_000,
}

async function small({ folder }: Pick<InWorkshop, 'folder'>): Promise<string> {
  const path = join(folder, 'small.png')
  await sharp({ create: { width: 400, height: 300, channels: 3, background: '#258' } }).toFile(path)
  return path
}

/** A second of work and 190 MB, as all of its lines are wanted before the first is there. */
async function large({ folder }: Pick<InWorkshop, 'folder'>): Promise<string> {
  const path = join(folder, 'large.png')
  lines ??= deflateSync(Buffer.alloc(190_000_000), { level: 1 })
  await writeFile(path, png({ width: 9000, height: 7000, colour: 2, interlaced: true }, [], lines))
  return path
}

let lines: Buffer | undefined

/** Waits until it holds, for as long as a slow machine may take. */
async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 60_000
  while (!(await holds())) {
    assert.ok(performance.now() < deadline, `${what} within a minute`)
    await sleep(20)
  }
}

/** Commands of the processes of a group. */
async function processesOf(group: number): Promise<string[]> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const commands = all.map(async (id) => {
    const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '')
    const [state, , of] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return Number(of) === group && state !== 'Z'
      ? stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
      : ''
  })
  return (await Promise.all(commands)).filter(Boolean)
}

test('a file that takes too long is left, and the next one is looked into', async () => {
  await inWorkshop({ limits: { milliseconds: 3000 } }, async (inside) => {
    const forever = join(inside.folder, 'forever')
    await promisify(execFile)('mkfifo', [forever])
    const [slow, quick] = await Promise.all([inside.work(forever), inside.work(await small(inside))])
    assert.equal(slow.facts.problem, 'It takes too long to look into')
    assert.deepEqual([slow.facts.type, slow.made], ['application/octet-stream', []])
    assert.deepEqual([quick.facts.problem, quick.made.length], [null, 2])
  })
  await inWorkshop({ limits: { milliseconds: 100 } }, async (inside) => {
    const { facts } = await inside.work(await large(inside))
    assert.equal(facts.problem, 'It takes too long to look into', 'while native code is at work, too')
  })
})

test('a file that takes too much memory is left, and the next one is looked into', async () => {
  const errors: Error[] = []
  const settings = { limits: { memoryBytes: 150 * 1024 ** 2 }, onError: (error: Error) => errors.push(error) }
  await inWorkshop(settings, async (inside) => {
    const [great, little] = await Promise.all([
      inside.work(await large(inside)),
      inside.work(await small(inside)),
    ])
    assert.equal(great.facts.problem, 'It takes too much memory')
    assert.deepEqual([great.facts.width, great.made], [9000, []])
    assert.deepEqual([little.facts.problem, little.made.length], [null, 2])
    assert.deepEqual(errors, [], 'which is nothing that somebody need look at')
  })
})

test('a file at which its process crashes has an answer, and what it said is known', async () => {
  await inWorkshop({}, async (inside) => {
    const worker = new WorkProcess()
    const path = await large(inside)
    const working = worker.work({ path, folder: inside.folder, proxy: false, limits })
    await until('memory is taken', async () => (await memory(worker.pid!)) > 150_000)
    process.kill(worker.pid!, 'SIGSEGV')
    const { facts, hasCrashed } = await working
    assert.deepEqual([facts.problem, facts.width, hasCrashed], ['It could not be looked into', 9000, true])
    assert.deepEqual([worker.isUsable, worker.words], [false, 'It ended with SIGSEGV'])
  })
})

async function memory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s*(\d+)/.exec(status)?.[1] ?? 0)
}

test('a process is kept for the next file, and ends once there was none for a while', async () => {
  await inWorkshop({}, async (inside) => {
    const worker = new WorkProcess()
    const path = await small(inside)
    for (let file = 0; file < 3; file += 1) {
      const { facts } = await worker.work({ path, folder: inside.folder, proxy: false, limits })
      assert.equal(facts.problem, null)
    }
    assert.equal(worker.isUsable, true)
    await worker.end()
    assert.equal(worker.isUsable, false)
  })
  await inWorkshop({ idleMilliseconds: 50 }, async (inside) => {
    const before = await ownChildren()
    await inside.work(await small(inside))
    await until('it has ended', async () => (await ownChildren()).length <= before.length)
    const { facts } = await inside.work(await small(inside))
    assert.equal(facts.problem, null)
  })
})

async function ownChildren(): Promise<string[]> {
  const children = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8')
  return children.split(' ').filter(Boolean)
}

test('as many files are looked into at once as may be, and all of them in the end', async () => {
  await inWorkshop({ atOnce: 2 }, async (inside) => {
    const before = (await ownChildren()).length
    const path = await small(inside)
    let most = 0
    const works = Array.from({ length: 12 }, async () => {
      const worked = await inside.work(path)
      most = Math.max(most, (await ownChildren()).length - before)
      return worked
    })
    for (const { facts } of await Promise.all(works)) assert.equal(facts.problem, null)
    assert.equal(most, 2)
  })
})

test('all threads that look into files are nice to everything else, and go first where memory is short', async () => {
  await inWorkshop({}, async (inside) => {
    const worker = new WorkProcess()
    await worker.work({ path: await small(inside), folder: inside.folder, proxy: false, limits })
    const threads = await readdir(`/proc/${worker.pid}/task`)
    for (const thread of threads) {
      const stat = await readFile(`/proc/${worker.pid}/task/${thread}/stat`, 'utf8')
      assert.equal(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16], '10', stat)
    }
    assert.equal((await readFile(`/proc/${worker.pid}/oom_score_adj`, 'utf8')).trim(), '1000')
    await worker.end()
  })
})

test('it is no less nice than the service that starts it', async () => {
  const entry = fileURLToPath(new URL('./process.ts', import.meta.url))
  const child = spawn('nice', ['-n', '15', process.execPath, entry], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  try {
    assert.deepEqual(await once(child, 'message').then(([told]) => told), { is: 'ready' })
    const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8')
    assert.equal(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16], '15', stat)
  } finally {
    child.kill('SIGKILL')
  }
})

test('what looks into files knows no secret of the service', async () => {
  process.env.DAILIES_SECRET_OF_TEST = 'secret'
  const worker = new WorkProcess()
  try {
    await inWorkshop({}, async (inside) => {
      await worker.work({ path: await small(inside), folder: inside.folder, proxy: false, limits })
      assert.ok(!(await readFile(`/proc/${worker.pid}/environ`, 'utf8')).includes('DAILIES'))
    })
  } finally {
    delete process.env.DAILIES_SECRET_OF_TEST
    await worker.end()
  }
})

test('once it is stopped, nothing that it has started is left, ffmpeg neither', async () => {
  const ffmpeg = (await findFfmpeg())!
  await inWorkshop({}, async (inside) => {
    const film = join(inside.folder, 'film.mov')
    const args = `-loglevel error -f lavfi -i testsrc=s=1280x720:r=25 -t 3 -c:v mjpeg -threads 1 ${film}`
    await promisify(execFile)('ffmpeg', args.split(' '))
    const worker = new WorkProcess()
    const working = worker.work({
      path: film,
      folder: inside.folder,
      proxy: true,
      ffmpeg: ffmpeg.path,
      limits,
    })
    await until('ffmpeg is at work', async () => (await processesOf(worker.pid!)).includes('ffmpeg'))
    await worker.end()
    assert.equal((await working).facts.problem, 'It could not be looked into')
    await until('all have ended', async () => (await processesOf(worker.pid!)).length === 0)
  })
})

test('when the service is killed, nothing that it has started goes on', async () => {
  await inWorkshop({}, async (inside) => {
    const path = await large(inside)
    const script = `
      const { WorkProcess } = await import(${JSON.stringify(address('work-process.ts'))})
      const worker = new WorkProcess()
      const job = ${JSON.stringify({ path, folder: inside.folder, proxy: false, limits })}
      for (;;) {
        console.log(worker.pid)
        await worker.work(job)
      }`
    const service = execFile(process.execPath, ['--input-type=module', '-e', script])
    const group = await new Promise<number>((resolve) => {
      service.stdout!.once('data', (line) => resolve(Number(String(line).split('\n')[0])))
    })
    await until('it is at work', async () => (await processesOf(group)).length > 0)
    service.kill('SIGKILL')
    await until('all have ended', async () => (await processesOf(group)).length === 0)
  })
})

test('the service decodes nothing itself, and answers while files are looked into', async () => {
  await inWorkshop({}, async (inside) => {
    const path = await large(inside)
    const script = `
      const { Workshop } = await import(${JSON.stringify(address('workshop.ts'))})
      const workshop = new Workshop({ atOnce: 1 })
      let turns = 0
      setInterval(() => { turns += 1 }, 5).unref()
      const { facts, made } = await workshop.work(${JSON.stringify(path)}, ${JSON.stringify(inside.folder)})
      process.report.excludeNetwork = true
      const libraries = process.report.getReport().sharedObjects
      // It ends by itself: a process that waits for files keeps nobody from it.
      console.log(JSON.stringify({ turns, made: made.length, problem: facts.problem, decoders: libraries.filter((name) => /vips|sharp/.test(name)) }))`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
    const { turns, ...found } = JSON.parse(stdout)
    assert.deepEqual(found, { made: 3, problem: null, decoders: [] })
    assert.ok(turns > 10, `${turns} turns`)
  })
})

function address(name: string): string {
  return pathToFileURL(join(import.meta.dirname, name)).href
}

test('where this machine is at fault, and not the file, it is said so', async () => {
  await inWorkshop({}, async (inside) => {
    const { workshop, folder } = inside
    await assert.rejects(workshop.work(join(folder, 'missing.png'), folder), /ENOENT/)
    await assert.rejects(workshop.work(folder, folder), /EISDIR/)
    const path = await small(inside)
    await assert.rejects(workshop.work(path, join(folder, 'no-folder')), /ENOENT/)
    const taken = join(folder, 'taken')
    await mkdir(join(taken, 'thumb-320.webp'), { recursive: true })
    await assert.rejects(workshop.work(path, taken), /EISDIR/)
    assert.equal((await inside.work(path)).facts.problem, null, 'and the next one is looked into')
  })
})

test('where no process can be started, that is said', async () => {
  const { execPath } = process
  await inWorkshop({}, async ({ folder, workshop }) => {
    const broken = join(folder, 'node')
    await writeFile(broken, '#!/bin/sh\necho it is broken >&2\nexit 3\n')
    await chmod(broken, 0o755)
    process.execPath = broken
    try {
      await assert.rejects(workshop.work(broken, folder), /could not be started.*it is broken.*ended with 3/s)
    } finally {
      process.execPath = execPath
    }
    assert.equal((await workshop.work(broken, folder)).facts.type, 'text/plain', 'and later it can')
  })
})

test('a workshop that is stopped takes no more', async () => {
  const workshop = new Workshop({ atOnce: 1 })
  await workshop.stop()
  await assert.rejects(workshop.work('/a', '/b'), /stopped/)
})
