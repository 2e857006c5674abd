import type { Screenplay } from './read-fountain.ts'

/** A scene of a screenplay, on its way into a project. */
export interface PlannedScene {
  key: string
  included: boolean
  /** What it is to be numbered, as it is typed. */
  number: string
  storyBeat: string
  act: number | null
  macroScene: string | null
}

export interface PlannedCharacter {
  name: string
  included: boolean
  speeches: number
}

export interface Plan {
  scenes: PlannedScene[]
  characters: PlannedCharacter[]
}

interface Present {
  scenes: readonly { sceneId: string; storyBeat: string | null }[]
  characters: readonly { name: string }[]
}

/**
 * What becomes of a screenplay in a project. Scenes keep the number that they are marked with. One without a mark that
 * the project has already, by its heading, keeps that one's number; the others are numbered in order, past the numbers
 * that are taken, or by a letter where a revision put them in between: 1A after 1.
 */
export function planImport({ scenes, characters }: Screenplay, present: Present): Plan {
  const marked = new Set(scenes.flatMap(({ number }) => number ?? []))
  const known = byHeading(present.scenes.filter(({ sceneId }) => !marked.has(sceneId)))
  const numbers = withNumbers(
    scenes.map(({ number, heading }) => number ?? known.get(heading)?.shift() ?? null),
    new Set([...present.scenes.map(({ sceneId }) => sceneId), ...marked]),
  )
  const names = new Map(present.characters.map(({ name }) => [name.toUpperCase(), name]))
  return {
    scenes: scenes.map(({ heading, synopsis, act, macroScene }, place) => ({
      key: String(place),
      included: true,
      number: numbers[place]!,
      storyBeat: synopsis ? `${heading}\n${synopsis}` : heading,
      act,
      macroScene,
    })),
    characters: characters.map(({ name, speeches }) => ({
      name: names.get(name.toUpperCase()) ?? name,
      included: true,
      speeches,
    })),
  }
}

/** Numbers by the first line of the story beat, in their order. */
function byHeading(scenes: Present['scenes']): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { sceneId, storyBeat } of scenes) {
    const heading = storyBeat?.split('\n', 1)[0]?.trim()
    if (!heading) continue
    const numbers = found.get(heading)
    if (numbers) numbers.push(sceneId)
    else found.set(heading, [sceneId])
  }
  return found
}

/** A number for those that have none. `taken` are those that nobody else may have. */
function withNumbers(numbers: (string | null)[], taken: Set<string>): string[] {
  const free = freeNumbers([...taken])
  const given = [...numbers]
  const least = leastFrom(numbers)
  let next = free.next().value
  let between: Iterator<string, never> | undefined
  for (const [place, number] of given.entries()) {
    if (number !== null) {
      between = undefined
      continue
    }
    const previous = given[place - 1]
    const later = least[place]
    if (previous && later && isBefore(later, next)) {
      between ??= numbersBehind(previous)
      do given[place] = between.next().value
      while (taken.has(given[place]!))
    } else {
      between = undefined
      given[place] = next
      next = free.next().value
    }
    taken.add(given[place]!)
  }
  return given as string[]
}

/** At each place the least of the numbers from there on; undefined where none has one. */
function leastFrom(numbers: (string | null)[]): (string | undefined)[] {
  let least: string | undefined
  return numbers
    .toReversed()
    .map((number) => {
      if (number !== null && (least === undefined || isBefore(number, least))) least = number
      return least
    })
    .toReversed()
}

const natural = new Intl.Collator('en', { numeric: true })

function isBefore(one: string, other: string): boolean {
  return natural.compare(one, other) < 0
}

/** 12A, 12B, … after 12, 12B after 12A; after 12Z comes 12AA, and the order of the script is kept whatever they are called. */
function* numbersBehind(number: string): Generator<string, never> {
  const [, stem = number, letters = ''] = /^(.*\d)([A-Z]{1,2})$/.exec(number) ?? []
  const from = [...letters].reduce((value, letter) => value * 26 + letter.charCodeAt(0) - 64, 0)
  for (let next = from + 1; ; next += 1) yield stem + lettersOf(next)
}

/** A for 1, Z for 26, AA for 27. */
function lettersOf(value: number): string {
  const last = String.fromCharCode(65 + ((value - 1) % 26))
  return value > 26 ? lettersOf(Math.floor((value - 1) / 26)) + last : last
}

/** 1, 2, 3 …, or 001, 002 … where the project has them so, without those that are taken. */
function* freeNumbers(taken: string[]): Generator<string, never> {
  const numbers = taken.filter((number) => /^\d+$/.test(number))
  const width = numbers.reduce(
    (most, number) => (number[0] === '0' ? Math.max(most, number.length) : most),
    0,
  )
  const values = new Set(numbers.map((number) => number.replace(/^0+(?=\d)/, '')))
  for (let next = 1; ; next += 1) {
    if (!values.has(String(next))) yield String(next).padStart(width, '0')
  }
}

/** What is wrong with the numbers of those that are to be imported, by key. */
export function numberProblems(scenes: readonly PlannedScene[]): Map<string, string> {
  const problems = new Map<string, string>()
  const seen = new Set<string>()
  for (const { key, included, number } of scenes) {
    if (!included) continue
    const sceneId = sceneIdOf(number)
    if (sceneId === '') problems.set(key, 'Needs a number')
    else if (seen.has(sceneId)) problems.set(key, `${sceneId} is taken by a scene above`)
    seen.add(sceneId)
  }
  return problems
}

/** A number as the service keeps it. */
export function sceneIdOf(number: string): string {
  return number.trim().toUpperCase()
}

/** The workspace file that brings in what is ticked. What the screenplay does not say is left as it is. */
export function workspaceOf(project: string, { scenes, characters }: Plan) {
  return {
    projects: [
      {
        name: project,
        // The order of the script is that of the film, whatever its scenes are numbered.
        orderScenes: true,
        characters: characters.filter(({ included }) => included).map(({ name }) => ({ name })),
        scenes: scenes
          .filter(({ included }) => included)
          .map(({ number, storyBeat, act, macroScene }) => ({
            sceneId: sceneIdOf(number),
            storyBeat,
            ...(act !== null && { act }),
            ...(macroScene !== null && { macroScene }),
          })),
      },
    ],
  }
}
