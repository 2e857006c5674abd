import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type EventName, eventName } from '@dailies/contract/event.ts'
import { templateProblem } from './check-template.ts'

const batching = { maxEvents: 10, maxSeconds: 60 }

test('no template, Slack and Discord need no check, batched or not', () => {
  for (const template of [null, { type: 'slack' as const }, { type: 'discord' as const }]) {
    assert.equal(templateProblem({ template, batching: null, events: ['asset.created'] }), undefined)
    assert.equal(templateProblem({ template, batching, events: ['asset.created'] }), undefined)
  }
})

test('the templates of docs/webhook-templates.md are accepted for every event', () => {
  const page = readFileSync(new URL('../../../docs/webhook-templates.md', import.meta.url), 'utf8')
  const [single, batch] = [...page.matchAll(/```mustache\n([\s\S]*?)```/g)].map(([, text]) => text!)
  assert.equal(problem(single!, eventName.options), undefined)
  assert.equal(problem(batch!, eventName.options, true), undefined)
})

for (const [what, body, message] of [
  ['an unclosed section', '{{#data}}{}', /^Not a Mustache template: Unclosed section "data" at 11$/],
  ['an unclosed tag', '{"a":"{{event"}', /^Not a Mustache template: Unclosed tag/],
  ['three braces', '{"a":"{{{data.prompt}}}"}', /^Must not have unescaped tags: \{\{\{data.prompt/],
  ['an ampersand', '{"a":"{{& data.prompt}}"}', /^Must not have unescaped tags/],
  ['an unescaped tag in a section', '{"a":"{{#data}}{{&prompt}}{{/data}}"}', /^Must not have unescaped tags/],
  ['a partial', '{"a":"{{>other}}"}', /^Must not have partials: \{\{>other\}\}/],
  ['other delimiters', '{{=<% %>=}}{"a":"<%& data.prompt %>"}', /^Must not change the delimiters/],
  ['a section in itself', '{{#a}}{{#b}}{{#a}}{{/a}}{{/b}}{{/a}}{}', /^Must not have a section inside .*: a$/],
  ['an inverted section in itself', '{{#a}}{{^a}}{{/a}}{{/a}}{}', /^Must not have a section inside .*: a$/],
  ['201 tags', `{"a":"${'{{id}}'.repeat(201)}"}`, /^Must have at most 200 tags$/],
  ['a long tag', `{"a":"{{id${' '.repeat(9000)}x}}"}`, /^Must have no tag of more than 200 characters/],
  ['sections 9 deep', `${nested(9)}{}`, /^Must not nest sections deeper than 8: s8$/],
] as const) {
  test(`${what} is refused, and told`, () => {
    assert.match(problem(body, ['asset.created']) ?? '', message)
  })
}

test('200 tags and sections 8 deep are accepted', () => {
  assert.equal(problem(`{"a":"${'{{id}}'.repeat(200)}"}`, ['scene.completed']), undefined)
  assert.equal(problem(`${nested(8)}{}`, ['scene.completed']), undefined)
})

test('text without quotes is refused, and the event is named', () => {
  const body = '{"a": 1{{#is.scene_completed}}, "b": {{data.sceneId}}{{/is.scene_completed}}}'
  assert.equal(problem(body, ['asset.created']), undefined)
  assert.match(
    problem(body, ['asset.created', 'scene.completed']) ?? '',
    /^scene.completed: .*not render to JSON/,
  )
})

test('a backslash before a tag is refused: it would undo the escape', () => {
  assert.match(
    problem('{"a":"\\u{{data.assetVersionId}}"}', ['asset.created']) ?? '',
    /^asset.created with quotes/,
  )
})

test('what is only valid while a text is there is refused', () => {
  const body = '{"a":{{#data.message}}1{{/data.message}}{{#data.shotId}}1{{/data.shotId}}}'
  assert.match(
    problem(body, ['asset.selected']) ?? '',
    /^asset.selected with empty text: .*not render to JSON/,
  )
})

test('a template is tried with the test event as well', () => {
  assert.match(problem('{"a":{{data.totalShotCount}}}', ['scene.completed']) ?? '', /^webhook.test: /)
})

test('what the longest prompt makes too large is refused', () => {
  const body = `{"a":"${'{{data.prompt}}'.repeat(11)}"}`
  assert.match(
    problem(body, ['asset.created']) ?? '',
    /^asset.created with a prompt of 100,000 characters: .*more than 1 MiB/,
  )
  assert.equal(problem(body, ['asset.selected']), undefined)
})

test('a batch is tried with two events, and with one', () => {
  const list = (comma: string) => `[{{#events}}"{{id}}"${comma}{{/events}}]`
  assert.equal(problem(list('{{^last}},{{/last}}'), ['asset.created'], true), undefined)
  assert.match(problem(list(''), ['asset.created'], true) ?? '', /in a batch of 2/)
  const onlyTwo = '[{{#events}}{{^last}}1{{/last}}{{#last}},2{{/last}}{{/events}}]'
  assert.match(problem(onlyTwo, ['asset.created'], true) ?? '', /in a batch of 1/)
})

function problem(body: string, events: readonly EventName[], batched = false): string | undefined {
  const template = { type: 'custom' as const, body }
  return templateProblem({ template, batching: batched ? batching : null, events: [...events] })
}

function nested(depth: number): string {
  const names = Array.from({ length: depth }, (_, index) => `s${index}`)
  return [...names.map((name) => `{{#${name}}}`), ...names.reverse().map((name) => `{{/${name}}}`)].join('')
}
