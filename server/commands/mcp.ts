import { realpath, stat } from 'node:fs/promises'
import { Command } from 'commander'
import { DailiesError } from '../error.ts'
import { type ServiceFlags, servicePlace, withServiceFlags } from './service.ts'
import type { Terminal } from './terminal.ts'

interface McpFlags extends ServiceFlags {
  files?: string[]
}

export function mcpCommand(terminal: Terminal): Command {
  const command = new Command('mcp')
    .description(
      'Let an agent work with the takes of a service: speaks the Model Context Protocol on standard input and output.',
    )
    .option('--files <folders...>', 'the agent may send files from there, and from nowhere else')
  return withServiceFlags(command, { hasInput: false })
    .addHelpText('after', '\nHow agents are told of it: docs/agents.md')
    .action(async ({ files = [], ...flags }: McpFlags) => {
      // Its standard input is the protocol's.
      const place = await servicePlace(flags, { environment: terminal.environment })
      for (const folder of files) await requireFolder(folder)
      // Only here: the other commands start in a fraction of the time without the protocol.
      const { serveMcp } = await import('../mcp/serve-stdio.ts')
      await serveMcp({ place, folders: files, warn: terminal.warn })
    })
}

async function requireFolder(folder: string): Promise<void> {
  const found = await stat(await realpath(folder))
  if (!found.isDirectory()) throw new DailiesError('invalid', `${folder}: is no folder`)
}
