import { filmMarkUpdate, markFilter, markFlag, myMarkUpdate } from '@dailies/contract/mark.ts'
import { type Command, Option } from 'commander'
import { z } from 'zod'
import { checked } from '../checked.ts'
import { DailiesError } from '../error.ts'
import { printableJson } from '../printable.ts'
import { askService, projectNamed, sceneNumbered, upTo } from './ask-service.ts'
import { cell } from './cell.ts'
import { FilingCommand } from './filing-flags.ts'
import { type ServiceFlags, withServiceFlags } from './service.ts'
import { table } from './table.ts'
import type { Terminal } from './terminal.ts'

export function markCommand(terminal: Terminal): Command {
  return new FilingCommand('mark')
    .description('Mark takes by flag, stars and whether one has looked at them, for oneself or for the film.')
    .addCommand(set(terminal))
    .addCommand(list(terminal))
    .addCommand(count(terminal))
}

interface SetFlags extends ServiceFlags {
  film?: true
  flag?: string
  stars?: string
  seen?: boolean
  json?: true
}

/** More in one command are for a loop: each is a request. */
const most = 1000

function set(terminal: Terminal): Command {
  const command = new FilingCommand('set')
    .description('Mark takes for oneself, which nobody else sees, or for the film. What is not said stays.')
    .argument('<take...>', 'ids of takes')
    .option('--film', 'for the film, which everybody sees: it takes an editor')
    .addOption(new Option('--flag <flag>', 'what is made of them').choices(markFlag.options))
    .option('--stars <number>', '0 to 5; 0 is none')
    .option('--seen', 'one has looked at them')
    .option('--no-seen', 'one has not')
    .option('--json', 'as a JSON array')
  return withServiceFlags(command, { hasInput: true }).action((ids: string[], flags: SetFlags) =>
    askService(terminal, flags, flags.film ? 'setFilmMark' : 'setMyMark', async ({ dailies, more }) => {
      const { film, flag, stars, seen } = flags
      if (ids.length > most) throw new DailiesError('invalid', `At most ${most} takes at once`)
      if ((flag ?? stars ?? seen) === undefined)
        throw new DailiesError('invalid', 'Say --flag, --stars or --seen')
      if (film && seen !== undefined)
        throw new DailiesError('invalid', 'What one has looked at is of oneself: --film or --seen')
      const said = { flag, stars: stars === undefined ? undefined : Number(stars), seen }
      const mark = checked(film ? filmMarkUpdate : myMarkUpdate, said)
      const marked: object[] = []
      for (const id of ids) {
        const { data } = await (film ? dailies.setFilmMark : dailies.setMyMark)({ id, ...mark }, more)
        marked.push({ id, marks: data })
      }
      if (flags.json) terminal.print(printableJson(marked))
      else terminal.print(`Marked ${marked.length} ${marked.length === 1 ? 'take' : 'takes'}.`)
    }),
  )
}

interface ListFlags extends ServiceFlags {
  project: string
  scene: string
  mark?: string
  stars?: string
  filmStars?: string
  seen?: boolean
  limit: string
  json?: true
}

function list(terminal: Terminal): Command {
  const command = inScene(new FilingCommand('list'))
    .description('List the takes of a scene with their marks, the newest first.')
    .addOption(new Option('--mark <mark>', 'only those of this flag').choices(markFilter.options))
    .option('--stars <number>', 'only those with so many of one’s own, or more')
    .option('--film-stars <number>', 'only those with so many of the film’s, or more')
    .option('--seen', 'only those that one has looked at')
    .option('--no-seen', 'all but them')
    .option('--limit <number>', 'takes at most', '20')
    .option('--json', 'as a JSON array')
  return withServiceFlags(command, { hasInput: true }).action((flags: ListFlags) =>
    askService(terminal, flags, 'browseAssets', async (asking) => {
      const filter = checked(ofFilter, {
        mark: flags.mark,
        stars: numberOf(flags.stars),
        filmStars: numberOf(flags.filmStars),
        seen: flags.seen === undefined ? undefined : `${flags.seen}`,
      })
      const id = await sceneOf(asking, flags)
      const { found, isMore } = await upTo(flags, (page) =>
        asking.dailies.browseAssets({ id, ...filter, ...page }, asking.more),
      )
      if (flags.json) return terminal.print(printableJson(found))
      if (found.length === 0) return terminal.print('There is no such take.')
      const rows = found.map(({ id, assetType, versionNumber, platformLabel, title, prompt, marks }) => {
        const { mine, film } = marks
        const what = cell(`${assetType} v${versionNumber} ${platformLabel}`)
        return [id, what, mine.seen ? 'yes' : null, words(mine), words(film), cell(title ?? prompt)]
      })
      terminal.print(table(['TAKE', 'WHAT', 'SEEN', 'MINE', 'FILM', 'TITLE'], rows))
      if (isMore) terminal.warn('dailies: there are more: --limit')
    }),
  )
}

const stars = z
  .int('Must be a whole number')
  .min(1, 'Must be 1 or more')
  .max(5, 'Must be at most 5')
  .optional()
const ofFilter = z.object({
  mark: markFilter.optional(),
  stars,
  filmStars: stars,
  seen: z.enum(['true', 'false']).optional(),
})

const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text))

function words({ flag, stars }: { flag: string; stars: number }): string | null {
  return [flag !== 'none' && flag, stars > 0 && '★'.repeat(stars)].filter(Boolean).join(' ') || null
}

function count(terminal: Terminal): Command {
  const command = inScene(new FilingCommand('count'))
    .description('Tell how many takes of a scene are marked, and how many one has not looked at.')
    .option('--json', 'as JSON')
  return withServiceFlags(command, { hasInput: true }).action(
    (flags: ServiceFlags & { project: string; scene: string; json?: true }) =>
      askService(terminal, flags, 'countMarks', async (asking) => {
        const id = await sceneOf(asking, flags)
        const { data } = await asking.dailies.countMarks({ id }, asking.more)
        if (flags.json) return terminal.print(printableJson(data))
        const { total, mine, film } = data
        const rows = [
          ['one’s own', `${mine.shortlisted}`, `${mine.rejected}`, `${mine.unseen}`],
          ['the film', `${film.shortlisted}`, `${film.rejected}`, null],
        ]
        terminal.print(table([`OF ${total} TAKES`, 'SHORTLISTED', 'REJECTED', 'NOT SEEN'], rows))
      }),
  )
}

function inScene(command: Command): Command {
  return command
    .requiredOption('--project <name>', 'name or id of the project')
    .requiredOption('--scene <number>', 'number of the scene')
}

async function sceneOf(
  asking: Parameters<typeof projectNamed>[0],
  { project, scene }: { project: string; scene: string },
): Promise<string> {
  return sceneNumbered(asking, await projectNamed(asking, project), scene)
}
