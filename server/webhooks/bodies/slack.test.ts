import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventName } from '@dailies/contract/event.ts'
import { sampleEvent } from './samples.ts'
import { slackBody } from './slack.ts'

test('a new take is told with its prompt and a link', () => {
  const { text, blocks } = told([created({})])
  assert.equal(text, 'New take: IMAGE by midjourney in scene 012A')
  assert.deepEqual(blocks, [
    {
      type: 'section',
      text: {
        type: 'mrkdwn',
        text: [
          '*New take: IMAGE by midjourney in scene 012A*',
          '>a lighthouse at dusk, storm coming in, 35mm',
          '<https://cdn.example/take.png|Open the take (cdn.example)>',
        ].join('\n'),
        verbatim: true,
      },
    },
  ])
})

for (const [event, words] of [
  ['asset.status_changed', 'Take in scene 012A: GENERATED → SELECTED'],
  ['asset.selected', 'New winner: IMAGE in scene 012A, in place of the one before'],
  ['scene.completed', 'Scene 012A is complete: 4 of 4 shots approved'],
  ['webhook.test', 'A test event of Dailies'],
] as const) {
  test(`${event} is told as "${words}"`, () => {
    const body = told([sample(event)])
    assert.equal(body.text, words.replaceAll('>', '&gt;'))
    assert.equal(body.blocks[0].text.text, `*${words}*`)
  })
}

test('a take without a media file has no link', () => {
  assert.doesNotMatch(slackBody([created({ outputUrl: '' })]), /Open the take/)
  assert.doesNotMatch(slackBody([created({ outputUrl: 'javascript:alert(1)' })]), /Open the take/)
})

test('the text of users calls nobody and forges no link', () => {
  const hostile = '<!channel> <https://evil.example|the studio> & <@U1>'
  const body = slackBody([created({ prompt: hostile, platformKey: '<!here>' })])
  assert.doesNotMatch(body, /<!|<@|<https:\/\/evil/)
  assert.match(body, /&lt;!channel&gt; &lt;https:\/\/evil.example\|the studio&gt; &amp; &lt;@U1&gt;/)
})

test('an address cannot end its link early, and its host is shown', () => {
  const [block] = told([created({ outputUrl: 'https://studio.example@evil.example/a|b>c?d&e' })]).blocks
  assert.match(
    block.text.text,
    /<https:\/\/studio.example@evil.example\/a%7Cb%3Ec\?d&amp;e\|Open the take \(evil.example\)>$/,
  )
})

test('an address that leaves no room is left out, and the take is told all the same', () => {
  const [block] = told([created({ outputUrl: `https://cdn.example/${'a'.repeat(8000)}` })]).blocks
  assert.equal(block.text.text.split('\n').length, 2)
})

test('a long prompt is cut between characters', () => {
  const [block] = told([created({ prompt: '🎬'.repeat(1000) })]).blocks
  const quote = block.text.text.split('\n')[1]
  assert.equal(quote, `>${'🎬'.repeat(149)}…`)
})

test('a batch over what Slack takes ends in how many more there are', () => {
  const many = told(Array.from({ length: 100 }, () => sample('scene.completed')))
  assert.equal(many.blocks.length, 50)
  assert.equal(many.blocks[49].text.text, 'and 51 more')
  assert.equal(many.text, 'Scene 012A is complete: 4 of 4 shots approved and 99 more')

  const long = told(Array.from({ length: 40 }, () => created({ prompt: '&'.repeat(1000) })))
  assert.ok(JSON.stringify(long.blocks).length <= 12_200)
  assert.equal(long.blocks.at(-1).text.text, `and ${40 - long.blocks.length + 1} more`)
})

test('50 events of few words are all shown', () => {
  assert.equal(told(Array.from({ length: 50 }, () => sample('webhook.test'))).blocks.length, 50)
})

function told(events: ReturnType<typeof sample>[]) {
  return JSON.parse(slackBody(events))
}

function created(data: object) {
  return sample('asset.created', data)
}

function sample(event: EventName | 'webhook.test', data: object = {}) {
  const text = JSON.stringify({ ...sampleEvent(event).data, ...data })
  return { id: 'one', event, timestamp: '2026-11-21T08:00:00.000Z', data: text }
}
