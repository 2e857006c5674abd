import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Lexer } from 'fountain-js'
import { readFountain } from './read-fountain.ts'

const screenplay = `Title:
    _**THE LONG TIDE**_
Credit: Written by
Author: R. Hale
Draft date: 3/4/2026

# ACT I

= The light goes out.

## The storm

INT. LIGHTHOUSE - LAMP ROOM - NIGHT #12a#

= Mara finds the lamp cold.
= She lies to the coast guard.

MARA climbs the last steps. INT. is what she thinks of.

MARA (V.O.)
(quietly)
It went out an hour ago.

RADIO
Skerry, come in.
  
Skerry, do you hear us?

MARA (CONT'D)
Loud and clear.

CUT TO:

EXT. SHORE - DAWN

ÉLIAS
You lied.

MARA ^
I know.

> ACT TWO <

.THE LETTER

@McAvoy
Who are you?

/* INT. CUT SCENE - DAY

GHOST
Not here. */

# Act III: The Calm

I/E CAR - DAY #14#
She drives. [[INT. A NOTE - DAY]] The road is wet.

MARA
Home.
`

describe('a screenplay in the Fountain format', () => {
  const { title, scenes, characters } = readFountain(screenplay)

  test('its title is read', () => {
    assert.equal(title, 'THE LONG TIDE')
  })

  test('every heading is a scene, with the number that it is marked with', () => {
    assert.deepEqual(
      scenes.map(({ number, heading }) => [number, heading]),
      [
        ['12A', 'INT. LIGHTHOUSE - LAMP ROOM - NIGHT'],
        [null, 'EXT. SHORE - DAWN'],
        [null, 'THE LETTER'],
        ['14', 'I/E CAR - DAY'],
      ],
    )
  })

  test('a synopsis belongs to the scene above it, not to the next', () => {
    assert.equal(scenes[0]?.synopsis, 'Mara finds the lamp cold.\nShe lies to the coast guard.')
    assert.equal(scenes[1]?.synopsis, null)
  })

  test('acts and macro scenes come from the sections, and from acts in the middle of the page', () => {
    assert.deepEqual(
      scenes.map(({ act, macroScene }) => [act, macroScene]),
      [
        [1, 'The storm'],
        [1, 'The storm'],
        [2, null],
        [3, null],
      ],
    )
  })

  test('whoever speaks is a character once, however the cue is written, the most talkative first', () => {
    assert.deepEqual(characters, [
      { name: 'MARA', speeches: 4 },
      { name: 'RADIO', speeches: 1 },
      { name: 'ÉLIAS', speeches: 1 },
      { name: 'McAvoy', speeches: 1 },
    ])
  })
})

test('no empty line is needed after a heading, a section or a synopsis', () => {
  const { scenes, characters } = readFountain(
    '# Act 2\n## Storm\n= All of it.\nINT. HOUSE - DAY\n= They meet.\nANNA waits.\n\nANNA\nYou.',
  )
  assert.deepEqual(scenes, [
    { number: null, heading: 'INT. HOUSE - DAY', synopsis: 'They meet.', act: 2, macroScene: 'Storm' },
  ])
  assert.deepEqual(characters, [{ name: 'ANNA', speeches: 1 }])
})

test('lines of other scripts, shouts and page breaks are no characters', () => {
  const { characters } = readFountain(
    'INT. A - DAY\n\nШёл снег.\nОн молчал.\n\nBOOM!\nThe door is gone.\n\n===\n\nИВАН\nДа.',
  )
  assert.deepEqual(characters, [{ name: 'ИВАН', speeches: 1 }])
})

test('files of Windows and with a byte order mark are read the same', () => {
  assert.deepEqual(readFountain(`\uFEFF${screenplay.replaceAll('\n', '\r\n')}`), readFountain(screenplay))
})

test('what is no screenplay has no scenes', () => {
  for (const text of ['', '\n\n', 'Dear diary, today was fine.', '{"projects": []}', '/* [[ # = .']) {
    assert.deepEqual(readFountain(text).scenes, [])
  }
})

test('a megabyte is read in time that grows with it: the library gets no more of it at once than of one scene', (t) => {
  const given = t.mock.method(Lexer, 'tokenizeScript')
  const scene = 'INT. HOUSE - DAY\n\nShe waits by the window.\n\nANNA\n(softly)\nNot yet.\n\nBEN\nNo.\n\n'
  const longest = () => Math.max(...given.mock.calls.map(({ arguments: [text] }) => text.length))
  readFountain(scene)
  const [ofOne, callsForOne] = [longest(), given.mock.callCount()]
  given.mock.resetCalls()

  const count = Math.ceil(1_000_000 / scene.length)
  assert.equal(readFountain(scene.repeat(count)).scenes.length, count)
  assert.equal(longest(), ofOne)
  assert.equal(given.mock.callCount(), callsForOne * count)
})

test('a megabyte of what never ends is read like any other', () => {
  for (const piece of ['/* ', '[[ ', '_', '*', ' ']) {
    const { scenes } = readFountain(`.ROOM\n\n.${piece.repeat(1_000_000 / piece.length)}x\n\n.HALL`)
    assert.deepEqual([scenes.at(0)?.heading, scenes.at(-1)?.heading], ['ROOM', 'HALL'], piece)
  }
})
