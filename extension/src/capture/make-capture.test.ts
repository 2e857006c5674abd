import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AssetType } from '@dailies/contract/asset-version.ts'
import { capture } from '@dailies/contract/capture.ts'
import type { Preferences } from '@dailies/contract/preferences.ts'
import type { Reading } from '@dailies/reading/reading.ts'
import { makeCapture } from './make-capture.ts'
import type { Sighting } from './sighting.ts'

const preferences: Preferences = {
  lastActiveProjectId: null,
  lastActiveSceneId: null,
  defaultAssetType: 'IMAGE',
  defaultStatus: 'GENERATED',
  enabledPlatforms: ['midjourney'],
  autoFillEnabled: true,
}

const place = {
  projectId: 'p',
  sceneDbId: 's',
  sceneId: '012A',
  shotId: 'h',
  characterName: 'Ada',
  untold: false,
}

const sighting: Sighting = {
  kind: 'image',
  mediaUrl: 'https://cdn.example/take.png',
  pageUrl: 'https://www.midjourney.com/jobs/7',
  pageTitle: 'A job',
  width: 1024,
  height: 576,
  readings: [
    {
      source: { kind: 'adapter', platform: 'midjourney' },
      prompt: 'of the page',
      modelName: 'v6',
      externalAssetId: 'job-7',
    },
    { source: { kind: 'page' }, prompt: 'alt text', title: 'Lighthouse' },
  ],
  adapter: { platform: 'midjourney', state: 'matched' },
}

function make(change: Partial<Parameters<typeof makeCapture>[0]> = {}) {
  return makeCapture({
    id: '01a1ff9c-be0d-7000-be49-9e2b6480f8e5',
    sighting,
    readings: [],
    preferences,
    place,
    version: '1.2.3',
    ...change,
  })
}

describe('the body of a capture', () => {
  test('is one that the contract takes, with where it belongs and where it is from', () => {
    const body = make()
    assert.equal(capture.safeParse(body).success, true)
    assert.deepEqual(body, {
      projectId: 'p',
      sceneId: '012A',
      shotId: 'h',
      tags: ['Ada'],
      prompt: 'of the page',
      modelName: 'v6',
      externalAssetId: 'job-7',
      title: 'Lighthouse',
      platformKey: 'midjourney',
      assetType: 'IMAGE',
      status: 'GENERATED',
      outputUrl: 'https://cdn.example/take.png',
      sourceUrl: 'https://www.midjourney.com/jobs/7',
      metadata: { width: 1024, height: 576 },
      provenance: {
        captureId: '01a1ff9c-be0d-7000-be49-9e2b6480f8e5',
        source: 'extension',
        extensionVersion: '1.2.3',
        pageTitle: 'A job',
        readFrom: ['adapter:midjourney', 'page'],
      },
    })
  })

  test('takes what the media itself tells before what the adapter read, and that before the page', () => {
    const media: Reading = {
      source: { kind: 'media', format: 'png:Description' },
      prompt: 'of the file',
      platformKey: 'comfyui',
      metadata: { width: 2048, seed: 7 },
    }
    const body = make({ readings: [media] })
    assert.equal(body.prompt, 'of the file')
    assert.equal(body.modelName, 'v6')
    assert.equal(body.platformKey, 'comfyui')
    assert.deepEqual(body.metadata, { width: 2048, height: 576, seed: 7 })
  })

  test('has nothing filled in but where it was found when the user does not want that', () => {
    const body = make({ preferences: { ...preferences, autoFillEnabled: false } })
    assert.equal(body.prompt, undefined)
    assert.equal(body.modelName, undefined)
    assert.deepEqual(
      [body.outputUrl, body.platformKey, body.sceneId],
      ['https://cdn.example/take.png', 'midjourney', '012A'],
    )
  })

  test('has the default type where the media can be of it', () => {
    const typeOf = (kind: Sighting['kind'], defaultAssetType: AssetType) =>
      make({ sighting: { ...sighting, kind }, preferences: { ...preferences, defaultAssetType } }).assetType
    assert.equal(typeOf('image', 'STORYBOARD'), 'STORYBOARD')
    assert.equal(typeOf('image', 'MUSIC'), 'IMAGE')
    assert.equal(typeOf('video', 'IMAGE'), 'VIDEO')
    assert.equal(typeOf('audio', 'NARRATION'), 'NARRATION')
    assert.equal(typeOf('audio', 'VIDEO'), 'AUDIO')
  })

  test('of a page of no known platform is filed under its host', () => {
    const { adapter: _, ...unknown } = sighting
    const body = make({ sighting: { ...unknown, pageUrl: 'https://www.render.example/x', readings: [] } })
    assert.deepEqual([body.platformKey, body.platformLabel], ['render.example', 'render.example'])
  })

  test('has no address that only the page could read', () => {
    for (const mediaUrl of [
      'blob:https://x/1',
      'data:image/png;base64,AAAA',
      `https://x/${'y'.repeat(9000)}`,
    ]) {
      assert.equal(make({ sighting: { ...sighting, mediaUrl } }).outputUrl, undefined)
    }
  })

  test('without a place at hand has none', () => {
    const { projectId, sceneId, tags } = make({ place: undefined })
    assert.deepEqual([projectId, sceneId, tags], [undefined, undefined, undefined])
  })
})
