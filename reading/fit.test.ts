import assert from 'node:assert/strict'
import { test } from 'node:test'
import { capture } from '../contract/capture.ts'
import { parseExactJson } from '../server/exact-json.ts'
import { fit } from './fit.ts'
import { parseJson } from './json.ts'

const place = { projectId: 'p', sceneId: '1', assetType: 'IMAGE', platformKey: 'comfyui', prompt: 'x' }

test('whatever is read, a capture takes it', () => {
  const { source: _, ...reading } = fit({
    format: 'png:parameters',
    prompt: `${'x'.repeat(99_999)}😀 and more`,
    negativePrompt: `\0${'n'.repeat(200_000)}`,
    modelName: 'm'.repeat(501),
    externalAssetId: 'i'.repeat(1001),
    title: 't'.repeat(1001),
    platformKey: 'k'.repeat(101),
    metadata: { text: 'a\0b', deep: parseJson('['.repeat(56) + ']'.repeat(56)) },
  })
  const checked = capture.safeParse({ ...place, ...reading })
  assert.deepEqual(checked.error?.issues ?? [], [])
  parseExactJson(JSON.stringify({ ...place, ...reading }), { deepest: 64 })
  assert.equal(reading.prompt?.length, 100_000)
  assert.ok(reading.prompt.isWellFormed())
  assert.deepEqual(reading.metadata?.cut, [
    'prompt',
    'negativePrompt',
    'modelName',
    'platformKey',
    'externalAssetId',
    'title',
  ])
})

test('members of the metadata that do not fit are left out and named, those behind them that fit are kept', () => {
  const metadata = { seed: 1, graph: { x: 'ä'.repeat(99_000) }, workflow: 'y'.repeat(10_000), version: '1' }
  const reading = fit({ format: 'x', metadata })
  assert.deepEqual(reading.metadata, { seed: 1, graph: metadata.graph, version: '1', leftOut: ['workflow'] })
  assert.ok(Buffer.byteLength(JSON.stringify(reading.metadata)) < 201_000)
})

test('what tells nothing is left out', () => {
  const nothing = { prompt: ' \0 ', title: '', generationSeconds: Infinity, metadata: { a: undefined } }
  assert.deepEqual(fit({ format: 'x', ...nothing }), { source: { kind: 'media', format: 'x' } })
})
