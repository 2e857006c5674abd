/** Writes a cut in some formats, on a thread of its own: see `writtenAside`. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Timeline } from './editorial/timeline.ts'
import { type WrittenFormat, writers } from './writers.ts'

const { timeline, formats } = workerData as { timeline: Timeline; formats: WrittenFormat[] }
for (const { format, write } of writers)
  if (formats.includes(format)) parentPort?.postMessage({ format, text: write(timeline) })
