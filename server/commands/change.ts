import {
  type AssetChange,
  type AssetChangeAnswer,
  type AssetChangeSet,
  assetChangeRequest,
} from '@dailies/contract/asset-change.ts'
import { asWritten, changeInWords } from '@dailies/contract/change-words.ts'
import type { Command } from 'commander'
import { checked } from '../checked.ts'
import { DailiesError } from '../error.ts'
import { printable, printableJson } from '../printable.ts'
import { type Asking, askService, projectNamed, sceneNumbered, shotCoded, upTo } from './ask-service.ts'
import { cell } from './cell.ts'
import { exitCodes, FilingCommand } from './filing-flags.ts'
import { type ServiceFlags, withServiceFlags } from './service.ts'
import { table } from './table.ts'
import { type Terminal, Unsuccessful } from './terminal.ts'

export function changeCommand(terminal: Terminal): Command {
  return new FilingCommand('change')
    .description('Change many takes at once, see what was done to takes, and take it back.')
    .addCommand(list(terminal))
    .addCommand(make(terminal))
    .addCommand(undo(terminal))
}

type ListFlags = ServiceFlags & { project: string; limit: string; json?: true }

function list(terminal: Terminal): Command {
  const command = new FilingCommand('list')
    .description('List what was done to takes of a project in the last 30 days, the newest first.')
    .requiredOption('--project <name>', 'name or id of the project')
    .option('--limit <number>', 'changes at most', '20')
    .option('--json', 'as a JSON array')
  return withServiceFlags(command, { hasInput: true }).action((flags: ListFlags) =>
    askService(terminal, flags, 'listAssetChangeSets', async (asking) => {
      const id = await projectNamed(asking, flags.project)
      const { found, isMore } = await upTo(flags, (page) =>
        asking.dailies.listAssetChangeSets({ id, ...page }, asking.more),
      )
      if (flags.json) return terminal.print(printableJson(found))
      if (found.length === 0) return terminal.print('Nothing was changed.')
      terminal.print(table(['ID', 'WHEN', 'WHO', 'WHAT', 'UNDONE'], found.map(rowOf)))
      if (isMore) terminal.warn('dailies: there are more: --limit')
    }),
  )
}

function rowOf(set: AssetChangeSet): (string | null)[] {
  const { id, at, by, asset, count, undone } = set
  const takes = asset
    ? `${asset.assetType} v${asset.versionNumber} of ${asset.platformKey}`
    : `${count} ${count === 1 ? 'take' : 'takes'}`
  return [id, at, cell(by.name), changeInWords(set, takes, asWritten), undone && `by ${cell(undone.by.name)}`]
}

interface MakeFlags extends ServiceFlags {
  project: string
  status?: string
  rights?: string
  addTag?: string[]
  removeTag?: string[]
  group?: string | false
  scene?: string
  shot?: string | false
  delete?: true
  json?: true
}

function make(terminal: Terminal): Command {
  const upper = (value: string) => value.toUpperCase()
  const command = new FilingCommand('make')
    .description('Make one change of up to 1,000 takes of a project, in one transaction.')
    .argument('<take...>', 'ids of takes')
    .requiredOption('--project <name>', 'name or id of the project')
    .option('--status <status>', 'one step on, or back: DRAFT, GENERATED, SELECTED, APPROVED, FINAL', upper)
    .option('--rights <rights>', 'UNKNOWN, NON_COMMERCIAL, COMMERCIAL_ALLOWED, RESTRICTED', upper)
    .option('--add-tag <tag...>', 'tags that come')
    .option('--remove-tag <tag...>', 'tags that go')
    .option('--group <name>', 'into a compare group')
    .option('--no-group', 'out of their compare group')
    .option('--scene <number>', 'to another scene, with --shot into one of its shots')
    .option('--shot <code>', 'to another shot; without --scene by its id')
    .option('--no-shot', 'out of their shot')
    .option('--delete', 'into the trash')
    .option('--json', 'what came of it, as JSON')
  return withServiceFlags(command, { hasInput: true }).action((ids: string[], flags: MakeFlags) =>
    askService(terminal, flags, 'changeAssets', async (asking) => {
      requireOne(flags)
      const id = await projectNamed(asking, flags.project)
      const change = await changeOf(asking, id, flags)
      const request = checked(assetChangeRequest, { of: { ids }, change })
      const { data } = await asking.dailies.changeAssets({ id, ...request }, asking.more)
      tell(terminal, data, flags)
    }),
  )
}

/** Throws `invalid` where the flags say no change, or several. */
function requireOne(flags: MakeFlags): void {
  const { status, rights, addTag, removeTag, group, scene, shot } = flags
  const said = [status, rights, addTag ?? removeTag, group, scene ?? shot, flags.delete]
  if (said.filter((one) => one !== undefined).length !== 1) {
    throw new DailiesError(
      'invalid',
      'Say one change: --status, --rights, --add-tag and --remove-tag, --group or --no-group, --scene, --shot or --no-shot, or --delete',
    )
  }
}

async function changeOf(asking: Asking, projectId: string, flags: MakeFlags): Promise<AssetChange> {
  const { status, rights, addTag, removeTag, group, scene, shot } = flags
  // What they may be, `checked` says.
  if (status !== undefined) return { kind: 'status', status: status as 'DRAFT' }
  if (rights !== undefined) return { kind: 'rights', rightsState: rights as 'UNKNOWN' }
  if (addTag ?? removeTag) return { kind: 'tags', addTags: addTag, removeTags: removeTag }
  if (group !== undefined) return { kind: 'group', compareGroup: group || null }
  if (scene !== undefined) {
    const sceneDbId = await sceneNumbered(asking, projectId, scene)
    const shotId = shot ? await shotCoded(asking, sceneDbId, shot) : shot === false ? null : undefined
    return { kind: 'scene', sceneDbId, shotId }
  }
  if (shot !== undefined) return { kind: 'shot', shotId: shot || null }
  return { kind: 'delete' }
}

function undo(terminal: Terminal): Command {
  const command = new FilingCommand('undo')
    .description('Make takes what they were before a change; undoing that does it again.')
    .argument('<id>', 'of the change, from dailies change list')
    .option('--json', 'what came of it, as JSON')
  return withServiceFlags(command, { hasInput: true }).action(
    (id: string, flags: ServiceFlags & { json?: true }) =>
      askService(terminal, flags, 'undoAssetChanges', async ({ dailies, more }) => {
        tell(terminal, (await dailies.undoAssetChanges({ id }, more)).data, flags)
      }),
  )
}

/** Throws where takes were refused. */
function tell(terminal: Terminal, answer: AssetChangeAnswer, { json }: { json?: true }): void {
  const { id, changed, unchanged, refused, results } = answer
  if (json) terminal.print(printableJson(answer))
  else {
    const undo = id === null ? '' : ` To take it back: dailies change undo ${id}`
    terminal.print(`${changed} changed, ${unchanged} unchanged, ${refused} refused.${undo}`)
    for (const result of results) {
      if (result.outcome === 'refused') terminal.warn(printable(`dailies: ${result.id}: ${result.reason}`))
    }
  }
  if (refused > 0) throw new Unsuccessful(exitCodes.someNotFiled)
}
