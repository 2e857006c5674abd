/**
 * Loaded into the process of every test file. Node's runner waits for that process for ever: a failed test that leaves
 * a server or a loop behind would hold up the whole run. It has ended by then, or says what holds it.
 */
import { relative } from 'node:path'
import { isMainThread } from 'node:worker_threads'

/** Milliseconds: the slowest file takes a tenth of it. */
const deadline = 600_000

if (isMainThread && process.env.NODE_TEST_CONTEXT) {
  setTimeout(() => {
    const file = relative(process.cwd(), process.argv[1] ?? '')
    const open = [...new Set(process.getActiveResourcesInfo())].join(', ')
    process.stderr.write(`${file} has not ended after ${deadline / 1000} s. Still open: ${open}\n`)
    process.exit(1)
  }, deadline).unref()
}
