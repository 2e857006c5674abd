/**
 * How long the event loop is held while scenes and shots are taken up into the search, and while they are looked for, without HTTP. Ends
 * with 1 where one turn of it works for longer than the bar.
 *
 *   node bench/search-places.ts [--places 10000] [--rounds 20] [--engine sqlite]
 *
 * Half of the places are scenes, half shots, in ten films. Each has a text of 100 to 300 characters, one of ten up to 4,000; of ten one is in
 * Chinese, another one in French.
 */
import { parseArgs } from 'node:util'
import { workspaceFile } from '@dailies/contract/workspace.ts'
import { createUser } from '../server/accounts/create-user.ts'
import { readSettings } from '../server/config.ts'
import type { Database, Engine } from '../server/db/database.ts'
import { openDatabase } from '../server/db/open.ts'
import { statement } from '../server/db/statement.ts'
import { importWorkspace } from '../server/production/import-workspace.ts'
import { type Actor, allOf } from '../server/production/membership.ts'
import { PlaceIndex } from '../server/search/places/place-index.ts'
import { searchPlaces } from '../server/search/places/search-places.ts'
import { engines } from '../server/test/engines.ts'
import { LoopTurns } from './loop-turns.ts'
import { median } from './median.ts'
import { emptyPlace } from './places.ts'
import { chance, prompt, wordOfRank } from './prompts.ts'
import { table } from './table.ts'
import { undoAtSignal } from './undo-at-signal.ts'

const { values: flags } = parseArgs({
  options: {
    places: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '20' },
    engine: { type: 'string' },
  },
})
const [places, rounds] = [Number(flags.places), Number(flags.rounds)]
const films = 10

/** Milliseconds of work in one turn of the event loop. */
const bar = 50

/** What is looked for: as it is written, and whether one writes on. */
const searches: [name: string, q: string, isPartial: boolean][] = [
  ['a word that most have', wordOfRank(0), false],
  ['a rare word', wordOfRank(20_000), false],
  ['two words', `${wordOfRank(1)} ${wordOfRank(300)}`, false],
  ['a phrase', `"${wordOfRank(0)} ${wordOfRank(1)}"`, false],
  ['a beginning of three letters', wordOfRank(40).slice(0, 3), true],
  ['the widest beginning', 's', true],
  ['a word and the widest beginning', `${wordOfRank(0)} s`, true],
  ['one character of Chinese', '海', false],
  ['a beginning in French', 'é', true],
]

const sayOtherwise = statement((db, { beat }: { beat: string }) =>
  db
    .updateTable('scenes')
    .set({ story_beat: beat })
    .where('id', '=', (inner) => inner.selectFrom('scenes').select(({ fn }) => fn.min('id').as('id'))),
)

for (const engine of engines) {
  if (flags.engine === undefined || flags.engine === engine)
    console.log(`${engine}, ${places} scenes and shots\n\n${await measured(engine)}\n`)
}

async function measured(engine: Engine): Promise<string> {
  await using cleanup = new AsyncDisposableStack()
  undoAtSignal(cleanup)
  const place = await emptyPlace(engine, cleanup)
  const db = await openDatabase(readSettings({ dataFolder: place.folder, ...place }, {}), () => {})
  cleanup.defer(() => db.close())
  const account = { email: 'bench@studio.example', name: 'Bench', password: 'correct horse battery' }
  const actor = allOf(await createUser(db, account))
  await fill(db, actor)

  const rows: string[][] = []
  const turns = new LoopTurns()
  turns.begin()
  const measure = async (name: string, times: number, work: () => Promise<unknown>) => {
    turns.reset()
    const took: number[] = []
    for (let round = 0; round < times; round += 1) {
      const began = performance.now()
      await work()
      took.push(performance.now() - began)
    }
    console.error(
      `${engine}, ${places}: ${name}, of the longest turn ${turns.longestWorked().toFixed(0)} ms at work`,
    )
    if (turns.longestWorked() > bar) process.exitCode = 1
    rows.push([
      name,
      `${median(took).toFixed(1)} ms`,
      `${Math.max(...took).toFixed(0)} ms`,
      ...turns.longest(),
    ])
  }
  await measure('all taken up', 1, () => takeUpAll(db))
  const long = Array.from({ length: 2000 }, (_, index) => String.fromCodePoint(0x4e00 + index))
  let spoken = 0
  await measure('one that says 2,000 other words', rounds, async () => {
    spoken += 1
    await db.transaction((transaction) =>
      transaction.run(sayOtherwise, { beat: long.slice(spoken).concat(long.slice(0, spoken)).join('') }),
    )
    await takeUpAll(db)
  })
  for (const [name, q, isPartial] of searches)
    await measure(name, rounds, () => searchPlaces(db, actor, { q, isPartial, limit: 20 }))
  turns.end()
  return table(['', 'median', 'slowest', 'longest turn', 'of that at work'], rows)
}

async function takeUpAll(db: Database): Promise<void> {
  const index = new PlaceIndex(db)
  while ((await index.state()).waiting > 0) await index.takeUp()
}

async function fill(db: Database, actor: Actor): Promise<void> {
  const random = chance(5)
  const scenes = places / 2 / films
  for (let film = 0; film < films; film += 1) {
    const ofFilm = Array.from({ length: scenes }, (_, index) => ({
      sceneId: String(index + 1).padStart(4, '0'),
      macroScene: prompt(random).slice(0, 40),
      storyBeat: text(random, index),
      shots: [{ shotCode: 'A1', sortOrder: 0, description: text(random, index + 5) }],
    }))
    const projects = [{ name: `The Long Tide ${film}`, status: 'PRODUCTION', scenes: ofFilm }]
    await importWorkspace(db, actor, workspaceFile.parse({ projects }))
  }
}

function text(random: () => number, index: number): string {
  const plain = prompt(random).slice(0, index % 10 === 1 ? 4000 : 300)
  if (index % 10 === 3) return plain.replaceAll(' k', ' élan ').replaceAll('o', 'ô')
  if (index % 10 !== 7) return plain
  const chinese = () => String.fromCodePoint(0x4e00 + Math.floor(random() ** 3 * 8000))
  return `${Array.from(plain, chinese).join('')}海`
}
