import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { KeptVersion } from '@dailies/contract/media.ts'
import type { Reading } from '@dailies/reading/reading.ts'
import { newRows, type Read, type Row, shownOf } from './row.ts'
import { type Change, changeRows } from './rows.ts'
import { sortRows } from './sort-rows.ts'
import { type Standing, sameText, standingsOf } from './standing.ts'
import { takeOfRow } from './take-of-row.ts'

const scene = { id: 'scene-1', sceneId: '012A' }
const place = { scene, shotId: 'shot-b' }
const told: Reading = {
  source: { kind: 'media', format: 'png:parameters', tool: 'AUTOMATIC1111' },
  prompt: 'a castle',
  modelName: 'dream',
  platformKey: 'automatic1111',
  metadata: { seed: 42 },
}

function rowsOf(...names: string[]): Row[] {
  return newRows(
    names.map((name) => ({ file: new File([name], name, { type: '' }), path: name })),
    place,
  )
}

const hash = (digit: string) => digit.repeat(64)
const read = (sha256: string, readings: Reading[] = [told]): Read => ({ sha256, readings })

function after(rows: Row[], ...changes: Change[]): Row[] {
  return changes.reduce<Row[]>(changeRows, rows)
}

function standings(rows: Row[], isComing = (_sha256: string, _scene: string) => false): Standing[] {
  return [...standingsOf(rows, isComing).standings.values()]
}

const kept = (sha256: string, sceneDbId = scene.id): KeptVersion => ({
  ...{ sha256, sceneDbId, assetVersionId: 'there', sceneId: '012A', shotId: null },
  ...{ assetType: 'IMAGE', versionNumber: 3, platformKey: 'midjourney', platformLabel: 'Midjourney' },
})

describe('the files of a drop', () => {
  test('have what they tell, until somebody says otherwise; what is emptied is as they tell it again', () => {
    const rows = after(rowsOf('a.png'), { what: 'read', reads: new Map([[0, read(hash('a'))]]) })
    assert.deepEqual(shownOf(rows[0]!), {
      ...{ assetType: 'IMAGE', prompt: 'a castle', modelName: 'dream' },
      ...{ platformKey: 'automatic1111', status: 'GENERATED' },
    })
    const said = after(rows, { what: 'say', ids: new Set([0]), said: { prompt: 'a hill', modelName: ' ' } })
    assert.deepEqual([shownOf(said[0]!).prompt, shownOf(said[0]!).modelName], ['a hill', 'dream'])
  })

  test('lack a prompt where neither tells one', () => {
    const rows = after(rowsOf('a.png', 'b.png', 'c.png'), {
      what: 'read',
      reads: new Map([
        [0, read(hash('a'))],
        [1, read(hash('b'), [])],
      ]),
    })
    assert.deepEqual(standings(rows), ['complete', 'incomplete', 'reading'])
    const typed = after(rows, { what: 'say', ids: new Set([1]), said: { prompt: 'typed' } })
    assert.deepEqual(standings(typed), ['complete', 'complete', 'reading'])
  })

  test('are left out where there is a reason, and some come in all the same where they are wanted', () => {
    const rows = after(
      rowsOf('a.png', 'same.png', 'kept.png', 'coming.png', 'notes.txt', 'gone.png', 'elsewhere.png', ''),
      {
        what: 'read',
        reads: new Map([
          [0, read(hash('a'))],
          [1, read(hash('a'))],
          [2, read(hash('c'))],
          [3, read(hash('d'))],
          [4, read(hash('e'))],
          [5, { problem: 'It cannot be read any more' }],
          [6, read(hash('f'))],
        ]),
      },
      { what: 'found', kept: [kept(hash('c')), kept(hash('f'), 'another scene')] },
    )
    const isComing = (sha256: string, sceneDbId: string) => sha256 === hash('d') && sceneDbId === scene.id
    const out: Standing[] = [
      'complete',
      'same',
      'kept',
      'coming',
      'no media',
      'unreadable',
      'complete',
      'empty',
    ]
    assert.deepEqual(standings(rows, isComing), out)
    const ids = new Set(rows.map(({ id }) => id))
    const wanted = after(rows, { what: 'want', ids, choice: 'in' })
    assert.deepEqual(
      standings(wanted, isComing),
      out.map((one) => (one === 'unreadable' || one === 'empty' ? one : 'complete')),
    )
  })

  test('the other of two that are the same counts once the first is taken out', () => {
    const rows = after(
      rowsOf('a.png', 'b.png'),
      { what: 'read', reads: new Map([0, 1].map((id) => [id, read(hash('a'))])) },
      { what: 'want', ids: new Set([0]), choice: 'out' },
    )
    assert.deepEqual(standings(rows), ['out', 'complete'])
  })

  test('that are the same as another tell which one goes, by its folders where its name is the same', () => {
    const named = (...paths: string[]) =>
      newRows(
        paths.map((path) => ({ file: new File([path], path.split('/').at(-1)!), path })),
        place,
      )
    const rows = after(named('a/one.png', 'a/two.png', 'b/one.png', 'b/three.png'), {
      what: 'read',
      reads: new Map([0, 1, 2, 3].map((id) => [id, read(hash('a'))])),
    })
    const told = (rows: Row[]) => {
      const { goesFor } = standingsOf(rows, () => false)
      return [...goesFor].map(([id, other]) => [id, sameText(rows[id]!, other)])
    }
    const sameAs = (name: string) => `Left out: the same as ${name}`
    assert.deepEqual(told(rows), [
      [1, sameAs('one.png')],
      [2, sameAs('a/one.png')],
      [3, sameAs('one.png')],
    ])
    const changed = after(
      rows,
      { what: 'want', ids: new Set([0]), choice: 'out' },
      { what: 'want', ids: new Set([3]), choice: 'in' },
    )
    assert.deepEqual(told(changed), [[2, sameAs('two.png')]])
  })

  test('have no shot of a scene that they do not go to any more', () => {
    const other = { id: 'scene-2', sceneId: '2' }
    const [row] = after(rowsOf('a.png'), { what: 'place', ids: new Set([0]), place: { scene: other } })
    assert.deepEqual(row?.place, { scene: other, shotId: undefined })
    const [back] = after(rowsOf('a.png'), { what: 'place', ids: new Set([0]), place: { scene } })
    assert.equal(back?.place.shotId, 'shot-b')
  })

  test('become takes with all that is known, known by their content and place', () => {
    const [row] = after(
      rowsOf('a.png'),
      { what: 'read', reads: new Map([[0, read(hash('a'))]]) },
      { what: 'say', ids: new Set([0]), said: { prompt: 'a hill' } },
    )
    const { capture, round, known } = takeOfRow(row!, { projectId: 'film', before: 0 })
    const { projectId, sceneId, shotId, prompt, modelName, metadata, provenance } = capture
    assert.deepEqual(
      [projectId, sceneId, shotId, prompt, modelName, metadata],
      ['film', '012A', 'shot-b', 'a hill', 'dream', { seed: 42 }],
    )
    assert.equal(provenance?.captureId, `file:${hash('a')}:shot:shot-b`)
    assert.deepEqual([round, known], [0, []])
  })

  test('that are there already, or go there twice, are takes of their own', () => {
    const [row] = after(
      rowsOf('a.png'),
      { what: 'read', reads: new Map([[0, read(hash('a'))]]) },
      { what: 'found', kept: [kept(hash('a'))] },
    )
    const { round, known } = takeOfRow(row!, { projectId: 'film', before: 1 })
    assert.deepEqual([round, known], [2, ['there']])
  })

  test('are sorted as people count, and by their paths where a column says the same', () => {
    const rows = rowsOf('10.png', '2.png', '1.png')
    const names = (isDown: boolean) =>
      sortRows(rows, { by: 'scene', isDown }, () => 'same').map(({ path }) => path)
    assert.deepEqual(names(false), ['1.png', '2.png', '10.png'])
    const bySize = sortRows(rows, { by: 'size', isDown: true }, () => '')
    assert.equal(bySize[0]?.path, '10.png')
  })
})
