import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { capture } from '@dailies/contract/capture.ts'
import type { CaptureBody } from '../../queue/queued-capture.ts'
import { bodyOf, idIn } from './body-of.ts'
import type { Draft } from './draft.ts'
import { draftOf } from './draft-of.ts'

const preferences = {
  lastActiveProjectId: null,
  lastActiveSceneId: null,
  defaultAssetType: 'VIDEO',
  defaultStatus: 'GENERATED',
  enabledPlatforms: [],
  autoFillEnabled: true,
} as const

const known = { place: undefined, preferences: { ...preferences, enabledPlatforms: [] } }

/** With everything that ingest takes. */
const whole: CaptureBody = {
  projectId: 'p1',
  sceneId: '012A',
  shotId: 'h1',
  platformKey: 'midjourney',
  platformLabel: 'Midjourney',
  platformId: 'm1',
  assetType: 'IMAGE',
  status: 'DRAFT',
  selected: true,
  compareGroup: 'A',
  prompt: 'a lighthouse\nat dusk',
  negativePrompt: 'people',
  outputUrl: 'https://media.example/1.png',
  thumbnailUrl: 'https://media.example/1.webp',
  sourceUrl: 'https://www.midjourney.com/jobs/1',
  title: 'Tower',
  modelName: 'v7',
  externalAssetId: 'job-1',
  notes: 'The best light.',
  tags: ['night', 'Mara'],
  rightsState: 'COMMERCIAL_ALLOWED',
  costEstimateUsd: 0.04,
  generationSeconds: 12.5,
  queueWaitSeconds: 3,
  metadata: { seed: 7, size: { width: 1024 } },
  parentVersionId: 'v1',
  createPromptPackage: true,
  promptPackage: {
    name: 'House style',
    prompt: 'anamorphic',
    negativePrompt: 'text',
    targetAspectRatio: '2.39:1',
    targetDurationSec: 5,
    tags: ['style'],
    constraints: ['no text'],
    styleProfile: { grain: 0.2 },
    metadata: { version: 2 },
  },
  provenance: { captureId: 'c1', source: 'extension' },
}

const changed = (change: Partial<Draft>, body = whole) => bodyOf({ ...draftOf(body, known), ...change }, body)

describe('the form of a capture', () => {
  test('has everything that ingest takes, and says it again as it was', () => {
    const taken = Object.keys(capture.def.shape)
    const all: CaptureBody = { ...whole, promptPackageId: 'k1' }
    assert.deepEqual(
      taken.filter((field) => !(field in all)),
      [],
    )
    assert.deepEqual(changed({}), { body: whole })
    const { createPromptPackage: _, promptPackage: __, ...from } = all
    assert.deepEqual(changed({}, from), { body: from })
  })

  test('of a capture that says little has the preferences, and adds nothing else', () => {
    const little: CaptureBody = { projectId: 'p1', sceneId: '2', platformKey: 'suno', prompt: 'waves' }
    assert.deepEqual(changed({}, little), {
      body: { ...little, assetType: 'VIDEO', status: 'GENERATED', rightsState: 'UNKNOWN' },
    })
  })

  test('says what is missing', () => {
    assert.deepEqual(changed({}, {}), {
      problems: {
        projectId: 'required',
        sceneId: 'required',
        prompt: 'required',
        platformKey: 'required',
      },
    })
    assert.deepEqual(changed({ prompt: '  \n' }), { problems: { prompt: 'required' } })
  })

  test('keeps the id of a platform until another platform is named', () => {
    assert.deepEqual(changed({ platformKey: 'Suno' }), {
      body: { ...omit(whole, 'platformId'), platformKey: 'suno' },
    })
  })

  test('takes numbers with a comma, and says what is no number', () => {
    assert.deepEqual(changed({ costEstimateUsd: ' 0,25 ' }), { body: { ...whole, costEstimateUsd: 0.25 } })
    assert.deepEqual(changed({ costEstimateUsd: '4 cents', generationSeconds: '-1' }), {
      problems: { costEstimateUsd: 'number', generationSeconds: 'number' },
    })
  })

  test('says what is no address', () => {
    for (const outputUrl of ['media.example/1.png', 'javascript:alert(1)', 'https://']) {
      assert.deepEqual(changed({ outputUrl }), { problems: { outputUrl: 'address' } }, outputUrl)
    }
  })

  test('says what is no JSON, or no object where there must be one', () => {
    assert.deepEqual(changed({ metadata: '{"seed": }' }), { problems: { metadata: 'json' } })
    assert.deepEqual(changed({ metadata: '[1]' }), { problems: { metadata: 'object' } })
    const promptPackage = { ...draftOf(whole, known).promptPackage, styleProfile: '{', metadata: '1' }
    assert.deepEqual(changed({ promptPackage }), {
      problems: { 'promptPackage.styleProfile': 'json', 'promptPackage.metadata': 'object' },
    })
  })

  test('keeps the digits of a long seed', () => {
    const made = changed({ metadata: '{"seed": 12345678901234567890, "steps": 20}' })
    assert.deepEqual('body' in made && made.body.metadata, { seed: '12345678901234567890', steps: 20 })
  })

  test('sends no prompt package that is not asked for', () => {
    const made = changed({ createPromptPackage: false, promptPackageId: 'k1' })
    assert.deepEqual(made, {
      body: { ...omit(omit(whole, 'createPromptPackage'), 'promptPackage'), promptPackageId: 'k1' },
    })
  })

  test('takes the address of a parent version in the console', () => {
    assert.equal(idIn('https://dailies.example/assets/0199f6a2?from=board'), '0199f6a2')
    assert.equal(idIn('0199f6a2'), '0199f6a2')
    assert.equal(idIn(undefined), undefined)
  })
})

function omit(body: CaptureBody, field: keyof CaptureBody): CaptureBody {
  const { [field]: _, ...rest } = body
  return rest
}
