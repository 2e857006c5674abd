import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { validate } from './validate.ts'

const { rawJSON } = JSON as JSON & { rawJSON(text: string): unknown }

/** As a body holds a number that has more digits than a double, or is greater than one. */
const odd = { length: rawJSON('1e999') }

describe('an object with a length that is no number of JavaScript', () => {
  for (const { method, path, body } of Object.values<Endpoint>(endpoints)) {
    if (!body) continue

    test(`is refused in every field of ${method} ${path}, and breaks nothing`, () => {
      const fields = [
        'projectId',
        'sceneId',
        'prompt',
        'tags',
        'outputUrl',
        'name',
        'permissions',
        'projectIds',
      ]
      const more = [
        'url',
        'events',
        'secret',
        'captures',
        'externalAssetIds',
        'outputUrls',
        'assetId',
        'preferences',
      ]
      const given = Object.fromEntries([...fields, ...more].map((field) => [field, odd]))
      assert.doesNotThrow(() => validate(body, given))
      assert.doesNotThrow(() =>
        validate(body, { preferences: { enabledPlatforms: odd, lastActiveSceneId: odd } }),
      )
      assert.doesNotThrow(() =>
        validate(body, { template: { type: 'custom', body: odd }, sceneDbIds: [odd] }),
      )
    })
  }
})
