import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Capture, capture } from '@dailies/contract/capture.ts'
import { z } from 'zod'
import { captureFingerprint } from './capture-keys.ts'

const body = {
  projectId: 'p',
  sceneId: '012a',
  platformKey: 'Midjourney',
  assetType: 'IMAGE',
  prompt: 'a lighthouse at dusk',
  provenance: { captureId: 'one', list: [1, 2] },
}
const fingerprint = (more: object = {}) => captureFingerprint(capture.parse({ ...body, ...more }))

test('a field with a default that comes later leaves the fingerprints of what was sent before as they are', () => {
  const later = capture.safeExtend({ frameRate: z.number().default(24) })
  const ofLater = (more: object = {}) =>
    captureFingerprint(later.parse({ ...body, ...more }) as unknown as Capture, later)
  assert.equal(ofLater(), fingerprint())
  assert.equal(ofLater({ frameRate: 24 }), fingerprint())
  assert.notEqual(ofLater({ frameRate: 25 }), fingerprint())
})

test('bodies that say the same have the same fingerprint, and others have another', () => {
  const same = [{ status: 'DRAFT' }, { selected: false }, { sceneId: '012A', platformKey: 'midjourney' }]
  for (const more of same) assert.equal(fingerprint(more), fingerprint(), JSON.stringify(more))
  const others = [
    { status: 'GENERATED' },
    { selected: true },
    { rightsState: 'RESTRICTED' },
    { title: '' },
    { provenance: { captureId: 'one', list: [2, 1] } },
  ]
  assert.equal(new Set([fingerprint(), ...others.map(fingerprint)]).size, 1 + others.length)
})
