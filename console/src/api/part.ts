import { DailiesError } from '../../../sdk/src/error.ts'
import { noAnswer } from './call.ts'
import { lookForNewVersion } from './new-version.ts'
import { notHeard } from './reach.ts'

/** Milliseconds that a part may take. */
const patience = 15_000

/** A part of the console that is not loaded with its page. */
export interface Part<T> {
  /** Undefined until it is loaded. */
  value: () => T | undefined
  /** Why it is not, in words for people; undefined before it was tried. */
  failure: () => DailiesError | undefined
  /** Never rejects: what went wrong is `failure`. */
  load: () => Promise<void>
}

const parts: Part<unknown>[] = []

/** `load` imports it. */
export function part<T>(load: () => Promise<T>): Part<T> {
  let value: T | undefined
  let failure: DailiesError | undefined
  let loading: Promise<void> | undefined
  const loadOnce = async () => {
    try {
      value = await Promise.race([load(), tooLong()])
      failure = undefined
    } catch {
      failure = await whyNot()
    }
  }
  const made: Part<T> = {
    value: () => value,
    failure: () => failure,
    load: () => {
      if (value !== undefined) return Promise.resolve()
      loading ??= loadOnce().finally(() => {
        loading = undefined
      })
      return loading
    },
  }
  parts.push(made)
  return made
}

async function tooLong(): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, patience))
  throw new Error('It takes too long')
}

async function whyNot(): Promise<DailiesError> {
  const found = await lookForNewVersion()
  if (found === 'away') {
    notHeard()
    return noAnswer()
  }
  const text =
    found === 'new'
      ? 'A new version of the console is here, and this part of the old one is gone. Reload the page to go on.'
      : 'A part of the console could not be loaded. Try again.'
  return new DailiesError(text)
}

/**
 * Loads all of them, one after the other, so that none is missing when the service is away or another one. Not where the browser
 * was told to save data: most are never needed.
 */
export async function loadAllParts(): Promise<void> {
  if (savesData()) return
  for (const one of parts) {
    await idle()
    await one.load()
    // Something is in the way: each is loaded when it is needed.
    if (one.failure()) return
  }
}

/** The Network Information API has it; Firefox and Safari have none. */
function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
}

/** When the page has nothing else to do. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 5000 })
    else setTimeout(resolve, 100)
  })
}
