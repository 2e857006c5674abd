import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bodyOf } from './body.ts'
import { sampleEvent } from './samples.ts'
import type { SendableEvent } from './sendable-event.ts'
import '../../test/seed.ts'

const timestamp = '2026-11-21T08:00:00.000Z'
const members = '"{{id}} {{event}} {{data.prompt}} {{data.sceneId}} {{data.outputUrl}} {{data.message}}"'
const custom = (body: string) => ({ type: 'custom' as const, body })

const hostile = fc.array(
  fc.constantFrom(
    '"',
    '\\',
    '\n',
    '<!channel>',
    '@everyone',
    '<@1>',
    '*',
    '](https://evil.example)',
    '&',
    '🎬',
    '{{id}}',
  ),
  { maxLength: 2000 },
)
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
  hostile.map((parts) => parts.join('')),
)
const address = fc.oneof(
  text,
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  text.map((path) => `https://cdn.example/${path}`),
)

const anyEvent: fc.Arbitrary<SendableEvent> = fc
  .constantFrom(
    'asset.created',
    'asset.status_changed',
    'asset.selected',
    'scene.completed',
    'shot.assigned',
    'webhook.test',
  )
  .chain((event) => {
    const { data } = sampleEvent(event as Parameters<typeof sampleEvent>[0])
    const fields = Object.entries(data).map(([key, value]) => {
      if (typeof value === 'number') return [key, fc.nat()]
      return [key, key === 'outputUrl' ? address : text]
    })
    return fc
      .record(Object.fromEntries(fields))
      .map((changed) => ({ id: 'one', event, timestamp, data: JSON.stringify(changed) }))
  })
const anyBatch = fc.array(anyEvent, { minLength: 1, maxLength: 100, size: 'max' })

test('any event gives valid JSON in every form, within the limits, and always the same', () => {
  fc.assert(
    fc.property(anyEvent, (event) => {
      checkEnvelope(body([event], null, false).data, event)
      checkSlack(body([event], { type: 'slack' }, false), 1)
      checkDiscord(body([event], { type: 'discord' }, false), 1)
      checkCustom(body([event], custom(`[${members}]`), false), [event])
    }),
    { numRuns: 300 },
  )
})

test('any batch gives valid JSON in every form, within the limits, and always the same', () => {
  fc.assert(
    fc.property(anyBatch, (events) => {
      const sent = body(events, null, true).data.events
      for (const [index, event] of events.entries()) checkEnvelope(sent[index].data, event)
      checkSlack(body(events, { type: 'slack' }, true), events.length)
      checkDiscord(body(events, { type: 'discord' }, true), events.length)
      const list = `[{{#events}}${members}{{^last}},{{/last}}{{/events}}]`
      if (JSON.stringify(events).length < 500_000) checkCustom(body(events, custom(list), true), events)
    }),
    { numRuns: 60 },
  )
})

function body(events: SendableEvent[], template: Parameters<typeof bodyOf>[1]['template'], batched: boolean) {
  const form = { template, batched, timestamp }
  const { body } = bodyOf(events, form)
  assert.equal(bodyOf(structuredClone(events), form).body, body)
  return JSON.parse(body)
}

function checkEnvelope(data: unknown, event: SendableEvent): void {
  assert.deepEqual(data, JSON.parse(event.data))
}

// biome-ignore lint/suspicious/noExplicitAny: parsed JSON
function checkSlack({ text, blocks }: any, count: number): void {
  assert.ok(text.length > 0 && text.length <= 3000)
  assert.ok(blocks.length > 0 && blocks.length <= 50)
  assert.ok(JSON.stringify(blocks).length <= 12_500)
  for (const block of blocks) {
    assert.ok(block.text.text.length > 0 && block.text.text.length <= 3000)
    assert.doesNotMatch(block.text.text.replace(/<https?:\/\/[^<>|]+\|Open the take \([^<>|]+\)>$/, ''), /</)
    assert.ok(block.text.text.isWellFormed())
  }
  assert.doesNotMatch(text, /</)
  checkCount(blocks, blocks.at(-1).text.text, count)
}

// biome-ignore lint/suspicious/noExplicitAny: parsed JSON
function checkDiscord({ embeds, allowed_mentions }: any, count: number): void {
  assert.deepEqual(allowed_mentions, { parse: [] })
  assert.ok(embeds.length > 0 && embeds.length <= 10)
  let total = 0
  for (const { title = '', description = '' } of embeds) {
    assert.ok(title.length <= 256 && description.length <= 4096)
    assert.ok((title + description).isWellFormed())
    // An address keeps its "@", percent-encoded or not: inside of a link it mentions nobody.
    const plain = description.replace(/\[Open the take \(.*?\)\]\(https?:[^()<>\s]+\)$/, '')
    assert.doesNotMatch(title + plain, /@everyone|(?<!\\)[<[]/)
    total += title.length + description.length
  }
  assert.ok(total > 0 && total <= 6000)
  checkCount(embeds, embeds.at(-1).description ?? '', count)
}

/** What is shown and what is said to be left out make the whole. */
function checkCount(parts: unknown[], last: string, count: number): void {
  const more = /^and (\d+) more$/.exec(last)?.[1]
  assert.equal(more ? parts.length - 1 + Number(more) : parts.length, count)
}

function checkCustom(sent: unknown, events: SendableEvent[]): void {
  const expected = events.map(({ id, event, data: text }) => {
    const { prompt = '', sceneId = '', outputUrl = '', message = '' } = JSON.parse(text)
    return `${id} ${event} ${prompt} ${sceneId} ${outputUrl} ${message}`
  })
  assert.deepEqual(sent, expected)
}
