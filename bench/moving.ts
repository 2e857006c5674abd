/**
 * How long a large installation takes into a backup and out of it, and to the other database and back: 1,000,000 versions and 100,000 files.
 * Wherever it arrives every row and file is compared with the first one, past the program, and a service is started on it, where the
 * token, the session, the guest of the link and the webhook of before have to work.
 *
 *   npm run build && node bench/moving.ts [--versions 1000000] [--files 100000]
 *
 * Needs some 20 GB of disk. Ends with 1 where anything is not the same, or a restore or copy takes more than five minutes.
 */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Engine } from '../server/db/database.ts'
import { guestOf, madeLink } from '../server/test/guests.ts'
import { picture, put, take } from '../server/test/media.ts'
import { onRunning, type Running, runProcess, startServe } from '../server/test/process.ts'
import { startReceiver } from '../server/test/receiver.ts'
import { callerWith, sessionCaller, signIn, type TestService } from '../server/test/service.ts'
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

await using cleanup = new AsyncDisposableStack()
undoAtSignal(cleanup)
const receiver = await startReceiver()
cleanup.defer(() => receiver.close())
const secret = 'a-secret-of-our-own'
/** What a service needs to send webhooks to it. */
const toReceiver = { DAILIES_DEVELOPMENT: 'true', DAILIES_WEBHOOK_ALLOW: '127.0.0.0/8' }

await onRunning('sqlite', { ...toReceiver, DAILIES_WEBHOOK_WORKER: 'false' }, async (running) => {
  const known = await whatIsKnown(running)
  await running.serve.kill('SIGTERM')
  const first: Place = { folder: running.place.settings.dataFolder }
  await enlarge(first.folder, known.versionId, size)
  const rows = await digestOfRows(first)
  const files = await countIntact(join(first.folder, 'media'))
  const total = Object.values(rows).reduce((sum, table) => sum + table.rows, 0)
  console.log(`${total} rows, of which ${rows.asset_versions?.rows} versions, and ${files} files`)

  const compare = async (place: Place) => {
    assert.deepEqual(await digestOfRows(place), rows)
    assert.equal(await countIntact(join(place.folder, 'media')), files)
    await use(place, known)
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

type Known = Awaited<ReturnType<typeof whatIsKnown>>

/** A token, a session, a guest by a link, a webhook, and a version with a file. */
async function whatIsKnown(running: Running) {
  const { serve, user, film } = running
  const session = await signIn(serve, user)
  const link = await madeLink(user, film.projectId)
  const service = { ...running, address: serve.address } as unknown as TestService
  const guest = await guestOf(service, link)
  const hook = { url: receiver.url, events: ['asset.created'], secret }
  assert.equal((await user.send('POST', '/api/webhooks', hook)).status, 201)
  const versionId = await take(user, film)
  const bytes = await picture()
  assert.ok((await put(serve, user, versionId, bytes)).status < 300)
  return { token: user.token, session, link, guest, capture: film.capture, versionId, bytes }
}

async function use(place: Place, known: Known): Promise<void> {
  const environment = {
    ...environmentOf(place),
    ...toReceiver,
    DAILIES_PORT: '0',
    DAILIES_MEDIA_FETCH: 'false',
  }
  const { address, kill } = await startServe(environment)
  try {
    const [byToken, bySession] = [
      callerWith(address, known.token),
      sessionCaller(address, known.session.cookie),
    ]
    const before = receiver.received.length
    const { status, body } = await byToken.ingest(known.capture)
    assert.equal(status, 200)
    assert.equal((await bySession.get('/api/account')).status, 200)
    const asGuest = sessionCaller(address, known.guest.cookie)
    assert.equal((await asGuest.get(`/api/links/${known.link.id}`)).status, 200)
    const kept = await fetch(`${address}/api/media/${known.versionId}/original`, {
      headers: { authorization: `Bearer ${known.token}` },
    })
    assert.ok(known.bytes.equals(Buffer.from(await kept.arrayBuffer())))
    await delivered(before, body.asset.id)
  } finally {
    await kill('SIGTERM')
  }
}

/** Waits until the receiver was told of the version, signed with the secret of before. */
async function delivered(before: number, versionId: string): Promise<void> {
  const deadline = Date.now() + 30_000
  for (;;) {
    const one = receiver.received.slice(before).find(({ body }) => body.includes(versionId))
    if (one) {
      const { headers, body } = one
      const signed = createHmac('sha256', secret).update(`${headers['x-service-timestamp']}.${body}`)
      return assert.equal(headers['x-service-signature'], `sha256=${signed.digest('hex')}`)
    }
    assert.ok(Date.now() < deadline, 'No webhook was sent')
    await sleep(50)
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
