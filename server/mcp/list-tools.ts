import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ListToolsResult } from '@modelcontextprotocol/sdk/types.js'
import { jsonSchemaOf } from './json-schema.ts'
import type { Tool } from './tool.ts'
import { tools } from './tools.ts'

type Listed = ListToolsResult['tools'][number]

let listed: Promise<Listed[]> | undefined

/** What the tools are, for agents. It is made once, a tool in a turn of the event loop: all together take 0.1 s. */
export function listTools(): Promise<Listed[]> {
  listed ??= describeAll()
  return listed
}

async function describeAll(): Promise<Listed[]> {
  const all: Listed[] = []
  for (const tool of tools) {
    all.push(described(tool))
    await nextTurn()
  }
  return all
}

function described({ name, title, description, input, output, does }: Tool): Listed {
  return {
    name,
    title,
    description,
    inputSchema: jsonSchemaOf(input, 'input'),
    outputSchema: jsonSchemaOf(output, 'output'),
    annotations: {
      readOnlyHint: does === 'look',
      // What is set takes the place of what was there.
      ...(does !== 'look' && { destructiveHint: does === 'set', idempotentHint: does === 'set' }),
      openWorldHint: false,
    },
  }
}
