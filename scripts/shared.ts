import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchBrowser } from '../server/test/browser.ts'
import { engines, makeTemplate } from '../server/test/engines.ts'
import { offerService } from '../server/test/service.ts'
import { startPostgres } from './postgres.ts'

/** In memory, where Linux has it: what tests write need not outlive them. */
const memory = '/dev/shm'
/** Bytes that are to be free there. */
const enoughMemory = 4 * 1024 ** 3

/** Which files open a browser, and which of them a screen of a service that they share. */
const usesBrowser = /^(e2e|extension|sdk|server\/http)\//
const usesService = /^e2e\//

interface Shared extends AsyncDisposable {
  /** What tells the tests of it. */
  environment: Record<string, string>
}

/** Starts what the tests of these files share. Long ones write to the disk, and share the server of PostgreSQL alone. */
export async function startShared({ files, long }: { files: string[]; long: boolean }): Promise<Shared> {
  await using started = new AsyncDisposableStack()
  const environment: Record<string, string> = {}
  const tell = (further: Record<string, string>) => {
    Object.assign(environment, further)
    Object.assign(process.env, further)
  }

  const within = long ? tmpdir() : await inMemory()
  if (!process.env.DAILIES_TEST_POSTGRES) {
    const { url, stop } = await startPostgres({ durable: long, within })
    started.defer(stop)
    tell({ DAILIES_TEST_POSTGRES: url })
  }
  if (!long) {
    tell({ DAILIES_TEST_FOLDER: await ownFolder(started, within) })
    for (const engine of engines) {
      const { told, remove } = await makeTemplate(engine)
      started.defer(remove)
      tell(told)
    }
    if (files.some((file) => usesBrowser.test(file))) {
      // Where there is none, those that need it say so themselves.
      const browser = await launchBrowser().catch(() => undefined)
      started.defer(async () => browser?.close())
      if (browser) tell({ DAILIES_TEST_BROWSER: browser.wsEndpoint() })
    }
    if (files.some((file) => usesService.test(file))) {
      for (const engine of engines) {
        const { told, close } = await offerService(engine)
        started.defer(close)
        tell(told)
      }
    }
  }

  const all = started.move()
  return { environment, [Symbol.asyncDispose]: () => all.disposeAsync() }
}

async function inMemory(): Promise<string> {
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize < enoughMemory ? tmpdir() : memory
}

async function ownFolder(started: AsyncDisposableStack, within: string): Promise<string> {
  const folder = await mkdtemp(join(within, 'dailies-tests-'))
  started.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
