/**
 * Runs the tests on a PostgreSQL of their own, which is started for the run and removed after it.
 *
 *   node scripts/test.ts [FILE …]     all tests, or those files
 *   node scripts/test.ts --long       those that take many minutes, by themselves (*.long.ts)
 *
 * DAILIES_TEST_POSTGRES=postgres://… takes a server that is there already (PostgreSQL 15 to 18); its user must be
 * allowed to create databases.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from './postgres.ts'

const long = process.argv[2] === '--long'
const own = process.env.DAILIES_TEST_POSTGRES ? undefined : await startPostgres({ durable: long })
const files = process.argv.slice(long ? 3 : 2)
const every = '{contract,server,bench,scripts,sdk/{src,test},console/src,extension/src,e2e}/**/*'
const tests: ChildProcess = spawn(
  process.execPath,
  [
    '--test',
    `--test-timeout=${long ? 3_600_000 : 240_000}`,
    // Tests wait for processes and browsers as much as they compute: two files at a time also on two cores. Long ones
    // measure, too, and so run alone.
    `--test-concurrency=${long ? 1 : Math.max(2, availableParallelism() - 1)}`,
    ...(files.length > 0 ? files : globSync(`${every}.${long ? 'long' : 'test'}.ts`)),
  ],
  {
    stdio: 'inherit',
    env: {
      // Every file is a process, and so is every service: what they have in common is compiled once.
      NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/compiled'),
      ...process.env,
      DAILIES_TEST_POSTGRES: process.env.DAILIES_TEST_POSTGRES ?? own?.url,
    },
  },
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => tests.kill(signal))
const code = await new Promise<number>((resolve) => tests.once('exit', (code) => resolve(code ?? 1)))
await own?.stop()
process.exitCode = code
