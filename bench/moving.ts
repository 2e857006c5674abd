/**
 * How long a large installation takes into a backup and out of it, and to the other database and back: 1,000,000 versions and 100,000 files.
 * Wherever it arrives every row and file is compared with the first one, past the program, and a service is started on it, where the
 * token, the session, the link, its guest and the webhook of before have to work.
 *
 *   npm run build && node bench/moving.ts [--versions 1000000] [--files 100000]
 *
 * Needs some 20 GB of disk. Ends with 1 where anything is not the same, or a restore or copy takes more than five minutes.
 */
import assert from 'node:assert/strict'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Engine } from '../server/db/database.ts'
import { type HeldKeys, heldKeys } from '../server/test/held-keys.ts'
import { picture, put, take } from '../server/test/media.ts'
import { onRunning, runProcess, startServe } from '../server/test/process.ts'
import { countIntact, digestOfRows } from './digest-of.ts'
import { enlarge } from './large-installation.ts'
import { emptyPlace, type Place } from './places.ts'
import { undoAtSignal } from './undo-at-signal.ts'

const mostSeconds = 300
const { values: flags } = parseArgs({
  options: {
    versions: { type: 'string', default: '1000000' },
    files: { type: 'string', default: '100000' },
  },
})
const size = { versions: Number(flags.versions), files: Number(flags.files) }

/** What a service needs to send webhooks to this machine. */
const sendsToLoopback = {
  DAILIES_DEVELOPMENT: 'true',
  DAILIES_WEBHOOK_ALLOW: '127.0.0.0/8',
  DAILIES_MEDIA_FETCH: 'false',
}

await using cleanup = new AsyncDisposableStack()
undoAtSignal(cleanup)
await onRunning('sqlite', { ...sendsToLoopback, DAILIES_WEBHOOK_WORKER: 'false' }, async (running) => {
  const { serve, user, film } = running
  const held = await heldKeys(serve, user, film)
  cleanup.defer(held.end)
  const versionId = await take(user, film)
  assert.equal((await put(serve, user, versionId, await picture())).status, 200)
  await serve.kill('SIGTERM')
  const first: Place = { folder: running.place.settings.dataFolder }
  await enlarge(first.folder, versionId, size)
  const rows = await digestOfRows(first)
  const files = await countIntact(join(first.folder, 'media'))
  const total = Object.values(rows).reduce((sum, table) => sum + table.rows, 0)
  console.log(`${total} rows, of which ${rows.asset_versions?.rows} versions, and ${files} files`)

  const compare = async (place: Place) => {
    assert.deepEqual(await digestOfRows(place), rows)
    assert.equal(await countIntact(join(place.folder, 'media')), files)
    await use(place, held)
    console.log('  the same, row for row and file for file; token, session, link and webhook work')
  }
  const backups = (await emptyPlace('sqlite', cleanup)).folder
  await timed('backup of sqlite', first, ['backup', backups, '--with-secret-key'])
  await timed('verify', first, ['backup', 'verify', backups])
  for (const engine of ['sqlite', 'postgres'] satisfies Engine[]) {
    const place = await emptyPlace(engine, cleanup)
    const args = ['restore', backups, '--data', place.folder, '--yes']
    await timed(`restore to ${engine}`, place, args, mostSeconds)
    await compare(place)
  }
  const [onPostgres, back] = [await emptyPlace('postgres', cleanup), await emptyPlace('sqlite', cleanup)]
  await timed('copy to postgres', first, copyArgs(first, onPostgres), mostSeconds)
  const others = (await emptyPlace('sqlite', cleanup)).folder
  await timed('backup of postgres', onPostgres, ['backup', others])
  await timed('copy to sqlite', first, copyArgs(onPostgres, back), mostSeconds)
  await compare(back)
  await compare(onPostgres)
})

/** Starts a service on it. */
async function use(place: Place, held: HeldKeys): Promise<void> {
  const { address, kill } = await startServe({
    ...environmentOf(place),
    ...sendsToLoopback,
    DAILIES_PORT: '0',
  })
  try {
    await held.assertOpen(address)
  } finally {
    await kill('SIGTERM')
  }
}

async function timed(what: string, place: Place, args: string[], most = Infinity): Promise<void> {
  const began = performance.now()
  const { code, stderr } = await runProcess(args, { environment: environmentOf(place) })
  assert.equal(code, 0, stderr)
  const seconds = (performance.now() - began) / 1000
  console.log(`${what}: ${seconds.toFixed(0)} s, load ${loadavg()[0]?.toFixed(1)}`)
  if (seconds > most) process.exitCode = 1
}

function environmentOf({ folder, databaseUrl }: Place): Record<string, string> {
  return { DAILIES_DATA: folder, ...(databaseUrl && { DAILIES_DATABASE_URL: databaseUrl }) }
}

function copyArgs(from: Place, to: Place): string[] {
  const media = ['--media-from', join(from.folder, 'media'), '--media-to', join(to.folder, 'media')]
  return ['copy', '--from', addressOf(from), '--to', addressOf(to), ...media, '--data-to', to.folder, '--yes']
}

function addressOf({ folder, databaseUrl }: Place): string {
  return databaseUrl ?? `sqlite:${folder}`
}
