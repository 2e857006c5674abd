import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { newSecretText, type SignedDelivery, signatureHeaders, verifyWebhook } from './webhook-signature.ts'

const secret = newSecretText(randomBytes(32))
const otherSecret = newSecretText(randomBytes(32))
const rawSecret = 'correct-horse-battery-staple'
const now = Math.floor(Date.now() / 1000)
const delivery: SignedDelivery = {
  id: '0199f6a2-6f0e-7c31-9c86-0d5d2f4f7a10',
  event: 'asset.created',
  body: '{"event":"asset.created","data":{"prompt":"a lighthouse at dusk – 灯台"}}',
  timestamp: now,
  secret,
}
const wrong = { ok: false, reason: 'wrong_signature' }

describe('the headers of a delivery', () => {
  for (const [form, key] of Object.entries({
    'a generated secret': Buffer.from(secret.slice('whsec_'.length), 'base64'),
    'a secret of the user': Buffer.from(rawSecret),
  })) {
    test(`are as node:crypto makes them, with ${form}`, async () => {
      const text = form === 'a generated secret' ? secret : rawSecret
      const { id, event, body } = delivery
      assert.deepEqual(await signatureHeaders({ ...delivery, secret: text }), {
        'X-Service-Signature': `sha256=${mac(text, `${now}.${body}`).toString('hex')}`,
        'X-Service-Timestamp': String(now),
        'X-Service-Event': event,
        'webhook-id': id,
        'webhook-timestamp': String(now),
        'webhook-signature': `v1,${mac(key, `${id}.${now}.${body}`).toString('base64')}`,
      })
    })
  }

  test('satisfy the library of Standard Webhooks, with a generated secret and with one of the user', async () => {
    const expected = JSON.parse(delivery.body)
    assert.deepEqual(new Webhook(secret).verify(delivery.body, await signatureHeaders(delivery)), expected)
    const raw = await signatureHeaders({ ...delivery, secret: rawSecret })
    assert.deepEqual(new Webhook(rawSecret, { format: 'raw' }).verify(delivery.body, raw), expected)
    assert.throws(() => new Webhook(otherSecret).verify(delivery.body, raw))
  })

  test('a secret that only looks generated is taken as text: too short, too long, or no base64', async () => {
    const almost = [23, 65].map((length) => `whsec_${randomBytes(length).toString('base64')}`)
    almost.push(`whsec_${'A'.repeat(42)}`, `whsec_${'A'.repeat(41)}===`, `whsec_${'-'.repeat(44)}`, 'whsec_')
    almost.push(` ${secret}`, secret.toUpperCase(), secret.slice('whsec_'.length))
    for (const text of almost) {
      const headers = await signatureHeaders({ ...delivery, secret: text })
      assert.ok(new Webhook(text, { format: 'raw' }).verify(delivery.body, headers), text)
    }
    for (const length of [24, 64]) {
      const text = `whsec_${randomBytes(length).toString('base64')}`
      const headers = await signatureHeaders({ ...delivery, secret: text })
      assert.ok(new Webhook(text).verify(delivery.body, headers), text)
    }
  })

  test('after a rotation both secrets verify, in either way, and a third does not', async () => {
    const headers = await signatureHeaders({ ...delivery, secret: otherSecret, previousSecret: secret })
    const { body } = delivery
    for (const text of [otherSecret, secret]) {
      assert.ok(new Webhook(text).verify(body, headers))
      assert.deepEqual(await verifyWebhook({ headers, body, secret: text }), { ok: true, id: delivery.id })
      assert.deepEqual(await verifyWebhook({ headers: specified(headers), body, secret: text }), {
        ok: true,
        id: null,
      })
    }
    assert.deepEqual(await verifyWebhook({ headers, body, secret: rawSecret }), wrong)
    assert.deepEqual(await verifyWebhook({ headers: specified(headers), body, secret: rawSecret }), wrong)

    const alone = await signatureHeaders({ ...delivery, secret: otherSecret })
    const previous = await signatureHeaders(delivery)
    assert.deepEqual(headers, {
      ...alone,
      'X-Service-Signature-Previous': previous['X-Service-Signature'],
      'webhook-signature': `${alone['webhook-signature']} ${previous['webhook-signature']}`,
    })
  })
})

describe('verifying a request', () => {
  test('takes headers as fetch and as node:http have them, in any case, and the body as text or bytes', async () => {
    const headers = await signatureHeaders(delivery)
    const forms = [
      headers,
      new Headers(headers),
      await overHttp(headers),
      renamed(headers, (name) => name.toUpperCase()),
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    ]
    for (const form of forms) {
      for (const body of [delivery.body, Buffer.from(delivery.body)]) {
        assert.deepEqual(await verifyWebhook({ headers: form, body, secret }), { ok: true, id: delivery.id })
      }
    }
  })

  test('with the X-Service headers alone it tells no id, for they do not sign one', async () => {
    const headers = { ...specified(await signatureHeaders(delivery)), 'webhook-id': 'made-up' }
    assert.deepEqual(await verifyWebhook({ headers, body: delivery.body, secret }), { ok: true, id: null })
  })

  test('does with the X-Service headers when one of Standard Webhooks got lost', async () => {
    const headers = await signatureHeaders(delivery)
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
      const { [name]: _, ...others } = headers
      const answer = await verifyWebhook({ headers: others, body: delivery.body, secret })
      assert.deepEqual(answer, { ok: true, id: null }, name)
    }
  })

  test('is refused when any part of it is not as it was sent', async () => {
    const { body } = delivery
    const headers = await signatureHeaders(delivery)
    for (const set of [headers, specified(headers)]) {
      assert.equal((await verifyWebhook({ headers: set, body, secret })).ok, true)
      assert.deepEqual(await verifyWebhook({ headers: set, body: `${body} `, secret }), wrong)
      assert.deepEqual(await verifyWebhook({ headers: set, body: '', secret }), wrong)
      assert.deepEqual(await verifyWebhook({ headers: set, body, secret: otherSecret }), wrong)
      for (const name of Object.keys(set).filter((name) => name !== 'X-Service-Event')) {
        if (set === headers && name.startsWith('X-')) continue
        const value = set[name] as string
        for (const other of [`${value}0`, `0${value}`, value.slice(0, -1), changed(value)]) {
          const answer = await verifyWebhook({ headers: { ...set, [name]: other }, body, secret, now })
          assert.equal(answer.ok, false, `${name}: ${other}`)
        }
      }
    }
  })

  test('a wrong signature of Standard Webhooks is not made good by a right one of X-Service-Signature', async () => {
    const headers = { ...(await signatureHeaders(delivery)), 'webhook-signature': 'v1,AAAA' }
    assert.deepEqual(await verifyWebhook({ headers, body: delivery.body, secret }), wrong)
  })

  test('a right signature is found among others, and only as v1 or sha256', async () => {
    const headers = await signatureHeaders(delivery)
    const right = headers['webhook-signature'] as string
    const verify = (signature: string) =>
      verifyWebhook({ headers: { ...headers, 'webhook-signature': signature }, body: delivery.body, secret })
    assert.equal((await verify(`v1a,AAAA v1,AAAA ${right} v2,x`)).ok, true)
    for (const signature of [right.replace('v1', 'v1a'), right.replace('v1', 'v2'), right.slice(3)]) {
      assert.deepEqual(await verify(signature), wrong)
    }
  })

  test('is refused without a header that it needs', async () => {
    const missing = { ok: false, reason: 'missing_header' }
    const headers = specified(await signatureHeaders(delivery))
    const verify = (set: Record<string, string | undefined>) =>
      verifyWebhook({ headers: set, body: delivery.body, secret })
    assert.deepEqual(await verify({}), missing)
    assert.deepEqual(await verify({ ...headers, 'X-Service-Signature': undefined }), missing)
    assert.deepEqual(await verify({ ...headers, 'X-Service-Timestamp': undefined }), missing)
    assert.deepEqual(await verify({ 'webhook-id': 'x', 'webhook-signature': 'v1,AAAA' }), missing)
  })

  test('is refused more than five minutes before or after its time, or than the tolerance asked for', async () => {
    const untimely = { ok: false, reason: 'untimely' }
    const headers = await signatureHeaders(delivery)
    for (const set of [headers, specified(headers)]) {
      const at = (seconds: number, tolerance?: number) =>
        verifyWebhook({ headers: set, body: delivery.body, secret, now: now + seconds, tolerance })
      for (const seconds of [-300, 0, 300]) assert.equal((await at(seconds)).ok, true)
      for (const seconds of [-301, 301]) assert.deepEqual(await at(seconds), untimely)
      assert.equal((await at(301, 600)).ok, true)
      assert.deepEqual(await at(11, 10), untimely)
      assert.deepEqual(await at(0, Number.NaN), untimely)
    }
  })

  test('by the clock when no time is given', async () => {
    const { body } = delivery
    const old = await signatureHeaders({ ...delivery, timestamp: now - 1000 })
    assert.deepEqual(await verifyWebhook({ headers: old, body, secret }), { ok: false, reason: 'untimely' })
  })

  test('a time that is no number is refused, rightly signed or not', async () => {
    for (const timestamp of ['NaN', 'Infinity', `${now}.5`, ` ${now}`, '-1', '1e9', '0x1']) {
      const signature = `sha256=${mac(secret, `${timestamp}.${delivery.body}`).toString('hex')}`
      const headers = { 'X-Service-Timestamp': timestamp, 'X-Service-Signature': signature }
      const answer = await verifyWebhook({ headers, body: delivery.body, secret, tolerance: Infinity })
      assert.deepEqual(answer, { ok: false, reason: 'untimely' }, timestamp)
    }
  })

  test('any body verifies, and with any byte of it changed it does not', async () => {
    const anyText = fc.string({ unit: 'binary', minLength: 1, maxLength: 200 })
    const anySecret = fc.oneof(
      fc.uint8Array({ minLength: 24, maxLength: 64 }).map(newSecretText),
      fc.stringMatching(/^[\x21-\x7e]{16,200}$/),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          body: anyText,
          secret: anySecret,
          place: fc.nat(),
          flip: fc.integer({ min: 1, max: 255 }),
        }),
        async ({ body, secret, place, flip }) => {
          const headers = await signatureHeaders({ ...delivery, body, secret })
          const tampered = Buffer.from(body)
          tampered[place % tampered.length]! ^= flip
          for (const set of [headers, specified(headers)]) {
            assert.equal((await verifyWebhook({ headers: set, body, secret, now })).ok, true)
            assert.deepEqual(await verifyWebhook({ headers: set, body: tampered, secret, now }), wrong)
          }
        },
      ),
    )
  })
})

describe('secrets', () => {
  test('a new one is whsec_ and base64 of its bytes, of which there are 24 to 64', () => {
    const random = randomBytes(32)
    assert.equal(newSecretText(random), `whsec_${random.toString('base64')}`)
    for (const length of [0, 23, 65]) assert.throws(() => newSecretText(randomBytes(length)), RangeError)
  })

  test('an empty one neither signs nor verifies', async () => {
    await assert.rejects(signatureHeaders({ ...delivery, secret: '' }), /The secret is empty/)
    await assert.rejects(signatureHeaders({ ...delivery, previousSecret: '' }), /The secret is empty/)
    const headers = await signatureHeaders(delivery)
    await assert.rejects(verifyWebhook({ headers, body: delivery.body, secret: '' }), /The secret is empty/)
  })
})

test('it needs nothing that a service worker lacks', () => {
  const source = readFileSync(new URL('webhook-signature.ts', import.meta.url), 'utf8')
  assert.doesNotMatch(source, /^import|import\(|require\(|\b(Buffer|process|window|document)\b/m)
})

function mac(key: string | Buffer, content: string): Buffer {
  return createHmac('sha256', key).update(content).digest()
}

function specified(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('X-')))
}

function renamed(headers: Record<string, string>, rename: (name: string) => string) {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [rename(name), value]))
}

/** With another character in the middle. */
function changed(value: string): string {
  const middle = value.length >> 1
  return `${value.slice(0, middle)}${value[middle] === '1' ? '2' : '1'}${value.slice(middle + 1)}`
}

async function overHttp(headers: Record<string, string>): Promise<IncomingHttpHeaders> {
  const { promise, resolve } = Promise.withResolvers<IncomingHttpHeaders>()
  const server = createServer((request, response) => {
    resolve(request.headers)
    response.end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { method: 'POST', headers })
  await server[Symbol.asyncDispose]()
  return promise
}
