import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { newRawToken } from '../tokens/format.ts'
import { engines, type Place } from './engines.ts'
import { onPlace, runSql, type Serve, startServe } from './process.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { codeOf } from './second-factor.ts'
import { signIn } from './service.ts'
import { onLinux, type Shows, Told } from './told.ts'

const email = 'ada@studio.example'
const environment = {
  DAILIES_DEVELOPMENT: 'true',
  DAILIES_WEBHOOK_ALLOW: '127.0.0.0/8',
  DAILIES_LOG_LEVEL: 'trace',
}

for (const engine of engines) {
  describe(`secrets on ${engine}`, () => {
    test('no token, password or secret is anywhere but in the one answer that shows it', () =>
      onPlace(engine, async (place) => {
        Object.assign(place.environment, environment)
        const receiver = await startReceiver()
        const told = new Told(place)
        const serve = await startServe(place.environment)
        try {
          await useEverything(told, { serve, receiver })
          told.heard('a receiver', JSON.stringify(receiver.received))
          const { stored, key } = await everythingStored(place)
          for (const [where, text] of stored) told.heard(where, text)
          told.keep(key)
          assert.ok(told.text().includes('For the editors'), 'it looks where things are stored')
          await breakEverything(told, { place, serve })
        } finally {
          await serve.kill('SIGTERM')
          await receiver.close()
          told.stop()
        }
        told.heard('the log', serve.output())
        const { stored } = await everythingStored(place)
        for (const [where, text] of stored) told.heard(where, text)

        assert.equal(told.secrets.size, 21)
        assert.match(serve.output(), /"level":50.*request failed/, 'it logs what it did not expect')
        assert.ok(!onLinux || told.arguments.size >= 12, 'it sees the arguments of processes')
        told.heard('arguments', [...told.arguments].join('\n'))
        assert.deepEqual(told.leaks(), [])
      }))
  })
}

/** What a studio does with secrets, rightly and wrongly. */
async function useEverything(
  told: Told,
  { serve: { address }, receiver }: { serve: Serve; receiver: Receiver },
): Promise<void> {
  const token = /svc_\w+/
  const secret = /whsec_\S+/
  const password = told.keep(`correct horse ${randomBytes(9).toString('base64')}`)
  await told.run(['user', 'create', email, '--name', 'Ada', '--password-stdin'], { input: `${password}\n` })
  const first = await told.run(['token', 'create', '--user', email, '--name', 'one'], { shows: token })
  const [{ id }] = JSON.parse(await told.run(['token', 'list', '--user', email, '--json']))
  const raw = await told.run(['token', 'rotate', id, '--overlap', '600'], { shows: token })
  const hook = ['webhook', 'create', '--user', email, '--url', receiver.url]
  const given = told.keep(randomBytes(24).toString('base64url'))
  await told.run([...hook, '--secret-stdin', '--description', 'For the editors'], { input: given })
  await told.run(hook, { shows: secret })

  const headers = { authorization: `Bearer ${raw}`, 'content-type': 'application/json' }
  const post = (path: string, body: object, status: number, shows?: Shows) =>
    told.ask(address + path, { method: 'POST', headers, body: JSON.stringify(body) }, status, shows)
  const made = await post('/api/tokens', { name: 'two' }, 201, 'token')
  const last = await post(`/api/tokens/${made.id}/rotate`, {}, 201, 'token')
  const own = told.keep(randomBytes(24).toString('base64url'))
  const settings = { url: receiver.url, events: ['asset.created'] }
  const webhook = await post('/api/webhooks', settings, 201, 'secret')
  await post(`/api/webhooks/${webhook.id}/rotate-secret`, {}, 200, 'secret')
  await post(`/api/webhooks/${webhook.id}/rotate-secret`, { secret: own }, 200, 'secret')
  await post(`/api/webhooks/${webhook.id}/test`, {}, 200)
  receiver.answer = () => 500
  await post(`/api/webhooks/${webhook.id}/test`, { event: 'asset.created' }, 200)
  await useSecondFactor(told, { address, password })
  await useMedia(told, { address, headers })
  await told.run(['webhook', 'deliveries', webhook.id, '--user', email])
  await told.run(['token', 'audit', '--user', email, '--json'])
  await told.run(['worker', '--once'])

  // The wrong ways.
  const ask = (path: string, more: Record<string, string>, status: number) =>
    told.ask(address + path, { method: 'GET', headers: more }, status)
  const { authorization } = headers
  await post('/api/tokens', { name: 7 }, 400)
  await told.ask(`${address}/api/tokens`, { method: 'POST', headers, body: `{"token": ${raw}` }, 400)
  await told.ask(`${address}/api/tokens/${raw}`, { method: 'DELETE', headers }, 404)
  await ask(`/api/nothing/${raw}`, { authorization }, 404)
  await ask(`/api/extension/projects?access_token=${raw}`, {}, 401)
  await ask(`/api/extension/projects?token=${raw}`, { authorization }, 200)
  await ask(`/api/events?since=${raw}`, { authorization }, 400)
  await ask('/api/extension/projects', { authorization: raw }, 401)
  await ask('/api/extension/projects', { authorization: `Bearer ${raw}x` }, 401)
  await ask('/api/extension/projects', { authorization: `Basic ${btoa(`ada:${raw}`)}` }, 401)
  await ask('/api/extension/projects', { authorization: `Bearer ${told.keep(newRawToken())}` }, 401)
  await ask('/api/extension/projects', { authorization: `Bearer ${raw} ${'x'.repeat(20_000)}` }, 431)
  await told.ask(`${address}/api/tokens/${last.id}`, { method: 'DELETE', headers }, 200)
  await ask('/api/extension/projects', { authorization: `Bearer ${last.secret}` }, 401)
  await ask('/api/extension/projects', { authorization: `Bearer ${first}` }, 200)
  for (const path of ['/api/tokens', '/api/tokens/audit', '/api/webhooks', '/metrics', '/openapi.json']) {
    await ask(path, { authorization }, 200)
  }
  await ask(`/api/webhooks/${webhook.id}/deliveries`, { authorization }, 200)
}

interface Asking {
  address: string
  headers: Record<string, string>
}

/** A second factor beside the password, rightly and wrongly. */
async function useSecondFactor(
  told: Told,
  { address, password }: { address: string; password: string },
): Promise<void> {
  const post = (path: string, body: object, status: number, cookie: string, shows?: Shows) => {
    const headers = { 'content-type': 'application/json', cookie }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    return told.ask(`${address}/api/account${path}`, init, status, shows)
  }
  // A part of the cookie of a session is in the database, and of no use without the rest.
  const cookie = (await signIn({ address }, { email }, password)).cookie
  const currentPassword = password
  const { secret } = await post('/second-factor/begin', { currentPassword }, 200, cookie, 'secret')
  await post('/second-factor', { code: secret }, 400, cookie)
  const made = await post('/second-factor', { code: codeOf(secret) }, 201, cookie, 'recoveryCodes')
  const half = await post('/sign-in', { email, password }, 200, '', 'cookie')
  const step = `dailies_second_step=${half.secret}`
  await post('/sign-in/code', { code: secret }, 401, step)
  await post('/sign-in/code', { code: [made.secret] }, 400, step)
  await post('/sign-in/code', { code: made.secret }, 200, step)
  await post('/sign-in/code', { code: made.secret }, 401, step)
}

/** Media by signed addresses, rightly and wrongly. */
async function useMedia(told: Told, { address, headers }: Asking): Promise<void> {
  const post = async (path: string, body: object) => {
    const answer = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) })
    assert.ok(answer.ok, path)
    return (await answer.json()) as { data: { id: string }; asset: { id: string } }
  }
  const { data: project } = await post('/api/projects', { name: 'Film' })
  await post(`/api/projects/${project.id}/scenes`, { sceneId: '1' })
  const capture = {
    projectId: project.id,
    sceneId: '1',
    platformKey: 'suno',
    assetType: 'MUSIC',
    prompt: 'x',
    selected: true,
  }
  const { asset } = await post('/api/extension/ingest', capture)
  const media = `${address}/api/assets/${asset.id}/media`
  const kept = await fetch(media, { method: 'PUT', headers, body: 'a file' })
  assert.equal(kept.status, 200, await kept.text())

  const { address: signed } = await told.ask(media, { method: 'GET', headers }, 200, 'original')
  const ask = (path: string, method: string, status: number) => told.ask(address + path, { method }, status)
  await ask(signed, 'GET', 200)
  await ask(signed, 'HEAD', 200)
  await told.ask(address + signed, { method: 'GET', headers: { range: 'bytes=9-' } }, 416)
  await ask(signed.replace('/original', '/poster'), 'GET', 404)
  await ask(signed.replace('/original', '/nothing'), 'GET', 400)
  await ask(signed.replace(asset.id, 'nothing'), 'GET', 404)
  await ask(`${signed}&v=nothing`, 'GET', 400)
  await ask(signed, 'PUT', 405)
  await useLinks(told, { address, headers, projectId: project.id, versionId: asset.id })
}

/** A review link with a password, by its guest and by who guesses. */
async function useLinks(
  told: Told,
  { address, headers, projectId, versionId }: Asking & { projectId: string; versionId: string },
): Promise<void> {
  const password = told.keep(`correct horse ${randomBytes(9).toString('base64')}`)
  const wrong = told.keep(`correct horse ${randomBytes(9).toString('base64')}`)
  const guessed = told.keep(randomBytes(32).toString('base64url'))
  const post = (path: string, body: object, status: number, more: Shows | Record<string, string> = {}) => {
    const [shows, further] = typeof more === 'string' ? [more, {}] : [undefined, more]
    const sent = { 'content-type': 'application/json', ...further }
    return told.ask(
      address + path,
      { method: 'POST', headers: sent, body: JSON.stringify(body) },
      status,
      shows,
    )
  }
  const rights = { mayComment: true, mayGiveVerdict: true, mayDownload: true }
  const links = `${address}/api/projects/${projectId}/links`
  const wanted = JSON.stringify({ name: 'Client', shows: 'film', password, ...rights })
  const { id, secret } = await told.ask(links, { method: 'POST', headers, body: wanted }, 201, 'secret')
  await post('/api/links/check', { secret }, 200)
  await post('/api/links/check', { secret: guessed }, 404)
  await post('/api/links/check', { secret: [secret] }, 400)
  await post('/api/links/enter', { secret, name: 'Grace', password: wrong }, 401)
  await post('/api/links/enter', { secret, name: '', password }, 400)
  const { secret: own } = await post('/api/links/enter', { secret, name: 'Grace', password }, 201, 'cookie')
  const cookie = `dailies_guest=${own}`
  const as = (more: string) => ({ cookie: more })
  const take = `/api/links/${id}/takes/${versionId}`
  await post(`${take}/comments`, { text: 'Darker.', key: 'one' }, 201, as(cookie))
  await post(`${take}/verdicts`, { verdict: 'approve' }, 201, as(cookie))
  await post(`${take}/comments`, { text: '' }, 400, as(cookie))
  await post(`${take}/comments`, { text: 'Darker.' }, 404, as(`dailies_guest=${guessed}`))
  const shown = ['', '/takes', '/cut', `/takes/${versionId}/comments`, `/media/${versionId}/original`]
  for (const path of shown) {
    const at = `${address}/api/links/${id}${path}`
    await told.ask(at, { method: 'GET', headers: as(cookie) }, 200)
    await told.ask(`${at}?secret=${secret}`, { method: 'GET', headers: as(`${cookie}x`) }, 404)
  }
  for (const path of [`/r/${secret}`, `/r/${guessed}`]) await told.ask(address + path, { method: 'GET' }, 200)
  await told.ask(`${address}/api/links/${secret}/takes`, { method: 'GET', headers: as(cookie) }, 404)
  const members = ['', '/changes', `/${id}/guests`].map((path) => links + path)
  const also = [`${address}/api/events`, `${address}/api/projects/${projectId}/activity`]
  for (const at of [...members, ...also]) await told.ask(at, { method: 'GET', headers }, 200)
  await told.ask(`${links}/${id}`, { method: 'DELETE', headers }, 200)
}

/** The database no longer has what the service needs. */
async function breakEverything(
  told: Told,
  { place, serve: { address } }: { place: Place; serve: Serve },
): Promise<void> {
  const [, token = ''] = [...told.secrets].filter((secret) => secret.startsWith('svc_'))
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'three' })
  await runSql(place, 'alter table token_audit rename to token_audit_gone')
  await told.ask(`${address}/api/tokens`, { method: 'POST', headers, body }, 500)
  await runSql(place, 'alter table tokens rename to tokens_gone')
  await told.ask(`${address}/api/tokens`, { method: 'GET', headers }, 500)
  await told.ask(`${address}/metrics`, { method: 'GET' }, 200)
}

/** Every file of the data folder and every row of the database; of the file with the key, what is in it. */
async function everythingStored(place: Place): Promise<{ stored: [string, string][]; key: string }> {
  const files = globSync(join(place.settings.dataFolder, '**/*')).filter((file) =>
    /\.\w+$|-wal$|-shm$/.test(file),
  )
  const stored = files
    .filter((file) => !file.endsWith('secret.key'))
    .map((file): [string, string] => [file, readFileSync(file, 'latin1')])
  const key = readFileSync(join(place.settings.dataFolder, 'secret.key'), 'utf8').trim()
  if (place.engine === 'sqlite') {
    assert.ok(stored.length >= 1)
    return { stored, key }
  }
  const tables = await runSql(place, "select tablename from pg_tables where schemaname = 'public'")
  assert.ok(tables.length > 15)
  for (const { tablename } of tables) {
    stored.push([String(tablename), JSON.stringify(await runSql(place, `select * from "${tablename}"`))])
  }
  stored.push(['statements', JSON.stringify(await runSql(place, 'select query from pg_stat_activity'))])
  return { stored, key }
}
