import type { SearchHit } from '@dailies/contract/search.ts'
import { type Command, Option } from 'commander'
import { z } from 'zod'
import { checked } from '../checked.ts'
import { DailiesError } from '../error.ts'
import { printableJson } from '../printable.ts'
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
  json?: true
}

export function searchCommand(terminal: Terminal): Command {
  const command = new FilingCommand('search')
    .description(
      'Find takes of all projects that the token may see, by words and filters; or make the index of the search anew.',
    )
    .usage('[options] <words>\n       dailies search rebuild [options]')
    .argument('<words...>', "in quotes: 'lamp rain -neon model:veo rights:unknown'")
    .addOption(
      new Option('--sort <order>', 'what fits best first, or by time')
        .choices(['best', 'newest'])
        .default('best'),
    )
    .option('--limit <number>', 'takes at most', '20')
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

async function search(terminal: Terminal, q: string, flags: SearchFlags, signal: AbortSignal): Promise<void> {
  const { limit } = checked(ofLimit, { limit: Number(flags.limit) })
  const place = await servicePlace(flags, terminal)
  const { connectToFile } = await import('../filing/service.ts')
  const dailies = connectToFile(place)
  const hits: SearchHit[] = []
  let cursor: string | undefined
  do {
    const asked = { q, sort: flags.sort, limit: Math.min(limit - hits.length, 100), cursor }
    const { data, metadata } = await dailies.search(asked, { signal })
    if (cursor === undefined && metadata.waiting > 0)
      terminal.warn('dailies: the index of the search is not up to date yet: there may be more')
    hits.push(...data)
    cursor = metadata.nextCursor ?? undefined
  } while (cursor !== undefined && hits.length < limit)
  if (flags.json) return terminal.print(printableJson(hits))
  if (hits.length === 0) return terminal.print('No take was found.')
  terminal.print(table(['TAKE', 'PROJECT', 'SCENE', 'SHOT', 'WHAT', 'STATUS', 'FOUND'], hits.map(rowOf)))
  if (cursor !== undefined) terminal.warn('dailies: there may be more: --limit')
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
    ...[id, cut(project.name), scene.sceneId, shot?.shotCode ?? null, cut(what)],
    ...[selected ? `${status}, winner` : status, pieceOf(hit)],
  ]
}

/** Characters of a cell. */
const widest = 40
/** Characters before what was found. */
const lead = 15

function pieceOf({ found: [first], title, prompt }: SearchHit): string {
  if (!first) return cut(title ?? prompt)
  const begin = Math.max(0, (first.marks[0]?.[0] ?? 0) - lead)
  return `${first.field}: ${begin > 0 ? '…' : ''}${cut(first.text.slice(begin))}`
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > widest ? `${line.slice(0, widest - 1).toWellFormed()}…` : line
}
