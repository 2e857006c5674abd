import { tagChangeRequest, tagColorUpdate } from '@dailies/contract/project-tag.ts'
import { tagColors } from '@dailies/contract/tag.ts'
import { type Command, Option } from 'commander'
import { checked } from '../checked.ts'
import { printable, printableJson } from '../printable.ts'
import { askService, projectNamed, upTo } from './ask-service.ts'
import { exitCodes, FilingCommand } from './filing-flags.ts'
import { type ServiceFlags, withServiceFlags } from './service.ts'
import { table } from './table.ts'
import { type Terminal, Unsuccessful } from './terminal.ts'

export function tagCommand(terminal: Terminal): Command {
  return new FilingCommand('tag')
    .description('List the tags of a project, rename, merge, remove and colour them.')
    .addCommand(list(terminal))
    .addCommand(rename(terminal))
    .addCommand(remove(terminal))
    .addCommand(color(terminal))
}

interface ProjectFlags extends ServiceFlags {
  project: string
  json?: true
}

function ofProject(name: string): Command {
  return new FilingCommand(name).requiredOption('--project <name>', 'name or id of the project')
}

type ListFlags = ProjectFlags & { sort: 'name' | 'count'; query?: string; limit: string }

function list(terminal: Terminal): Command {
  const command = ofProject('list')
    .description('List the tags, with how many takes have each.')
    .addOption(
      new Option('--sort <order>', 'by name, or the most used first')
        .choices(['name', 'count'])
        .default('name'),
    )
    .option('--query <text>', 'only those that have this in them, in any case')
    .option('--limit <number>', 'tags at most', '100')
    .option('--json', 'as a JSON array')
  return withServiceFlags(command, { hasInput: true }).action((flags: ListFlags) =>
    askService(terminal, flags, 'listTags', async (asking) => {
      const { sort, query: q } = flags
      const id = await projectNamed(asking, flags.project)
      const { found, isMore } = await upTo(flags, (page) =>
        asking.dailies.listTags({ id, q, sort, ...page }, asking.more),
      )
      if (flags.json) return terminal.print(printableJson(found))
      if (found.length === 0) return terminal.print('There is no such tag.')
      terminal.print(
        table(
          ['TAG', 'TAKES', 'COLOUR'],
          found.map(({ name, count, color }) => [name, `${count}`, color]),
        ),
      )
      if (isMore) terminal.warn('dailies: there are more: --limit')
    }),
  )
}

function rename(terminal: Terminal): Command {
  const command = ofProject('rename')
    .description(
      'Make another tag of one, or of several, in all takes; one that is there already takes them in.',
    )
    .argument('<from...>', 'tags, as they stand')
    .requiredOption('--to <tag>', 'what they become')
    .option('--json', 'what came of it, as JSON')
  return withServiceFlags(command, { hasInput: true }).action(
    (from: string[], { to, ...flags }: ProjectFlags & { to: string }) =>
      changeAll(terminal, flags, { from, to }),
  )
}

function remove(terminal: Terminal): Command {
  const command = ofProject('remove')
    .description('Take tags off all takes.')
    .argument('<tag...>', 'tags, as they stand')
    .option('--json', 'what came of it, as JSON')
  return withServiceFlags(command, { hasInput: true }).action((from: string[], flags: ProjectFlags) =>
    changeAll(terminal, flags, { from, to: null }),
  )
}

/** A part after the other, until nothing is left that can be changed. */
function changeAll(
  terminal: Terminal,
  flags: ProjectFlags,
  given: { from: string[]; to: string | null },
): Promise<void> {
  return askService(terminal, flags, 'changeTags', async (asking) => {
    const request = checked(tagChangeRequest, given)
    const id = await projectNamed(asking, flags.project)
    const changes: string[] = []
    let [changed, left] = [0, 0]
    for (let isDone = false; !isDone; ) {
      const { data } = await asking.dailies.changeTags({ id, ...request }, asking.more)
      if (data.id !== null) changes.push(data.id)
      changed += data.changed
      left = data.left
      isDone = left === 0 || data.changed === 0
    }
    if (flags.json) terminal.print(printableJson({ changes, changed, left }))
    else {
      terminal.print(`${changed} ${changed === 1 ? 'take' : 'takes'} changed.`)
      // The last first.
      for (const change of changes.toReversed())
        terminal.print(`To take it back: dailies change undo ${change}`)
    }
    if (left === 0) return
    terminal.warn(`dailies: ${left} takes could not be changed: they have too many tags, or too long ones`)
    throw new Unsuccessful(exitCodes.someNotFiled)
  })
}

function color(terminal: Terminal): Command {
  const command = ofProject('color')
    .description('Give a tag a colour, or take it away.')
    .argument('<tag>', 'as it stands')
    .argument('<colour>', [...tagColors, 'none'].join(', '))
  return withServiceFlags(command, { hasInput: true }).action(
    (name: string, wanted: string, flags: ProjectFlags) =>
      askService(terminal, flags, 'setTagColor', async (asking) => {
        const update = checked(tagColorUpdate, { name, color: wanted === 'none' ? null : wanted })
        const id = await projectNamed(asking, flags.project)
        const { data } = await asking.dailies.setTagColor({ id, ...update }, asking.more)
        terminal.print(printable(`${data.name}: ${data.color ?? 'no colour'}.`))
      }),
  )
}
