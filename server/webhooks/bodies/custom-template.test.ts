import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { EventName } from '@dailies/contract/event.ts'
import { customBody } from './custom-template.ts'
import { sampleEvent } from './samples.ts'

const timestamp = '2026-11-21T08:00:00.000Z'

test('a prompt with quotes stays valid JSON in a custom template', () => {
  const prompt = '"Cut!"\n\\ 🎬 \u0007 </script> & \ud800'
  const body = rendered('{"said":"{{data.prompt}}"}', [created({ prompt })])
  assert.deepEqual(JSON.parse(body), { said: prompt })
})

test('a number goes without quotes', () => {
  assert.equal(rendered('[{{data.totalShotCount}}]', [sample('scene.completed')]), '[4]')
})

test('the flags tell the kinds of event apart', () => {
  const template =
    '["{{#is.asset_created}}new{{/is.asset_created}}{{^is.asset_created}}{{event}}{{/is.asset_created}}"]'
  assert.equal(rendered(template, [created({})]), '["new"]')
  assert.equal(rendered(template, [sample('scene.completed')]), '["scene.completed"]')
})

test('what is not there, an object and a list are empty text', () => {
  assert.equal(rendered('["{{nothing}}{{data.nothing.more}}{{data}}"]', [created({})]), '[""]')
  assert.equal(rendered('["{{events}}"]', [created({})], true), '[""]')
})

test('a name is looked up outwards by its first part only', () => {
  const template = '[{{#data}}"{{sceneId}} {{event}} {{is.nothing}}"{{/data}}]'
  assert.equal(rendered(template, [created({})]), '["012A asset.created "]')
})

test('a template reaches nothing that strings and objects inherit', () => {
  for (const name of [
    'constructor',
    '__proto__',
    'data.constructor',
    'data.__proto__.constructor',
    'id.length',
    'id.constructor.fromCharCode',
    'data.prompt.constructor.name',
    'is.toString',
    'hasOwnProperty',
  ]) {
    assert.equal(rendered(`["{{${name}}}{{#${name}}}yes{{/${name}}}"]`, [created({})]), '[""]', name)
  }
})

test('a batch has its own timestamp', () => {
  const template = '["{{event}}","{{timestamp}}"{{#events}},"{{event}}","{{timestamp}}"{{/events}}]'
  const body = customBody(template, [created({})], { batched: true, timestamp: '2026-11-21T08:00:05.000Z' })
  assert.deepEqual(JSON.parse(body), ['batch', '2026-11-21T08:00:05.000Z', 'asset.created', timestamp])
})

test('a key named __proto__ is data like any other', () => {
  const event = { ...created({}), data: '{"__proto__":{"sceneId":"forged"}}' }
  assert.equal(rendered('["{{data.sceneId}}","{{data.__proto__.sceneId}}"]', [event]), '["","forged"]')
})

test('more than 1 MiB is refused before it takes memory', () => {
  const events = Array.from({ length: 100 }, () => created({ prompt: '\u0001'.repeat(100_000) }))
  const template = `["{{#events}}${'{{data.prompt}}'.repeat(190)}{{/events}}"]`
  assert.throws(() => rendered(template, events, true), /more than 1 MiB/)

  const text = `[{{#events}}"${'é'.repeat(9000)}"{{^last}},{{/last}}{{/events}}]`
  assert.throws(() => rendered(text, events, true), /more than 1 MiB/)
  assert.ok(rendered(text, events.slice(0, 50), true).length > 400_000)
})

test('what renders to no JSON is refused, and where it goes wrong is told', () => {
  assert.throws(
    () => rendered('{"a": {{data.sceneId}}}', [created({})]),
    /not render to JSON: .* near \{"a": 012A\}/,
  )
  assert.throws(() => rendered('"{{event}}"', [created({})]), /not render to a JSON object or array/)
  assert.throws(() => rendered('null', [created({})]), /not render to a JSON object or array/)
})

test('the examples of docs/webhook-templates.md are true', () => {
  const page = readFileSync(new URL('../../../docs/webhook-templates.md', import.meta.url), 'utf8')
  const [single, batch] = examples(page, 'mustache')
  const [singleResult, batchResult] = examples(page, 'json')
  const first = { ...created({}), id: '0198c1f2-7a10-7000-8000-000000000001' }
  const second = { ...sample('scene.completed'), id: '0198c1f2-7a10-7000-8000-000000000002' }

  assert.deepEqual(JSON.parse(rendered(single!, [first])), JSON.parse(singleResult!))
  assert.deepEqual(JSON.parse(rendered(batch!, [first, second], true)), JSON.parse(batchResult!))
})

function examples(page: string, language: string): string[] {
  return [...page.matchAll(/```(\w+)\n([\s\S]*?)```/g)]
    .filter(([, name]) => name === language)
    .map(([, , text]) => text!)
}

function rendered(template: string, events: ReturnType<typeof sample>[], batched = false): string {
  return customBody(template, events, { batched, timestamp })
}

function created(data: object) {
  return sample('asset.created', data)
}

function sample(event: EventName | 'webhook.test', data: object = {}) {
  return { id: 'one', event, timestamp, data: JSON.stringify({ ...sampleEvent(event).data, ...data }) }
}
