import type { DeletedProject, DeletedThing } from '@dailies/contract/trash.ts'
import type { Command } from 'commander'
import { DailiesError } from '../error.ts'
import { printableJson } from '../printable.ts'
import { askService, projectNamed, upTo } from './ask-service.ts'
import { cell } from './cell.ts'
import { FilingCommand } from './filing-flags.ts'
import { type ServiceFlags, withServiceFlags } from './service.ts'
import { table } from './table.ts'
import type { Terminal } from './terminal.ts'

export function trashCommand(terminal: Terminal): Command {
  return new FilingCommand('trash')
    .description('See what was deleted, bring it back, or delete it for good.')
    .addCommand(list(terminal))
    .addCommand(restore(terminal))
    .addCommand(purge(terminal))
}

type ListFlags = ServiceFlags & { project?: string; limit: string; json?: true }

function list(terminal: Terminal): Command {
  const command = new FilingCommand('list')
    .description(
      'List takes and scenes of a project that were deleted, or deleted projects of one’s own; the last deleted first.',
    )
    .option('--project <name>', 'name or id of the project; without it, projects are listed')
    .option('--limit <number>', 'things at most', '20')
    .option('--json', 'as a JSON array')
  return withServiceFlags(command, { hasInput: true }).action((flags: ListFlags) => {
    const { project } = flags
    const needs = project === undefined ? 'listDeletedProjects' : 'listTrash'
    return askService(terminal, flags, needs, async (asking) => {
      const { dailies, more } = asking
      const id = project === undefined ? undefined : await projectNamed(asking, project)
      const { found, isMore } = await upTo<DeletedThing | DeletedProject>(flags, (page) =>
        id === undefined ? dailies.listDeletedProjects(page, more) : dailies.listTrash({ id, ...page }, more),
      )
      if (flags.json) return terminal.print(printableJson(found))
      if (found.length === 0) return terminal.print('The trash is empty.')
      terminal.print(table(['KIND', 'ID', 'WHAT', 'DELETED BY', 'GOES'], found.map(rowOf)))
      if (isMore) terminal.warn('dailies: there are more: --limit')
    })
  })
}

function rowOf(thing: DeletedThing | DeletedProject): (string | null)[] {
  const { id, deletedBy, goesAt } = thing
  const rest = [deletedBy && cell(deletedBy.name), goesAt]
  if (!('kind' in thing)) return ['project', id, cell(thing.name), ...rest]
  if (thing.kind === 'scene') return ['scene', id, cell(`${thing.sceneId} ${thing.storyBeat ?? ''}`), ...rest]
  const { scene, assetType, versionNumber, title, prompt } = thing
  return ['take', id, cell(`${scene.sceneId} ${assetType} v${versionNumber}: ${title ?? prompt}`), ...rest]
}

const kinds = { take: 'restoreAsset', scene: 'restoreScene', project: 'restoreProject' } as const

function restore(terminal: Terminal): Command {
  const command = new FilingCommand('restore')
    .description('Bring what was deleted back as it was.')
    .argument('<kind>', 'take, scene or project')
    .argument('<id>', 'from dailies trash list')
  return withServiceFlags(command, { hasInput: true }).action(
    (kind: string, id: string, flags: ServiceFlags) => {
      const needs = Object.hasOwn(kinds, kind) ? kinds[kind as keyof typeof kinds] : undefined
      return askService(terminal, flags, needs ?? 'restoreAsset', async ({ dailies, more }) => {
        if (!needs) throw new DailiesError('invalid', 'Say what it is: take, scene or project')
        const { data } = await dailies[needs]({ id }, more)
        terminal.print(`Restored ${kind} ${data.id}.`)
      })
    },
  )
}

type PurgeFlags = ServiceFlags & { project?: string; all?: true; confirm: string; json?: true }

/** What has to be said, so that nobody does it by mistake. */
const confirmation = 'delete for good'

function purge(terminal: Terminal): Command {
  const command = new FilingCommand('purge')
    .description('Delete for good what is in the trash: nothing brings it back. It takes an owner.')
    .argument('[id...]', 'from dailies trash list; or --all')
    .option('--project <name>', 'of the trash of this project, by name or id; without it, deleted projects')
    .option('--all', 'everything that is there')
    .requiredOption('--confirm <words>', `in words, so that it is no mistake: "${confirmation}"`)
    .option('--json', 'as JSON')
  return withServiceFlags(command, { hasInput: true }).action((ids: string[], flags: PurgeFlags) => {
    const { project } = flags
    const needs = project === undefined ? 'purgeDeletedProjects' : 'purgeTrash'
    return askService(terminal, flags, needs, async (asking) => {
      if (flags.confirm !== confirmation) {
        throw new DailiesError('invalid', `Nothing was deleted: it takes --confirm "${confirmation}"`)
      }
      if (ids.length > 0 === (flags.all === true)) throw new DailiesError('invalid', 'Name ids, or say --all')
      const { dailies, more } = asking
      const which = ids.length > 0 ? { ids } : {}
      const id = project === undefined ? undefined : await projectNamed(asking, project)
      let purged = 0
      for (let hasMore = true; hasMore; ) {
        const { data, metadata } = await (id === undefined
          ? dailies.purgeDeletedProjects(which, more)
          : dailies.purgeTrash({ id, ...which }, more))
        purged += data.purged
        hasMore = metadata.hasMore
      }
      terminal.print(flags.json ? printableJson({ purged }) : `${purged} deleted for good.`)
    })
  })
}
