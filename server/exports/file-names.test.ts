import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { defaultTemplate } from '@dailies/contract/export.ts'
import fc from 'fast-check'
import { seedOf } from '../test/seed.ts'
import { FileNames, type Named, templateIn } from './file-names.ts'

const take: Named = {
  project: 'The Long Tide',
  act: 1,
  scene: '012A',
  shot: 'B',
  type: 'VIDEO',
  version: 3,
  title: 'Dusk',
  platform: 'Veo',
  model: null,
  id: '0197-4',
  ext: 'mp4',
}

const nameOf = (template: string, more: Partial<Named> = {}) => templateIn(template)({ ...take, ...more })

describe('names of files that are handed over', () => {
  test('are made by a template', () => {
    assert.equal(nameOf(defaultTemplate), '012A_B_VIDEO_Veo_v3.mp4')
    assert.equal(nameOf('{scene}/{shot}/{title}-v{version:3}.{ext}'), '012A/B/Dusk-v003.mp4')
    assert.equal(nameOf('act {act:2}/{id}'), 'act 01/0197-4.mp4')
  })

  test('leave out what is not known, and what joins it', () => {
    assert.equal(nameOf(defaultTemplate, { shot: null }), '012A_VIDEO_Veo_v3.mp4')
    assert.equal(nameOf('{model}_{scene}_v{version}.{ext}', { ext: '' }), '012A_v3')
  })

  test('end with what the file is, whatever the template or a title says', () => {
    assert.equal(nameOf('{id}.html'), '0197-4.html.mp4')
    assert.equal(nameOf('v{version}_{title}', { title: 'x.hta' }), 'v3_x.hta.mp4')
    assert.equal(nameOf('{id}.MP4'), '0197-4.MP4')
  })

  test('are names on every file system', () => {
    assert.equal(
      nameOf('{title}_v{version}', { title: 'a/b\\c:d*e?"f<g>h|i\u0000\u202e' }),
      'a-b-c-d-e--f-g-h-i--_v3.mp4',
    )
    assert.equal(nameOf('{title}.{version}', { title: 'CON' }), '_CON.3.mp4')
    assert.equal(nameOf('{title} {version}', { title: '../..' }), '..-.. 3.mp4')
    assert.equal(nameOf('{title}/{version}', { title: '..' }), '_/3.mp4')
    assert.equal(nameOf('v{version}{title}', { title: ' . .' }), 'v3.mp4')
    const long = nameOf('{title}_{version}.{ext}', { title: '灯'.repeat(300) })
    assert.ok(Buffer.byteLength(long) <= 240)
    assert.ok(long.endsWith('.mp4'))
  })

  test('are of one file each, where case and composition make no difference', () => {
    const names = new FileNames(['manifest.json'])
    assert.deepEqual(
      ['a.mp4', 'A.mp4', 'a.mp4', 'é', 'e\u0301', 'Manifest.JSON', 'ﬁ.png', 'fi.png'].map((name) =>
        names.free(name),
      ),
      ['a.mp4', 'A_2.mp4', 'a_3.mp4', 'é', 'e\u0301_2', 'Manifest_2.JSON', 'ﬁ.png', 'fi_2.png'],
    )
  })

  test('are names still where one letter has hundreds of marks, or there are dots alone', () => {
    const marked = `a${'\u0301'.repeat(250)}`
    assert.equal(nameOf('{title}/{version}', { title: marked }), '_/3.mp4')
    assert.equal(nameOf('{title}_{version}.{ext}', { title: marked }), '_.mp4')
    assert.equal(nameOf('{title}_{version}', { title: `${'.'.repeat(240)}a` }), '_.mp4')
  })

  test('of thousands of takes that are called the same are found at once', () => {
    // Looked through from the first on, it would take half an hour.
    const names = new FileNames()
    let last = ''
    for (let count = 0; count < 60_000; count += 1) last = names.free('v1.mp4')
    assert.equal(last, 'v1_60000.mp4')
  })

  test('never leave their folder, whatever a take is called', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom('..', '.', '/', 'nul', '', ' '),
    )
    fc.assert(
      fc.property(text, text, fc.option(text), (scene, title, shot) => {
        for (const template of ['{scene}/{shot}/{title}_{version}.{ext}', defaultTemplate]) {
          const levels = nameOf(template, { scene, title, shot }).split('/')
          assert.equal(levels.length, template.split('/').length)
          for (const level of levels) {
            assert.ok(level !== '' && !/^\.+$/.test(level), level)
            // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
            assert.ok(!/[\u0000-\u001f<>:"\\|?*]|[. ]$/.test(level), JSON.stringify(level))
            assert.ok(Buffer.byteLength(level) <= 240)
          }
        }
      }),
      { numRuns: 200, seed: seedOf('file names') },
    )
  })

  for (const [template, said] of [
    ['{scene}_{what}_{version}', /knows no \{what\}; there are \{project\}/],
    ['{scene}.{ext}', /must have \{version\} or \{id\}/],
    ['{version', /has a brace that opens or closes no field/],
    ['../{version}', /has a folder without a name/],
    ['a//{version}', /has a folder without a name/],
    ['/{version}', /has a folder without a name/],
    ['{title:3}_{version}', /has digits of \{title\}/],
    [`${'a/'.repeat(7)}{version}`, /has more than 6 levels/],
    [`${'a'.repeat(200)}{version}`, /has more than 200 characters/],
  ] as const) {
    test(`cannot be made by ${template.slice(0, 30)}`, () => {
      assert.throws(() => templateIn(template), said)
    })
  }
})

test('a name of what is taken out at its end takes no longer than others', () => {
  const named = templateIn(`${'{title}'.repeat(27)}{id}`)
  const taken = (title: string) => {
    const began = process.cpuUsage()
    for (let count = 0; count < 200; count += 1) named({ ...take, title, id: '.' })
    return process.cpuUsage(began).user
  }
  taken('a'.repeat(1000))
  // The square of their number is some hundred times as long.
  assert.ok(taken('.'.repeat(1000)) < 20 * taken('a'.repeat(1000)))
})
