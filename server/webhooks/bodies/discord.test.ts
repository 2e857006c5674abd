import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventName } from '@dailies/contract/event.ts'
import { discordBody } from './discord.ts'
import { sampleEvent } from './samples.ts'

const timestamp = '2026-11-21T08:00:00.000Z'

test('a new take is told with its prompt and a link, and mentions nobody', () => {
  assert.deepEqual(told([created({})]), {
    embeds: [
      {
        title: 'New take: IMAGE by midjourney in scene 012A',
        description:
          '> a lighthouse at dusk, storm coming in, 35mm\n[Open the take (cdn.example)](https://cdn.example/take.png)',
        timestamp,
      },
    ],
    allowed_mentions: { parse: [] },
  })
})

test('a change of status is told in one line', () => {
  const { embeds } = told([sample('asset.status_changed')])
  assert.deepEqual(embeds, [{ title: 'Take in scene 012A: GENERATED → SELECTED', timestamp }])
})

test('the text of users stays plain: no mention, no link, no markdown', () => {
  const prompt = '@everyone <@1> [the studio](https://evil.example) **bold** `code`'
  const [embed] = told([created({ prompt, outputUrl: '' })]).embeds
  assert.equal(
    embed.description,
    '> @\u200beveryone \\<@\u200b1\\> \\[the studio\\](https:\\/\\/evil.example) \\*\\*bold\\*\\* \\`code\\`',
  )
})

test('a prompt of several lines stays inside of its quote', () => {
  const [embed] = told([created({ prompt: 'one\n\n# two\u202e', outputUrl: '' })]).embeds
  assert.equal(embed.description, '> one \\# two')
})

test('an address cannot end its link early', () => {
  const [embed] = told([created({ prompt: '', outputUrl: 'https://cdn.example/a) [b](c' })]).embeds
  assert.equal(embed.description, '[Open the take (cdn.example)](https://cdn.example/a%29%20[b]%28c)')
})

test('an address that leaves no room is left out, and the take is told all the same', () => {
  const [embed] = told([created({ outputUrl: `https://cdn.example/${'a'.repeat(8000)}` })]).embeds
  assert.equal(embed.description, '> a lighthouse at dusk, storm coming in, 35mm')
})

test('a batch over what Discord takes ends in how many more there are', () => {
  const many = told(Array.from({ length: 21 }, () => sample('scene.completed'))).embeds
  assert.equal(many.length, 10)
  assert.deepEqual(many[9], { description: 'and 12 more' })

  const long = told(
    Array.from({ length: 10 }, () => created({ outputUrl: `https://a.example/${'a'.repeat(2500)}` })),
  )
  assert.deepEqual(long.embeds.slice(2), [{ description: 'and 8 more' }])
})

test('10 events of few words are all shown', () => {
  assert.equal(told(Array.from({ length: 10 }, () => sample('webhook.test'))).embeds.length, 10)
})

function told(events: ReturnType<typeof sample>[]) {
  return JSON.parse(discordBody(events))
}

function created(data: object) {
  return sample('asset.created', data)
}

function sample(event: EventName | 'webhook.test', data: object = {}) {
  return { id: 'one', event, timestamp, data: JSON.stringify({ ...sampleEvent(event).data, ...data }) }
}
