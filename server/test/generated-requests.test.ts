import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Endpoint } from '@dailies/contract/endpoint.ts'
import { endpoints } from '@dailies/contract/endpoints.ts'
import fc from 'fast-check'
import { type Known, requestsTo, validRequests } from './arbitrary.ts'
import {
  exportValues,
  namesInWorkspace,
  playlistValues,
  sessionValues,
  trimValues,
} from './known-production.ts'
import { reviewValues } from './known-review.ts'
import { patternOf } from './paths.ts'

/** Values that have to agree with each other, which no schema can say. */
function agreeing(endpoint: Endpoint): Known {
  switch (endpoint) {
    case endpoints.importWorkspace:
      return namesInWorkspace
    case endpoints.showInReview:
      return sessionValues
    case endpoints.setTrim:
      return trimValues
    case endpoints.createExport:
      return exportValues
    case endpoints.changeAssets:
      // Named, or by a filter, and not both.
      return { of: fc.constant({ ids: ['1'] }) }
    case endpoints.changeTags:
      // Not one of those that it is made of.
      return { from: fc.constant(['lamp']), to: fc.constantFrom('lantern', null) }
    case endpoints.listTags:
      return { cursor: fc.constant('2 lamp') }
    case endpoints.createPlaylist:
      return playlistValues
    default:
      return endpoint.tag === 'Review' || endpoint.tag === 'Guests' ? reviewValues : {}
  }
}

describe('the requests that are generated', () => {
  for (const endpoint of Object.values<Endpoint>(endpoints)) {
    test(`keep to the schemas of ${endpoint.method} ${endpoint.path} where they are called valid`, () => {
      // No project twice.
      const projectId = fc.noShrink(fc.uuid())
      const known = { platformKey: fc.constant('midjourney'), projectId, ...agreeing(endpoint) }
      fc.assert(
        fc.property(validRequests(endpoint, known), ({ path, search, headers, body }) => {
          const [, ...segments] = patternOf(endpoint).exec(path) ?? []
          const names = Object.keys(endpoint.params?.shape ?? {})
          const params = names.map((name, index) => [name, decodeURIComponent(segments[index] as string)])
          endpoint.params?.parse(Object.fromEntries(params))
          endpoint.query?.parse(Object.fromEntries(new URLSearchParams(search)))
          endpoint.headers?.parse(headers)
          assert.equal(body !== undefined, endpoint.body !== undefined)
          endpoint.body?.parse(JSON.parse(body ?? 'null'))
        }),
        { numRuns: 200 },
      )
    })

    test(`reach ${endpoint.method} ${endpoint.path}, whatever is wrong with them`, () => {
      fc.assert(
        fc.property(requestsTo(endpoint, {}), ({ path }) => {
          assert.match(path, patternOf(endpoint))
          assert.equal(new URL(`http://host${path}`).pathname.split('/').length, path.split('/').length)
        }),
        { numRuns: 200 },
      )
    })
  }
})
