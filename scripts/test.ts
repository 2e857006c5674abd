/**
 * Runs the tests, with what they share: a PostgreSQL, databases that are up to date, a Chromium, and a service for those
 * of screens. All of it is started for the run and removed after it. Names the ten files that took longest.
 *
 *   node scripts/test.ts [FILE …]           all tests, or those files
 *   node scripts/test.ts --changed          those that what is not committed touches
 *   node scripts/test.ts --changed main     those that what was changed since then touches
 *   node scripts/test.ts --long [FILE …]    those that take many minutes, one after the other (*.long.ts)
 *
 * DAILIES_TEST_POSTGRES=postgres://… takes a server that is there already (PostgreSQL 15 to 18); its user must be
 * allowed to create databases. DAILIES_TEST_SEED=… makes the generated requests of that day again.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { startShared } from './shared.ts'
import { grouped } from './test-groups.ts'
import { touchedTests } from './touched-tests.ts'

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { long: { type: 'boolean', default: false }, changed: { type: 'boolean', default: false } },
})
const every =
  '{contract,server,demo,ui,reading,bench,scripts,sdk/{src,test},console/src,extension/src,e2e}/**/*'
/** Milliseconds, of all but the long ones: twice what two processors need beside other work. */
const longestRun = 6_000_000
const files = await chosen()
if (files.length === 0) sayNone()
else process.exitCode = await run()

async function chosen(): Promise<string[]> {
  const all = globSync(`${every}.${flags.long ? 'long' : 'test'}.ts`)
  if (flags.changed) return touchedTests(all, positionals[0])
  return positionals.length > 0 ? globSync(positionals) : all
}

function sayNone(): void {
  if (flags.changed) {
    console.log('Nothing that was changed is touched by a test.')
  } else {
    console.error(`There is no such file: ${positionals.join(' ')}`)
    process.exitCode = 1
  }
}

async function run(): Promise<number> {
  await using shared = await startShared({ files, long: flags.long })
  const seed = process.env.DAILIES_TEST_SEED ?? String(Math.floor(Date.now() / 86_400_000))
  console.log(`What is generated comes from DAILIES_TEST_SEED=${seed}.`)
  const folder = shared.environment.DAILIES_TEST_FOLDER
  const reporters = ['spec', join(import.meta.dirname, 'slowest-files.ts')]
  const tests: ChildProcess = spawn(
    process.execPath,
    [
      // Short lives on few processors: collecting rarely, and by no threads of its own, takes a tenth less of them.
      '--single-threaded-gc',
      '--min-semi-space-size=16',
      ...(flags.long ? [] : ['--import', pathToFileURL(join(import.meta.dirname, 'test-process.ts')).href]),
      '--test',
      `--test-timeout=${flags.long ? 3_600_000 : 240_000}`,
      // Tests wait for processes and browsers as much as they compute. Long ones measure, too, and so run alone.
      `--test-concurrency=${flags.long ? 1 : availableParallelism() + 1}`,
      ...reporters.flatMap((name) => [`--test-reporter=${name}`, '--test-reporter-destination=stdout']),
      ...(folder ? await grouped(files, folder) : files),
    ],
    {
      stdio: 'inherit',
      env: {
        // Every file is a process, and so is every service: what they have in common is compiled once.
        NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/compiled'),
        ...process.env,
        ...shared.environment,
        DAILIES_TEST_SEED: seed,
      },
    },
  )
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => tests.kill(signal))
  if (!flags.long) setTimeout(() => tests.kill(), longestRun).unref()
  // Awaited here: what is shared lives until then.
  return await new Promise((resolve) => tests.once('exit', (code) => resolve(code ?? 1)))
}
