/**
 * A ZIP of an export against its files alone, one after the other, from the same service on the loopback (SQLite), in turns; how much
 * memory the service takes for it; and whether a download that breaks off, at a place of chance, goes on to the same bytes.
 *
 *   npm run build && node bench/export.ts [--gigabytes 20] [--rounds 3] [--keep FILE]
 *
 * `--keep` leaves the ZIP there, for `unzip -t`, `7z t` and the like. Ends with 1 where it has less than 0.8 of the rate of its files, takes more
 * than 40 MB, or is not the same.
 */
import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { loadavg } from 'node:os'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { take } from '../server/test/media.ts'
import { onRunning, type Running } from '../server/test/process.ts'
import { median } from './median.ts'
import { watchMemory } from './worst/memory.ts'

const [leastRatio, mostMegabytes, fileCount] = [0.8, 40, 10]

const { values: flags } = parseArgs({
  options: {
    gigabytes: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
    keep: { type: 'string' },
  },
})
const bytesOfFile = Math.floor((Number(flags.gigabytes) * 1e9) / fileCount)

/** Bytes that no other file has. */
function* content(): Generator<Buffer> {
  const piece = randomBytes(1_048_576)
  for (let left = bytesOfFile; left > 0; left -= piece.length) yield piece.subarray(0, left)
}

async function filed({ serve, user, film }: Running, number: number): Promise<string> {
  const id = await take(user, film, { assetType: 'VIDEO', platformKey: `site-${number}` })
  const answer = await fetch(`${serve.address}/api/assets/${id}/media`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${user.token}`, 'content-length': String(bytesOfFile) },
    body: Readable.toWeb(Readable.from(content())) as ReadableStream,
    duplex: 'half',
  } as RequestInit)
  if (!answer.ok) throw new Error(await answer.text())
  return id
}

await onRunning('sqlite', { DAILIES_MEDIA_FETCH: 'false' }, async (running) => {
  const { serve, user, film } = running
  const get = (path: string, more: Record<string, string> = {}) =>
    fetch(serve.address + path, { headers: { authorization: `Bearer ${user.token}`, ...more } })
  const into = async (path: string, sink: Writable, more?: Record<string, string>) => {
    const answer = await get(path, more)
    if (!answer.ok) throw new Error(await answer.text())
    await pipeline(Readable.fromWeb(answer.body as never), sink)
  }
  const nowhere = () => new Writable({ write: (_piece, _encoding, done) => done() })
  const timed = async (work: () => Promise<void>) => {
    const began = performance.now()
    await work()
    return performance.now() - began
  }

  const ids: string[] = []
  for (let number = 1; number <= fileCount; number += 1) ids.push(await filed(running, number))
  const asked = { of: 'versions', versionIds: ids }
  let { data: one } = (await user.send('POST', `/api/projects/${film.projectId}/exports`, asked)).body
  const prepared = await timed(async () => {
    while (one.state === 'preparing') {
      await sleep(200)
      one = (await user.get(`/api/exports/${one.id}`)).body.data
    }
  })
  if (one.state !== 'ready') throw new Error(one.reason)
  console.log(`${(one.bytes / 1e9).toFixed(2)} GB, prepared in ${(prepared / 1000).toFixed(1)} s`)
  const zip = `/api/exports/${one.id}/zip`

  const ratios: number[] = []
  let grown = 0
  for (let round = 0; round < Number(flags.rounds); round += 1) {
    const bare = await timed(async () => {
      for (const id of ids) await into(`/api/media/${id}/original`, nowhere())
    })
    const memory = watchMemory(serve.pid)
    const before = memory.now()
    const whole = await timed(() => into(zip, nowhere()))
    grown = Math.max(grown, memory.highest() - before)
    memory.stop()
    ratios.push(bare / whole)
    console.log(
      `files ${(bare / 1000).toFixed(1)} s, ZIP ${(whole / 1000).toFixed(1)} s, load ${loadavg()[0]?.toFixed(1)}`,
    )
  }

  const broken = Math.floor(Math.random() * one.bytes)
  const [all, inTwo] = [createHash('sha256'), createHash('sha256')]
  await into(zip, all)
  for (const range of [`bytes=0-${broken}`, `bytes=${broken + 1}-`]) {
    const answer = await get(zip, { range })
    for await (const piece of answer.body!) inTwo.update(piece)
  }
  const isSame = all.digest('hex') === inTwo.digest('hex')
  if (flags.keep) await into(zip, createWriteStream(flags.keep))

  const ratio = median(ratios)
  console.log(`${ratio.toFixed(2)} of the rate of its files; ${grown.toFixed(0)} MB more memory`)
  console.log(`resumed after byte ${broken}: ${isSame ? 'the same bytes' : 'OTHER BYTES'}`)
  if (ratio < leastRatio || grown > mostMegabytes || !isSame) process.exitCode = 1
})
