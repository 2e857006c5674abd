import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { capture } from '@dailies/contract/capture.ts'
import { captureIdOfFile, captureOfFile, type FileToCapture } from './capture-of-file.ts'
import type { Reading } from './reading.ts'

const sha256 = 'ab'.repeat(32)
const place = { projectId: '0199c0de-0000-7000-8000-000000000001', sceneId: '012a' }
const graph: Reading = {
  source: { kind: 'media', format: 'png:prompt', tool: 'ComfyUI' },
  prompt: 'a lighthouse at dusk',
  modelName: 'flux1-dev',
  platformKey: 'comfyui',
  metadata: { seed: 5, workflow: { nodes: [] } },
}
const file: FileToCapture = {
  name: 'dusk_take_00001_.png',
  type: 'image/png',
  size: 3000,
  sha256,
  readings: [graph],
}

function make(change: Partial<Parameters<typeof captureOfFile>[0]> = {}) {
  return captureOfFile({ file, given: place, source: 'command-line', ...change })
}

describe('the capture of a file', () => {
  test('is one that the contract takes, with what the file tells, where it goes and where it is from', () => {
    const { body, missing } = make()
    assert.deepEqual(missing, [])
    assert.equal(capture.safeParse(body).success, true)
    assert.deepEqual(body, {
      projectId: place.projectId,
      sceneId: '012A',
      title: 'dusk take 00001',
      assetType: 'IMAGE',
      status: 'GENERATED',
      prompt: 'a lighthouse at dusk',
      modelName: 'flux1-dev',
      platformKey: 'comfyui',
      metadata: { seed: 5, workflow: { nodes: [] } },
      provenance: {
        source: 'command-line',
        fileName: 'dusk_take_00001_.png',
        bytes: 3000,
        sha256,
        readFrom: ['png:prompt'],
        captureId: `file:${sha256}:${place.projectId}:012A`,
      },
    })
  })

  test('takes what was given before what the file tells, and what is empty for nothing', () => {
    const given = {
      ...place,
      prompt: 'given',
      modelName: '  ',
      title: '',
      tags: [],
      status: 'DRAFT' as const,
      platformKey: 'runway',
      metadata: { seed: 7 },
    }
    const { body } = make({ given })
    assert.deepEqual(
      [body.prompt, body.modelName, body.title, body.tags, body.status, body.platformKey],
      ['given', 'flux1-dev', 'dusk take 00001', undefined, 'DRAFT', 'runway'],
    )
    assert.deepEqual(body.metadata, { seed: 7, workflow: { nodes: [] } })
  })

  test('says what it lacks', () => {
    const { body, missing } = make({ given: { sceneId: ' ' }, file: { ...file, readings: [] } })
    assert.deepEqual(missing, ['projectId', 'sceneId', 'prompt'])
    assert.equal('sceneId' in body, false)
    assert.equal(body.provenance?.captureId, undefined)
    assert.deepEqual(make({ file: { ...file, readings: [] } }).missing, ['prompt'])
  })

  test('has no key until its content is known', () => {
    const { body } = make({ file: { ...file, sha256: undefined } })
    assert.equal(body.provenance?.captureId, undefined)
  })

  test('is of the platform of the tool that the file names, else a local one', () => {
    const named = (tool: string): Reading[] => [{ source: { kind: 'media', format: 'xmp', tool } }]
    const of = (readings: Reading[]) => make({ file: { ...file, readings } }).body
    assert.equal(of(named('Adobe Firefly 3')).platformKey, 'adobe-firefly')
    assert.equal(of(named('Adobe Firefly 3')).platformLabel, undefined)
    assert.deepEqual(
      [of(named('A camera')).platformKey, of([]).platformKey, of([]).platformLabel],
      ['local', 'local', 'Local'],
    )
    const byId = make({ given: { ...place, platformId: 'p' } }).body
    assert.deepEqual([byId.platformId, byId.platformKey], ['p', undefined])
  })

  test('is of the type that its content says, else its name', () => {
    const typeOf = (name: string, type?: string) => make({ file: { ...file, name, type } }).body.assetType
    assert.equal(typeOf('a.png', 'video/mp4'), 'VIDEO')
    assert.equal(typeOf('a.MOV'), 'VIDEO')
    assert.equal(typeOf('a.mxf'), 'VIDEO')
    assert.equal(typeOf('a.flac', ''), 'AUDIO')
    assert.equal(typeOf('a.exr', 'application/octet-stream'), 'IMAGE')
    assert.equal(typeOf('constructor'), 'OTHER')
    assert.equal(typeOf('.png'), 'IMAGE')
  })

  test('of a file with a name of anything is taken', () => {
    for (const name of ['\ud800x.png', 'a\0b.png', `${'n'.repeat(3000)}.png`, '.png', '___.png']) {
      const { body } = make({ file: { ...file, name } })
      assert.deepEqual(capture.safeParse(body).error?.issues ?? [], [], name)
      assert.ok(body.title, name)
    }
  })

  test('is less than the service takes, however much the files tell', () => {
    const huge = (member: string): Reading => ({
      source: { kind: 'media', format: 'x' },
      prompt: '灯'.repeat(100_000),
      negativePrompt: '灯'.repeat(100_000),
      metadata: { [member]: 'y'.repeat(199_000) },
    })
    const { body } = make({ file: { ...file, readings: ['a', 'b', 'c', 'd', 'e'].map(huge) } })
    assert.ok(Buffer.byteLength(JSON.stringify(body)) < 1024 ** 2)
  })
})

describe('a file is the same', () => {
  const idOf = (change: Partial<Parameters<typeof captureOfFile>[0]> = {}) =>
    make(change).body.provenance?.captureId

  test('under any name, from anywhere, whatever is said of it', () => {
    const others = [
      idOf({ file: { ...file, name: 'other.png', readings: [] } }),
      idOf({ source: 'upload' }),
      idOf({ given: { ...place, sceneId: '012A', prompt: 'other' } }),
    ]
    assert.deepEqual(new Set(others), new Set([idOf()]))
  })

  test('no more with other content, in another scene or shot, or once more after it was deleted', () => {
    const ids = [
      idOf(),
      idOf({ file: { ...file, sha256: 'cd'.repeat(32) } }),
      idOf({ given: { ...place, sceneId: '12' } }),
      idOf({ given: { ...place, projectId: 'other' } }),
      idOf({ given: { ...place, shotId: 'b' } }),
      idOf({ round: 1 }),
      idOf({ round: 2 }),
    ]
    assert.equal(new Set(ids).size, ids.length)
  })

  test('by a key that the service takes', () => {
    const longest = { projectId: 'p'.repeat(36), sceneId: 's'.repeat(50) }
    assert.ok(captureIdOfFile(sha256, longest, 9999).length <= 200)
  })
})
