/**
 * Loaded into the process of every test file, or group of them, before it.
 *
 * Node's runner waits for that process for ever: a failed test that leaves a server or a loop behind would hold up the whole
 * run. It has ended by its deadline, or says what holds it.
 *
 * That runner has every promise watched, to tell which test an error belongs to that nobody caught; that is a fifth of what tests
 * of a service cost, and more. Here it tells of such an error, and the file fails, or the group of them.
 */
import { type AsyncHook, createHook } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import { basename, relative } from 'node:path'
import { isMainThread } from 'node:worker_threads'

/** Milliseconds: the slowest takes a fifth of it. */
const deadline = 900_000

if (isMainThread && process.env.NODE_TEST_CONTEXT) {
  setTimeout(() => {
    const open = [...new Set(process.getActiveResourcesInfo())].join(', ')
    process.stderr.write(`${running()} has not ended after ${deadline / 1000} s. Still open: ${open}\n`)
    process.exit(1)
  }, deadline).unref()
  leavePromisesAlone()
}

/** The file, or those of the group. */
function running(): string {
  const [, file = ''] = process.argv
  return basename(file).startsWith('group-') ? readFileSync(file, 'utf8') : relative(process.cwd(), file)
}

function leavePromisesAlone(): void {
  const example = createHook({ trackPromises: false }) as AsyncHook & Record<symbol, unknown>
  // What Node keeps that choice under; where it has another way by then, nothing is changed.
  const choice = Object.getOwnPropertySymbols(example).find((symbol) => example[symbol] === true)
  if (!choice) return
  const hooks = Object.getPrototypeOf(example)
  const { enable } = hooks
  hooks.enable = function (this: typeof example) {
    this[choice] = true
    return enable.call(this)
  }
}
