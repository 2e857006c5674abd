import { open } from 'node:fs/promises'
import type { Command } from 'commander'
import { DailiesError } from '../error.ts'
import { looksLikeToken } from '../tokens/format.ts'
import type { Terminal } from './terminal.ts'

export interface ServiceFlags {
  url?: string
  tokenFile?: string
}

/** As `connect` of the SDK takes it. */
interface ServicePlace {
  baseUrl: string
  /** Read again at each request where it is in a file, so that a rotated one is taken without a start. */
  token: () => Promise<string>
}

/** For commands that ask a service over the network. There is no flag for the token: others would see it in the list of processes. */
export function withServiceFlags(command: Command): Command {
  return command
    .option('--url <address>', 'where the service is (DAILIES_URL, default: http://127.0.0.1:8787)')
    .option('--token-file <file>', 'holds the token, and nothing else (instead of DAILIES_TOKEN)')
}

/** Where the service is, and the token for it. Throws `invalid` where there is no token, or what is given cannot be one. */
export async function servicePlace(
  { url, tokenFile }: ServiceFlags,
  { environment, warn }: Terminal,
): Promise<ServicePlace> {
  const address = addressOf(url ?? (environment.DAILIES_URL || 'http://127.0.0.1:8787'))
  if (!isPrivate(address)) {
    warn(`dailies: ${address.origin} is not HTTPS: everybody on the way can read the token`)
  }
  const given = environment.DAILIES_TOKEN
  const token = tokenFile === undefined ? async () => checkedToken(given) : () => tokenIn(tokenFile)
  await token()
  return { baseUrl: address.href, token }
}

function addressOf(url: string): URL {
  const address = URL.canParse(url) ? new URL(url) : undefined
  if (!address || !/^https?:$/.test(address.protocol) || address.username || address.password) {
    throw wrong(
      'the address of the service must be http:// or https://, without a password: --url or DAILIES_URL',
    )
  }
  return address
}

/** Whether nobody else hears what is sent there: RFC 6761, section 6.3, and RFC 6890 for what stays on the machine. */
function isPrivate({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || /^(127(\.\d+){3}|\[::1\]|(.+\.)?localhost)$/.test(hostname)
}

function checkedToken(given: string | undefined): string {
  const token = given?.trim()
  if (!token)
    throw wrong('there is no token: set DAILIES_TOKEN, or name a file that holds it with --token-file')
  // Not what it is instead: it may be a secret of something else.
  if (!looksLikeToken(token))
    throw wrong('what is given as token is none: it begins with svc_ and has 53 characters')
  return token
}

/** Bytes that are read of a file. */
const most = 1024

async function tokenIn(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(most), 0, most, 0)
    return checkedToken(buffer.toString('utf8', 0, bytesRead))
  } finally {
    await file.close()
  }
}

function wrong(message: string): DailiesError {
  return new DailiesError('invalid', message)
}
