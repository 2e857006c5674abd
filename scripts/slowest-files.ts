import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

const shown = 10

/** A reporter of `node --test`: the files whose tests took longest, at the end. */
export default async function* slowestFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const seconds = new Map<string, number>()
  for await (const { type, data } of events) {
    if ((type !== 'test:pass' && type !== 'test:fail') || data.nesting > 0 || !data.file) continue
    const file = relative(process.cwd(), data.file)
    seconds.set(file, (seconds.get(file) ?? 0) + data.details.duration_ms / 1000)
  }
  if (seconds.size <= 1) return
  const slowest = [...seconds].sort(([, one], [, other]) => other - one).slice(0, shown)
  yield `The slowest of ${seconds.size} files:\n`
  for (const [file, its] of slowest) yield `${its.toFixed(1).padStart(7)} s  ${file}\n`
}
