import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ListToolsResult } from '@modelcontextprotocol/sdk/types.js'
import { jsonSchemaOf, sayOnce } from './json-schema.ts'
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
  const said = new Set<string>()
  for (const tool of tools) {
    all.push(described(tool, said))
    await nextTurn()
  }
  return all
}

function described({ name, title, description, input, output, does }: Tool, said: Set<string>): Listed {
  return {
    name,
    ...(title !== undefined && { title }),
    description,
    inputSchema: jsonSchemaOf(input, 'input'),
    outputSchema: sayOnce(jsonSchemaOf(output, 'output'), said),
    // Of a tool that does more than look, an agent takes it that what was there is lost, and that twice is not as once.
    annotations: {
      readOnlyHint: does === 'look',
      ...(does === 'add' && { destructiveHint: false }),
      ...(does === 'set' && { idempotentHint: true }),
      openWorldHint: false,
    },
  }
}
