import { newSavedSearch, type SavedSearch, savedSearchUpdate } from '@dailies/contract/saved-search.ts'
import type { Command } from 'commander'
import { checked } from '../checked.ts'
import { DailiesError } from '../error.ts'
import { printable, printableJson } from '../printable.ts'
import { askService, projectNamed, upTo } from './ask-service.ts'
import { cell } from './cell.ts'
import { FilingCommand } from './filing-flags.ts'
import { type ServiceFlags, withServiceFlags } from './service.ts'
import { table } from './table.ts'
import type { Terminal } from './terminal.ts'

export function savedSearchCommand(terminal: Terminal): Command {
  return new FilingCommand('saved-search')
    .description('Keep searches by a name. dailies search --saved NAME runs one.')
    .addCommand(list(terminal))
    .addCommand(save(terminal))
    .addCommand(change(terminal))
    .addCommand(pin(terminal))
    .addCommand(unpin(terminal))
    .addCommand(remove(terminal))
}

function list(terminal: Terminal): Command {
  const command = new FilingCommand('list')
    .description('List one’s own, and those of one’s projects, the newest first.')
    .option('--pinned', 'only those that one has pinned, in their order')
    .option('--limit <number>', 'searches at most', '100')
    .option('--json', 'as a JSON array')
  return withServiceFlags(command, { hasInput: true }).action(
    (flags: ServiceFlags & { pinned?: true; limit: string; json?: true }) =>
      askService(terminal, flags, 'listSavedSearches', async ({ dailies, more }) => {
        const pinned = flags.pinned && 'true'
        const { found, isMore } = await upTo(flags, (page) =>
          dailies.listSavedSearches({ pinned, ...page }, more),
        )
        if (flags.json) return terminal.print(printableJson(found))
        if (found.length === 0) return terminal.print(`No search is ${pinned ? 'pinned' : 'saved'}.`)
        const rows = found.map(({ id, name, project, q }: SavedSearch) => [
          id,
          cell(name),
          project && cell(project.name),
          q,
        ])
        terminal.print(table(['ID', 'NAME', 'SHARED WITH', 'SEARCH'], rows))
        if (isMore) terminal.warn('dailies: there are more: --limit')
      }),
  )
}

function ofSearch(name: string): Command {
  return new FilingCommand(name).argument('<id>', 'from dailies saved-search list')
}

type SaveFlags = ServiceFlags & { project?: string; json?: true }

function save(terminal: Terminal): Command {
  const command = new FilingCommand('save')
    .description('Keep a search, for oneself or for the members of a project.')
    .argument('<name>')
    .argument('<words...>', 'what it looks for, in quotes, as of dailies search')
    .option('--project <name>', 'share it with the members of this project, by name or id')
    .option('--json', 'as JSON')
  return withServiceFlags(command, { hasInput: true }).action(
    (name: string, words: string[], flags: SaveFlags) =>
      askService(terminal, flags, 'createSavedSearch', async (asking) => {
        const { project } = flags
        const projectId = project === undefined ? undefined : await projectNamed(asking, project)
        const search = checked(newSavedSearch, { name, q: words.join(' '), projectId })
        const { data } = await asking.dailies.createSavedSearch(search, asking.more)
        terminal.print(flags.json ? printableJson(data) : printable(`Saved ${data.name}: ${data.id}.`))
      }),
  )
}

type ChangeFlags = ServiceFlags & {
  name?: string
  query?: string
  project?: string
  own?: true
  json?: true
}

function change(terminal: Terminal): Command {
  const command = ofSearch('change')
    .description(
      'Rename a saved search, or change what it looks for, for everybody who sees it; or change who sees it.',
    )
    .option('--name <name>', 'what it is called')
    .option('--query <words>', 'what it looks for, in quotes, as of dailies search')
    .option('--project <name>', 'share it with the members of this project, by name or id, where one made it')
    .option('--own', 'have it for oneself alone, where one made it')
    .option('--json', 'as JSON')
  return withServiceFlags(command, { hasInput: true }).action((id: string, flags: ChangeFlags) =>
    askService(terminal, flags, 'updateSavedSearch', async (asking) => {
      const { name, query: q, project, own } = flags
      if (project !== undefined && own) throw new DailiesError('invalid', 'Say --project or --own, not both')
      if ([name, q, project, own].every((flag) => flag === undefined))
        throw new DailiesError('invalid', 'Say --name, --query, --project or --own')
      const projectId = project === undefined ? own && null : await projectNamed(asking, project)
      const update = checked(savedSearchUpdate, { name, q, projectId })
      const { data } = await asking.dailies.updateSavedSearch({ id, ...update }, asking.more)
      terminal.print(flags.json ? printableJson(data) : printable(`${data.name}: ${data.q}`))
    }),
  )
}

function pin(terminal: Terminal): Command {
  const command = ofSearch('pin')
    .description('Pin a saved search for oneself, behind those that are, or move it among them.')
    .option('--before <id>', 'the pinned one that comes behind it')
  return withServiceFlags(command, { hasInput: true }).action(
    (id: string, flags: ServiceFlags & { before?: string }) =>
      askService(terminal, flags, 'pinSavedSearch', async ({ dailies, more }) => {
        const { data } = await dailies.pinSavedSearch({ id, beforeId: flags.before }, more)
        terminal.print(printable(`Pinned ${data.name}.`))
      }),
  )
}

function unpin(terminal: Terminal): Command {
  const command = ofSearch('unpin').description('Unpin a saved search.')
  return withServiceFlags(command, { hasInput: true }).action((id: string, flags: ServiceFlags) =>
    askService(terminal, flags, 'unpinSavedSearch', async ({ dailies, more }) => {
      const { data } = await dailies.unpinSavedSearch({ id }, more)
      terminal.print(printable(`Unpinned ${data.name}.`))
    }),
  )
}

function remove(terminal: Terminal): Command {
  const command = ofSearch('remove').description('Delete a saved search, for everybody who sees it.')
  return withServiceFlags(command, { hasInput: true }).action((id: string, flags: ServiceFlags) =>
    askService(terminal, flags, 'deleteSavedSearch', async ({ dailies, more }) => {
      const { data } = await dailies.deleteSavedSearch({ id }, more)
      terminal.print(printable(`Removed ${data.name}.`))
    }),
  )
}
