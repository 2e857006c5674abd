import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventData, eventEnvelope, eventName, identifiedEvent } from '@dailies/contract/event.ts'
import { attemptOutcome } from '@dailies/contract/webhook.ts'
import { newSecretText, signatureHeaders } from '@dailies/contract/webhook-signature.ts'
import { z } from 'zod'

const guide = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8')
const secret = newSecretText(crypto.getRandomValues(new Uint8Array(32)))
const otherSecret = newSecretText(crypto.getRandomValues(new Uint8Array(32)))
const now = () => Math.floor(Date.now() / 1000)

const receivers = [
  { language: 'ts', command: process.execPath, file: 'receiver.ts' },
  { language: 'python', command: 'python3', file: 'receiver.py' },
]

for (const receiver of receivers) {
  describe(`the receiver in ${receiver.language}`, { concurrency: true }, () => {
    const onReceiver = (work: (running: Receiver) => Promise<void>) => async () => {
      const running = await startReceiver(receiver)
      try {
        await work(running)
      } finally {
        await running.stop()
      }
    }

    test(
      'handles what is signed rightly, and the same again only once',
      onReceiver(async ({ send, handled }) => {
        const first = { id: 'first', body: envelope('asset.created', { prompt: '灯台 – "a lighthouse"' }) }
        assert.equal(await send(first), 204)
        assert.equal(await send(first), 204)
        assert.equal(await send({ ...first, timestamp: now() - 60 }), 204)
        assert.equal(await send({ id: 'second', body: `\n ${envelope('scene.completed')} ` }), 204)
        assert.deepEqual(await handled(2), ['asset.created first', 'scene.completed second'])
      }),
    )

    test(
      'handles each event of a batch once, though it came alone or in another batch before',
      onReceiver(async ({ send, handled }) => {
        const [one, two, three] = ['one', 'two', 'three'].map((id) => ({
          ...JSON.parse(envelope('asset.selected')),
          id,
        }))
        const batch = (...events: object[]) => envelope('batch', { events })
        assert.equal(await send({ id: 'one', body: envelope('asset.selected') }), 204)
        assert.equal(await send({ id: 'batch-1', event: 'batch', body: batch(one, two) }), 204)
        assert.equal(await send({ id: 'batch-2', event: 'batch', body: batch(two, three) }), 204)
        assert.deepEqual(await handled(3), [
          'asset.selected one',
          'asset.selected three',
          'asset.selected two',
        ])
      }),
    )

    test(
      'goes on with its secret for as long as that signs beside a new one',
      onReceiver(async ({ send, handled }) => {
        assert.equal(await send({ id: 'rotated', secret: otherSecret, previousSecret: secret }), 204)
        assert.equal(await send({ id: 'new', previousSecret: otherSecret }), 204)
        assert.deepEqual(await handled(2), ['asset.created new', 'asset.created rotated'])
      }),
    )

    test(
      'refuses what is signed wrongly, stale, ahead of its time, tampered with, or not signed',
      onReceiver(async ({ send, handled }) => {
        const refused = {
          'another secret': await send({ secret: otherSecret }),
          'two other secrets': await send({ secret: otherSecret, previousSecret: `${secret}x` }),
          stale: await send({ timestamp: now() - 310 }),
          'ahead of its time': await send({ timestamp: now() + 310 }),
          'another body': await send({ sentBody: envelope('asset.created', { prompt: 'forged' }) }),
          'the body written anew': await send({ sentBody: ` ${envelope('asset.created')}` }),
          'another time': await send({ headers: { 'X-Service-Timestamp': String(now() + 60) } }),
          'a time that is no number': await send({ timestamp: Number.NaN }),
          'no signature': await send({ headers: { 'X-Service-Signature': '' } }),
          'part of a signature': await send({ headers: { 'X-Service-Signature': 'sha256=' } }),
          'no ASCII': await send({
            headers: { 'X-Service-Signature': 'sha256=é', 'X-Service-Timestamp': '²' },
          }),
        }
        assert.deepEqual(refused, Object.fromEntries(Object.keys(refused).map((what) => [what, 401])))
        assert.deepEqual(await handled(), [])
      }),
    )

    test(
      'goes on after a request that breaks off, or is no webhook at all',
      onReceiver(async ({ address, send, handled }) => {
        const socket = connect(Number(new URL(address).port), '127.0.0.1')
        await once(socket, 'connect')
        socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"event"')
        await sleep(100)
        socket.resetAndDestroy()
        assert.ok((await fetch(address)).status >= 400)
        assert.equal((await fetch(address, { method: 'POST', body: envelope('asset.created') })).status, 401)
        assert.equal(await send({ id: 'after' }), 204)
        assert.deepEqual(await handled(1), ['asset.created after'])
      }),
    )

    test('does not start without a secret, which would let anyone sign', async () => {
      const started = startReceiver(receiver, '').then((running) => running.stop())
      await assert.rejects(started, /Set WEBHOOK_SECRET/)
    })
  })
}

describe('the guide', () => {
  test('names every event with the fields that it has', () => {
    const documented = rows('event').map(([event, , fields = '']) => [event, fields.split(', ').sort()])
    const actual = eventName.options.map((name) => [name, Object.keys(eventData[name].shape).sort()])
    assert.deepEqual(Object.fromEntries(documented), Object.fromEntries(actual))
  })

  test('says of every outcome what to do', () => {
    const documented = rows('outcome').map(([outcome]) => outcome)
    assert.deepEqual(documented, attemptOutcome.options)
  })

  test('shows bodies as they are', () => {
    const [single, batch, ...others] = blocks('json').map((text) => JSON.parse(text))
    assert.deepEqual(others, [])
    const events = z.array(z.strictObject(identifiedEvent.shape)).parse(batch.data.events)
    assert.equal(batch.event, 'batch')
    for (const { event, data } of [eventEnvelope.parse(single), eventEnvelope.parse(batch), ...events]) {
      if (event !== 'batch') z.strictObject(eventData[eventName.parse(event)].shape).parse(data)
    }
  })
})

function envelope(event: string, data: object = {}): string {
  return JSON.stringify({ event, timestamp: '2026-11-21T08:00:00.000Z', data })
}

interface Sending {
  id?: string
  event?: string
  body?: string
  timestamp?: number
  secret?: string
  previousSecret?: string
  /** Instead of the body that was signed. */
  sentBody?: string
  /** Over those that were made. */
  headers?: Record<string, string>
}

interface Receiver {
  address: string
  /** Gives the status of the answer. */
  send(what: Sending): Promise<number>
  /**
   * What it has handled so far, each as `event id`, sorted: it answers first, and handles each by itself. Waits until it
   * is as many as there are to be at least.
   */
  handled(least?: number): Promise<string[]>
  stop(): Promise<void>
}

const startDeadline = 60_000

/** Runs the receiver that the guide prints, in a folder of its own, on a free port. */
async function startReceiver(
  { language, command, file }: (typeof receivers)[number],
  environmentSecret = secret,
): Promise<Receiver> {
  const [program = '', ...others] = blocks(language)
  assert.deepEqual(others, [], `more than one receiver in ${language}`)
  const folder = await mkdtemp(join(tmpdir(), 'dailies-receiver-'))
  await writeFile(join(folder, file), program)
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, PORT: '0', WEBHOOK_SECRET: environmentSecret }
  const child = spawn(command, [file], { cwd: folder, env, detached: true })
  folders.set(child, folder)
  const closed = new Promise<void>((resolve) => child.once('close', resolve))
  const stop = async () => {
    kill(child)
    await closed
    folders.delete(child)
    await rm(folder, { recursive: true })
  }

  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk
  })
  const output: string[] = []
  const reader = createInterface(child.stdout).on('line', (line) => output.push(line))
  const lineWith = async (text: string) => {
    while (!output.some((line) => line.includes(text))) {
      await once(reader, 'line', { signal: AbortSignal.timeout(startDeadline) })
    }
    return output.find((line) => line.includes(text)) as string
  }

  try {
    const failed = new Promise<never>((_, reject) => {
      child.once('error', () => reject(new Error(`The test needs ${command} (apt-get install ${command})`)))
      child.once('close', () => reject(new Error(`The receiver ended: ${errors}`)))
    })
    failed.catch(() => {})
    const port = /(\d+)\D*$/.exec(await Promise.race([lineWith('listening'), failed]))?.[1]
    const address = `http://127.0.0.1:${port}`
    const send = (what: Sending) => sendSigned(address, what)
    const handled = async (least = 0) => {
      assert.equal(await send({ id: 'the-last' }), 204)
      await lineWith('the-last')
      const deadline = Date.now() + startDeadline
      for (;;) {
        const lines = output.filter((line) => line.startsWith('handled ') && !line.endsWith(' the-last'))
        if (lines.length >= least || Date.now() > deadline)
          return lines.map((line) => line.slice('handled '.length)).sort()
        await sleep(20)
      }
    }
    return { address, send, handled, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Of every receiver that runs. */
const folders = new Map<ChildProcess, string>()
process.once('exit', () => {
  for (const [child, folder] of folders) {
    kill(child)
    rmSync(folder, { recursive: true, force: true })
  }
})
process.once('SIGTERM', () => process.exit(1))

/** With all that it started: `python3` may be a script that starts the real one. */
function kill({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

async function sendSigned(
  address: string,
  {
    id = 'some-id',
    event = 'asset.created',
    body = envelope('asset.created'),
    timestamp = now(),
    secret: signingSecret = secret,
    previousSecret,
    sentBody = body,
    headers,
  }: Sending,
): Promise<number> {
  const signed = { id, event, body, timestamp, secret: signingSecret, previousSecret }
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(await signatureHeaders(signed)), ...headers },
    body: sentBody,
  })
  return answer.status
}

/** The code blocks of a language. */
function blocks(language: string): string[] {
  return [...guide.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(([, code]) => code!)
}

/** The cells of the table whose first column has that head, without backticks. */
function rows(head: string): string[][] {
  const table = new RegExp(`^\\| ${head} \\|.*\n\\|---.*\n((?:\\|.*\n)+)`, 'm').exec(guide)?.[1] ?? ''
  const lines = table.trim().replaceAll('`', '').split('\n')
  return lines.map((line) => line.slice(2, -2).split(' | '))
}
