import type { TestEvent } from 'node:test/reporters'

const shown = 10

/** A reporter of `node --test`: the files that took longest, at the end. */
export default async function* slowestFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const files: { file: string; seconds: number }[] = []
  for await (const { type, data } of events) {
    if (type !== 'test:summary' || !data.file) continue
    files.push({ file: data.file.replace(`${process.cwd()}/`, ''), seconds: data.duration_ms / 1000 })
  }
  if (files.length <= 1) return
  files.sort((one, other) => other.seconds - one.seconds)
  yield `The slowest of ${files.length} files:\n`
  for (const { file, seconds } of files.slice(0, shown)) {
    yield `${seconds.toFixed(1).padStart(7)} s  ${file}\n`
  }
}
