import type { SavedSearch } from '@dailies/contract/saved-search.ts'
import type { SearchHit } from '@dailies/contract/search.ts'
import type { FoundPlace } from '@dailies/contract/search-places.ts'
import { type Command, Option } from 'commander'
import { z } from 'zod'
import type { Dailies } from '../../sdk/src/dailies.ts'
import { checked } from '../checked.ts'
import { DailiesError } from '../error.ts'
import { printableJson } from '../printable.ts'
import { cell } from './cell.ts'
import { codeOf } from './code-of.ts'
import { FilingCommand } from './filing-flags.ts'
import { rebuildCommand } from './search-rebuild.ts'
import { type ServiceFlags, servicePlace, withServiceFlags } from './service.ts'
import { stopSignal } from './stop-signal.ts'
import { table } from './table.ts'
import type { Terminal } from './terminal.ts'

interface SearchFlags extends ServiceFlags {
  sort: 'best' | 'newest'
  limit: string
  counts?: true
  places?: true
  json?: true
  saved?: string
  like?: string
}

export function searchCommand(terminal: Terminal): Command {
  const command = new FilingCommand('search')
    .description(
      'Find takes of all projects that the token may see, by words and filters; or make the index of the search anew.',
    )
    .usage(
      '[options] <words>\n       dailies search --like <take|file> [options] [words]\n       dailies search --saved <name> [options]\n       dailies search rebuild [options]',
    )
    .argument('[words...]', "in quotes: 'lamp rain -neon model:veo rights:unknown'")
    .addOption(
      new Option('--sort <order>', 'what fits best first, or by time')
        .choices(['best', 'newest'])
        .default('best'),
    )
    .option('--saved <name>', 'what a saved search looks for, by its name or id; words narrow it')
    .option('--like <take|file>', 'what looks like a take, by its id, or like a picture; words narrow it')
    .option('--limit <number>', 'takes at most', '20')
    .option('--counts', 'how many have which model, status, tag …, with the filter that finds them')
    .option('--places', 'scenes and shots in place of takes')
    .option('--json', 'as a JSON array')
  return withServiceFlags(command, { hasInput: true })
    .addHelpText('after', '\nEvery filter, and how takes are put in order: docs/search.md')
    .action(async (words: string[], flags: SearchFlags) => {
      const { signal, forget } = stopSignal()
      try {
        await search(terminal, words.join(' '), flags, signal)
      } catch (error) {
        throw codeOf(inWords(error), terminal)
      } finally {
        forget()
      }
    })
    .addCommand(rebuildCommand(terminal))
}

const ofLimit = z.object({
  limit: z.int('Must be a whole number').min(1, 'Must be 1 or more').max(1000, 'Must be 1000 or less'),
})

async function search(
  terminal: Terminal,
  words: string,
  flags: SearchFlags,
  signal: AbortSignal,
): Promise<void> {
  if (words === '' && flags.saved === undefined && flags.like === undefined) {
    throw new DailiesError('invalid', 'Say what to look for, or --saved with the name of a saved search')
  }
  if (flags.like !== undefined && (flags.places || flags.counts)) {
    throw new DailiesError('invalid', '--like finds takes: not together with --places or --counts')
  }
  if (flags.places && flags.counts) {
    throw new DailiesError('invalid', 'Of scenes and shots nothing is counted: --places or --counts')
  }
  const { limit } = checked(ofLimit, { limit: Number(flags.limit) })
  const place = await servicePlace(flags, terminal)
  const { connectToFile } = await import('../filing/service.ts')
  const dailies = connectToFile(place)
  const saved = flags.saved === undefined ? '' : await savedText(dailies, flags.saved, signal)
  const q = `${saved} ${words}`.trim()
  if (flags.places) return await findPlaces(terminal, dailies, { q, limit }, flags, signal)
  if (flags.counts) return await count(terminal, dailies, q, flags, signal)
  if (flags.like !== undefined)
    return await findAlike(terminal, dailies, { like: flags.like, q, limit }, flags, signal)
  const hits: SearchHit[] = []
  let cursor: string | undefined
  do {
    const asked = { q, sort: flags.sort, limit: Math.min(limit - hits.length, 100), cursor }
    const { data, metadata } = await dailies.search(asked, { signal })
    if (cursor === undefined) tellOfWaiting(terminal, metadata)
    hits.push(...data)
    cursor = metadata.nextCursor ?? undefined
  } while (cursor !== undefined && hits.length < limit)
  if (flags.json) return terminal.print(printableJson(hits))
  if (hits.length === 0) return terminal.print('No take was found.')
  terminal.print(table(['TAKE', 'PROJECT', 'SCENE', 'SHOT', 'WHAT', 'STATUS', 'FOUND'], hits.map(rowOf)))
  if (cursor !== undefined) terminal.warn('dailies: there may be more: --limit')
}

async function count(
  terminal: Terminal,
  dailies: Dailies,
  q: string,
  { json }: SearchFlags,
  signal: AbortSignal,
): Promise<void> {
  const { data, metadata } = await dailies.listSearchFacets({ q }, { signal })
  tellOfWaiting(terminal, metadata)
  if (json) return terminal.print(printableJson(data))
  const rows = data.flatMap(({ field, values }) =>
    values.map(({ name, count, filter }) => [field, cell(name), `${count}`, filter]),
  )
  if (rows.length === 0) return terminal.print('No take was found.')
  terminal.print(table(['OF', 'WHAT', 'TAKES', 'FILTER'], rows))
  if (data.some(({ isComplete }) => !isComplete))
    terminal.warn('dailies: only the newest were counted: there may be more')
}

/** The best 100 of them at most: there are no pages. */
async function findPlaces(
  terminal: Terminal,
  dailies: Dailies,
  asked: { q: string; limit: number },
  { json }: SearchFlags,
  signal: AbortSignal,
): Promise<void> {
  const { data, metadata } = await dailies.searchPlaces(asked, { signal })
  tellOfWaiting(terminal, metadata)
  if (json) return terminal.print(printableJson(data))
  if (data.length === 0) return terminal.print('No scene or shot was found.')
  terminal.print(table(['ID', 'PROJECT', 'SCENE', 'SHOT', 'FOUND'], data.map(placeRow)))
  if (data.length === Math.min(asked.limit, 100))
    terminal.warn('dailies: there may be more: say more, or --limit up to 100')
}

/** The 100 that are most alike: there are no pages. */
async function findAlike(
  terminal: Terminal,
  dailies: Dailies,
  { like, ...asked }: { like: string; q: string; limit: number },
  { json }: SearchFlags,
  signal: AbortSignal,
): Promise<void> {
  const { modelOf } = await import('../filing/model-of.ts')
  const model = await modelOf(dailies, like, signal)
  const { data, metadata } = await dailies.searchAlike({ ...model, ...asked }, { signal })
  if (metadata.look === null)
    throw new DailiesError('invalid', 'No picture is known of this take yet: nothing can look like it')
  if (json) return terminal.print(printableJson(data))
  if (data.length === 0) return terminal.print('Nothing looks like it.')
  const rows = data.map(({ distance, ...hit }) => [
    ...rowOf({ ...hit, found: [] }).slice(0, -1),
    `${distance}`,
    cell(hit.title ?? hit.prompt),
  ])
  terminal.print(table(['TAKE', 'PROJECT', 'SCENE', 'SHOT', 'WHAT', 'STATUS', 'BITS', 'TITLE'], rows))
  if (data.length === Math.min(asked.limit, 100))
    terminal.warn('dailies: there may be more: narrow it by words, or --limit up to 100')
}

function placeRow({ project, scene, shot, found }: FoundPlace): (string | null)[] {
  const where = [cell(project.name), scene.sceneId, shot?.shotCode ?? null]
  return [shot?.id ?? scene.id, ...where, pieceOf({ found, title: null, prompt: '' })]
}

function tellOfWaiting(terminal: Terminal, { waiting }: { waiting: number }): void {
  if (waiting > 0) terminal.warn('dailies: the index of the search is not up to date yet: there may be more')
}

/** What the saved search of that name, or id, looks for. Throws `invalid` where there is none, or more than one. */
async function savedText(dailies: Dailies, wanted: string, signal: AbortSignal): Promise<string> {
  const found: SavedSearch[] = []
  let cursor: string | undefined
  do {
    const { data, metadata } = await dailies.listSavedSearches({ limit: 100, cursor }, { signal })
    found.push(...data.filter(({ id, name }) => id === wanted || name === wanted))
    cursor = metadata.nextCursor ?? undefined
  } while (cursor !== undefined)
  const [only, another] = found
  if (!only) throw new DailiesError('invalid', `There is no saved search of the name “${wanted}”`)
  if (!another) return only.q
  const ids = found.map(({ id, project }) => `${id} (${project?.name ?? 'your own'})`)
  throw new DailiesError(
    'invalid',
    `Several saved searches have that name, say which by its id: ${ids.join(', ')}`,
  )
}

/** Of a filter that cannot be meant so the service says what it must be. */
function inWords(error: unknown): unknown {
  const { fieldErrors } = error as { fieldErrors?: Record<string, string[]> }
  return fieldErrors?.q ? new DailiesError('invalid', fieldErrors.q.join('; ')) : error
}

function rowOf(hit: SearchHit): (string | null)[] {
  const { id, project, scene, shot, assetType, versionNumber, platformLabel, status, selected } = hit
  const what = `${assetType} v${versionNumber} ${platformLabel}`
  return [
    ...[id, cell(project.name), scene.sceneId, shot?.shotCode ?? null, cell(what)],
    ...[selected ? `${status}, winner` : status, pieceOf(hit)],
  ]
}

interface Told extends Pick<SearchHit, 'title' | 'prompt'> {
  found: readonly { field: string; text: string; marks: readonly (readonly [number, number])[] }[]
}

/** Characters before what was found. */
const lead = 15

function pieceOf({ found: [first], title, prompt }: Told): string {
  if (!first) return cell(title ?? prompt)
  const begin = Math.max(0, (first.marks[0]?.[0] ?? 0) - lead)
  return `${first.field}: ${begin > 0 ? '…' : ''}${cell(first.text.slice(begin))}`
}
