import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { DailiesError } from '../error.ts'
import { looksLikeToken } from '../tokens/format.ts'
import { errorText } from './error-text.ts'

export interface ServiceFlags {
  /** Where the service is. */
  url?: string
  /** A file with the token in it; `-` is standard input. */
  tokenFile?: string
}

/** As `connect` of the SDK takes it. */
interface ServicePlace {
  /** Without a slash at its end. */
  baseUrl: string
  /** Read again at each request where it is in a file, so that a rotated one is taken without a start. */
  token: () => Promise<string>
}

interface Surroundings {
  environment: Record<string, string | undefined>
  /** Absent where standard input is for something else. */
  input?: () => Promise<string>
}

const ownAddress = 'http://127.0.0.1:8787'

/** For commands that ask a service over the network. There is no flag for the token: others would see it in the list of processes. */
export function withServiceFlags(command: Command, { hasInput }: { hasInput: boolean }): Command {
  const input = hasInput ? ', - for standard input' : ''
  return command
    .option('--url <address>', `where Dailies is (DAILIES_URL, default: ${ownAddress})`)
    .option(
      '--token-file <file>',
      `file with the token${input} (DAILIES_TOKEN_FILE; or the token itself in DAILIES_TOKEN)`,
    )
}

/** Where the service is, and the token for it. Throws `invalid` where there is no token, or what is given cannot be one. */
export async function servicePlace(flags: ServiceFlags, surroundings: Surroundings): Promise<ServicePlace> {
  const baseUrl = addressOf(flags.url || surroundings.environment.DAILIES_URL || ownAddress)
  return { baseUrl, token: await tokenOf(flags, surroundings) }
}

function addressOf(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw wrong(
      'the address of Dailies must be http:// or https://, like https://dailies.studio.example, without a password (--url, DAILIES_URL)',
    )
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw wrong(
      `${url.origin} is not https: everybody on the way could read the token. Use https, or a tunnel to this machine`,
    )
  }
  return url.origin + url.pathname.replace(/\/+$/, '')
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** Whether nobody else hears what is sent there: RFC 6761, section 6.3, and RFC 6890. */
function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '')
  if (isIPv4(name)) return loopback.check(name)
  if (isIPv6(name)) return loopback.check(name, 'ipv6')
  return name === 'localhost' || name.endsWith('.localhost')
}

async function tokenOf(
  { tokenFile }: ServiceFlags,
  { environment, input }: Surroundings,
): Promise<() => Promise<string>> {
  const inWords = tokenFile ? undefined : environment.DAILIES_TOKEN
  const file = tokenFile || environment.DAILIES_TOKEN_FILE
  if (inWords || !file) return always(checkedToken(inWords ?? ''))
  if (file !== '-') return tokenInFile(file)
  if (!input) throw wrong('standard input is not for the token here: name a file that holds it')
  return always(checkedToken(await input()))
}

function always(token: string): () => Promise<string> {
  return async () => token
}

async function tokenInFile(path: string): Promise<() => Promise<string>> {
  let last: string
  try {
    last = checkedToken(await startOf(path))
    // A pipe gives it once.
    if (!(await stat(path)).isFile()) return always(last)
  } catch (error) {
    throw error instanceof DailiesError ? error : wrong(`the token cannot be read: ${errorText(error)[0]}`)
  }
  return async () => {
    try {
      last = checkedToken(await startOf(path))
    } catch {
      // Gone or half written, as while it is replaced: the one before is good, or is refused by the service.
    }
    return last
  }
}

/** Bytes that are read of a file: a token is far shorter. */
const most = 1024

function startOf(path: string): Promise<string> {
  return text(createReadStream(path, { end: most - 1 }))
}

function checkedToken(given: string): string {
  const token = given.trim()
  if (token === '') {
    throw wrong(
      'there is no token: set DAILIES_TOKEN, or name a file that holds it with --token-file or DAILIES_TOKEN_FILE. ' +
        '"dailies token create" makes one, and so does the page Tokens of the console',
    )
  }
  // Not what it is instead: it may be a secret of something else.
  if (!looksLikeToken(token))
    throw wrong('what is given as token is none: it begins with svc_ and has 53 characters')
  return token
}

function wrong(message: string): DailiesError {
  return new DailiesError('invalid', message)
}
