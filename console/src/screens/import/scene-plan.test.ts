import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Screenplay } from './read-fountain.ts'
import { numberProblems, planImport, workspaceOf } from './scene-plan.ts'

const scene = (heading: string, number: string | null = null) => ({
  number,
  heading,
  synopsis: null,
  act: null,
  macroScene: null,
})
const screenplay = (...scenes: Screenplay['scenes']): Screenplay => ({ title: null, scenes, characters: [] })
const numbers = (plan: ReturnType<typeof planImport>) => plan.scenes.map(({ number }) => number)
const nothing = { scenes: [], characters: [] }

test('scenes without a mark are numbered in order, past every number that is taken', () => {
  const plan = planImport(screenplay(scene('A'), scene('B', '2'), scene('C'), scene('D')), {
    scenes: [{ sceneId: '3', storyBeat: null }],
    characters: [],
  })
  assert.deepEqual(numbers(plan), ['1', '2', '4', '5'])
})

test('numbers have leading zeros where those of the project have', () => {
  const present = { scenes: [{ sceneId: '001', storyBeat: null }], characters: [] }
  assert.deepEqual(numbers(planImport(screenplay(scene('A')), present)), ['002'])
})

test('a later draft finds the scenes of the one before, by their headings', () => {
  const first = planImport(screenplay(scene('INT. A'), scene('INT. B'), scene('INT. A')), nothing)
  const present = first.scenes.map(({ number, storyBeat }) => ({
    sceneId: number,
    storyBeat: `${storyBeat}\nMore.`,
  }))
  const second = planImport(
    screenplay(scene('INT. A'), scene('INT. NEW'), scene('INT. B'), scene('INT. A')),
    {
      scenes: present,
      characters: [],
    },
  )
  assert.deepEqual(numbers(second), ['1', '1A', '2', '3'])
})

test('scenes that a revision puts in between get letters, and those at the end the next number', () => {
  const present = {
    scenes: ['1', '2', '2A', '3'].map((sceneId) => ({ sceneId, storyBeat: `INT. ${sceneId}` })),
    characters: [],
  }
  const names = ['INT. 1', 'NEW', 'NEW', 'INT. 2', 'NEW', 'INT. 2A', 'NEW', 'INT. 3', 'NEW']
  const plan = planImport(screenplay(...names.map((name) => scene(name))), present)
  assert.deepEqual(numbers(plan), ['1', '1A', '1B', '2', '2B', '2A', '2C', '3', '4'])
})

test('however many come in one place, their numbers stay short and are no two alike', () => {
  const many = Array.from({ length: 720 }, (_, at) => scene(`NEW ${at}`))
  for (const number of ['7', 'QUAY', '7Y']) {
    const plan = planImport(screenplay(scene('A', number), ...many, scene('B', '1')), {
      scenes: [{ sceneId: '2', storyBeat: null }],
      characters: [],
    })
    const given = numbers(plan).slice(1, -1)
    assert.equal(new Set(given).size, 720)
    assert.ok(given.every((one) => one.length <= number.length + 3))
    if (number !== '7') continue
    assert.deepEqual([given[0], given[25], given[26], given[27]], ['7A', '7Z', '7AA', '7AB'])
    assert.deepEqual([given[701], given[702]], ['7ZZ', '7AAA'])
  }
})

test('tens of thousands of scenes in front of as many that are marked are numbered like a few', () => {
  const [without, marked] = [30_000, 60_000].map((end) => Array.from({ length: 30_000 }, (_, at) => end + at))
  const plan = planImport(
    screenplay(
      ...without!.map(() => scene('INT. ROOM')),
      ...marked!.map((of) => scene('EXT. SHORE', String(of))),
    ),
    nothing,
  )
  assert.deepEqual(numbers(plan).slice(29_999, 30_001), ['30000', '60000'])
})

test('a character that the project has is the same one, however it is written', () => {
  const plan = planImport(
    {
      title: null,
      scenes: [],
      characters: [
        { name: 'MARA', speeches: 2 },
        { name: 'RADIO', speeches: 1 },
      ],
    },
    { scenes: [], characters: [{ name: 'Mara' }] },
  )
  assert.deepEqual(
    plan.characters.map(({ name }) => name),
    ['Mara', 'RADIO'],
  )
})

test('a number that stands twice, or is missing, is told at the scene; one that is left out is none', () => {
  const plan = planImport(screenplay(scene('A', '7'), scene('B', '7'), scene('C', '8')), nothing)
  assert.deepEqual([...numberProblems(plan.scenes)], [['1', '7 is taken by a scene above']])
  const [first, second, third] = plan.scenes
  const changed = [{ ...first!, included: false }, second!, { ...third!, number: ' ' }]
  assert.deepEqual([...numberProblems(changed)], [['2', 'Needs a number']])
})

test('the workspace file has what is ticked, and says nothing of what the screenplay does not say', () => {
  const plan = planImport(
    screenplay(scene('A', '1'), { ...scene('B', '2'), act: 2, synopsis: 'It rains.' }),
    nothing,
  )
  plan.scenes[0]!.included = false
  assert.deepEqual(workspaceOf('Film', plan), {
    projects: [
      {
        name: 'Film',
        orderScenes: true,
        characters: [],
        scenes: [{ sceneId: '2', storyBeat: 'B\nIt rains.', act: 2 }],
      },
    ],
  })
})
