/**
 * Builds the extension into `extension/dist`: for each browser a folder to load as it is, and a package that the console
 * offers for download. Does nothing when that is up to date, unless told `--force`.
 */
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { noteModules, writeMadeOf } from '../scripts/made-of.ts'
import { isBuiltFrom, stampOf, writeStamp } from '../scripts/stamp.ts'
import { toBuildWith } from '../scripts/to-build-with.ts'

/** What went wrong is told; what went well need not be. */
const silent = () => {}
const logger = {
  debug: silent,
  log: silent,
  info: silent,
  success: silent,
  warn: console.warn,
  error: console.error,
  fatal: console.error,
  level: 1,
}

// WXT draws its progress wherever it writes to; only a terminal can show that.
if (!process.stdout.isTTY) process.stdout.write = () => true

const dist = join(import.meta.dirname, 'dist')

const stamp = stampOf([
  'extension/{wxt.config.ts,package.json}',
  'extension/{src,public}/**/*',
  'sdk/{src/*,vite-plugin}.ts',
  'contract/*.ts',
  'ui/*',
  'reading/**/*',
  'package-lock.json',
])
if (process.argv.includes('--force') || !(await isBuiltFrom(stamp, dist))) {
  const { zip } = await toBuildWith('the extension', () => import('wxt'))
  // Beside the packages that a running service offers, which change at once.
  const building = `${dist}.${process.pid}`
  const former = `${building}.former`
  const { modules, plugin } = noteModules()
  const vite = () => ({ plugins: [plugin] })
  try {
    for (const browser of ['chrome', 'firefox'] as const) {
      await zip({ root: import.meta.dirname, browser, outDir: building, logger, vite })
    }
    await writeMadeOf(modules, building)
    await writeStamp(stamp, building)
    await rename(dist, former).catch(() => undefined)
    await rename(building, dist)
  } finally {
    await rm(building, { recursive: true, force: true })
    await rm(former, { recursive: true, force: true })
  }
}
