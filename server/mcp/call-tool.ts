import { validate } from '@dailies/contract/validate.ts'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import type { EndpointName } from '../../sdk/src/endpoints.ts'
import { DailiesError } from '../../sdk/src/error.ts'
import { CannotDo } from './cannot-do.ts'
import { failureText } from './failure.ts'
import { cut, plain, plainJson, quoted } from './plain.ts'
import type { Work } from './tool.ts'
import { tools } from './tools.ts'

/** Levels of input, as of the bodies of requests. */
const deepest = 64

/** Characters of a text. */
const longestText = 40_000

const byName = new Map(tools.map((tool) => [tool.name, tool]))

interface Asked {
  name: string
  arguments?: Record<string, unknown> | undefined
}

/**
 * Runs a tool. What goes wrong in it is an answer with `isError`, which models read and act on; an unknown tool is an error of the
 * protocol (its section "Error Handling" of tools). `failed` hears of what nobody expected.
 */
export async function callTool(
  { name, arguments: given = {} }: Asked,
  work: Work,
  failed: (error: unknown) => void,
): Promise<CallToolResult> {
  const tool = byName.get(name)
  if (!tool) {
    const names = [...byName.keys()].join(', ')
    throw new McpError(ErrorCode.InvalidParams, `There is no tool ${quoted(name, 100)}: there are ${names}`)
  }
  if (isDeeper(given, deepest)) return failure(`The input is nested deeper than ${deepest} levels.`)
  const checked = validate(tool.input, given)
  if (!checked.ok) return failure(invalidText(checked))
  try {
    const { text, structured, pictures = [] } = await tool.run(checked.value as never, work)
    await work.turn()
    const images = pictures.flatMap((picture) =>
      picture ? [{ type: 'image' as const, data: picture.data, mimeType: picture.type }] : [],
    )
    return {
      content: [{ type: 'text', text: cut(plain(text), longestText) }, ...images],
      // What it says beyond its schema would be refused by the client.
      structuredContent: tool.output.parse(plainJson(structured)),
    }
  } catch (error) {
    work.signal.throwIfAborted()
    const asked = tool.asksFor?.(checked.value as never) ?? (tool.asks[0] as EndpointName)
    return failure(textOf(error, asked, failed))
  }
}

function textOf(error: unknown, asked: EndpointName, failed: (error: unknown) => void): string {
  if (error instanceof CannotDo) return error.message
  if (!(error instanceof DailiesError)) failed(error)
  return failureText(error, asked)
}

function invalidText({
  fieldErrors,
  formErrors,
}: {
  fieldErrors: Record<string, string[]>
  formErrors: string[]
}) {
  const fields = Object.entries(fieldErrors).map(([field, messages]) => `${field}: ${messages.join(', ')}`)
  return `The input is not right. ${[...fields, ...formErrors].join('. ')}. Correct it and call again.`
}

function failure(text: string): CallToolResult {
  return { content: [{ type: 'text', text: cut(plain(text), 2000) }], isError: true }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1))
}
