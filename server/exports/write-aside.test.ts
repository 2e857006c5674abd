import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { seedOf } from '../test/seed.ts'
import { generatedTimeline } from './editorial/generated-timeline.ts'
import type { Timeline, TimelineMarker } from './editorial/timeline.ts'
import { writtenAside } from './write-aside.ts'
import { writers } from './writers.ts'

const formats = writers.map(({ format }) => format)

test('a cut that is written on a thread has the texts that it has here', async () => {
  await fc.assert(
    fc.asyncProperty(generatedTimeline, async (timeline) => {
      const written = await writtenAside(timeline, formats)
      for (const { format, write } of writers) assert.equal(written.get(format), write(timeline))
    }),
    { numRuns: 8, seed: seedOf('aside') },
  )
})

test('a cut with many notes is handed over while everything else has its turns', async (context) => {
  const timeline = withNotes(5_000)
  // As if each piece took a millisecond.
  let now = performance.now()
  context.mock.method(performance, 'now', () => (now += 1))
  let turns = 0
  let isWritten = false
  const postedIn: number[] = []
  process.once('worker', (thread: Worker) => {
    const post = thread.postMessage.bind(thread)
    thread.postMessage = (piece: unknown) => {
      postedIn.push(turns)
      post(piece)
    }
  })
  const beside = (async () => {
    for (; !isWritten; turns += 1) await turn()
  })()
  const written = await writtenAside(timeline, ['edl'])
  isWritten = true
  await beside
  assert.equal(written.get('edl'), writers.find(({ format }) => format === 'edl')!.write(timeline))
  // The first are handed over before one hears of the thread.
  assert.ok(postedIn.length > 90, `${postedIn.length} pieces were seen`)
  const pieces = Object.values(Object.groupBy(postedIn, String)).map((posted) => posted!.length)
  assert.ok(Math.max(...pieces) <= 6, `${Math.max(...pieces)} of ${postedIn.length} in one turn`)
})

/** All of them said of one take. */
function withNotes(count: number): Timeline {
  const rate = { numerator: 24, denominator: 1 }
  const media = { path: 'media/a.mp4', id: 'a', name: 'a', kind: 'film', rate, frames: count } as const
  const markers = Array.from(
    { length: count },
    (_, from): TimelineMarker => ({
      range: { from, to: from },
      text: `${from} ${'é'.repeat(900)}`,
      author: 'Ada',
      isResolved: false,
    }),
  )
  const size = { width: 1920, height: 1080 }
  const clip = {
    id: 'a',
    name: 'a',
    start: 0,
    duration: count,
    in: 0,
    out: count,
    alternates: [],
    note: '',
    markers,
  }
  const clips = [{ ...clip, media: { ...media, size, isHeard: false, facts: {} } }]
  return { name: 'a', rate, firstFrame: 86_400, size, clips, sounds: [] }
}
