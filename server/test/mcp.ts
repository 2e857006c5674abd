import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'

const program = fileURLToPath(new URL('../bin/dailies.js', import.meta.url))

/** What a tool answers, as tests look into it. */
interface Told {
  isError: boolean
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  data: any
  images: { data: string; mimeType: string }[]
}

export interface Agent {
  client: Client
  call(name: string, input?: object): Promise<Told>
  close(): Promise<void>
}

/** The official client, over Streamable HTTP. */
export function agentOverHttp({ address }: { address: string }, token: string): Promise<Agent> {
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  return agentOn(new StreamableHTTPClientTransport(new URL('/mcp', address), { requestInit }))
}

/** The same with `dailies mcp` as a process of its own. `said` hears what it writes to standard error. */
export function agentOverStdio(
  { address }: { address: string },
  token: string,
  { args = [], said = () => {} }: { args?: string[]; said?: (text: string) => void } = {},
): Promise<Agent> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'mcp', ...args],
    env: { PATH: process.env.PATH ?? '', DAILIES_URL: address, DAILIES_TOKEN: token },
    stderr: 'pipe',
  })
  transport.stderr?.on('data', (piece) => said(String(piece)))
  return agentOn(transport)
}

async function agentOn(transport: Transport): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  return {
    client,
    call: async (name, input = {}) => {
      const { isError, content, structuredContent } = await client.callTool({ name, arguments: { ...input } })
      const parts = content as { type: string; text: string; data: string; mimeType: string }[]
      return {
        isError: isError === true,
        text: parts
          .filter(({ type }) => type === 'text')
          .map(({ text }) => text)
          .join('\n'),
        data: structuredContent,
        images: parts.filter(({ type }) => type === 'image'),
      }
    },
    close: () => client.close(),
  }
}

export const agents = { http: agentOverHttp, stdio: agentOverStdio }
