import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { Options } from '../../sdk/src/call.ts'
import { printable } from '../printable.ts'
import { connectTo } from './connection.ts'
import { filesIn } from './given-file.ts'
import { mcpServer } from './mcp-server.ts'
import { cut } from './plain.ts'

/** Milliseconds that what is under way has once nobody listens any more. */
const patience = 5000

interface Parts {
  place: Options
  /** Of which files may be sent. */
  folders: string[]
  /** Standard output belongs to the protocol. */
  warn: (line: string) => void
}

/** Serves one client on standard input and output, until it closes them or is gone. */
export async function serveMcp({ place, folders, warn }: Parts): Promise<void> {
  const failed = (error: unknown) =>
    warn(`dailies: ${printable(cut(error instanceof Error ? error.message : 'failed', 300))}`)
  const server = mcpServer({
    connection: connectTo(place),
    openFile: folders.length > 0 ? filesIn(folders) : undefined,
    failed,
  })
  const ended = Promise.withResolvers<void>()
  server.onclose = ended.resolve
  server.onerror = failed
  process.stdin.once('end', ended.resolve).once('close', ended.resolve)
  // Whoever read it is gone: there is nobody to tell.
  process.stdout.on('error', ended.resolve)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, ended.resolve)
  await server.connect(new StdioServerTransport())
  await ended.promise
  setTimeout(() => process.exit(0), patience).unref()
  await server.close()
  process.stdin.destroy()
}
