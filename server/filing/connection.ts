import { readFile } from 'node:fs/promises'
import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { connect, type Dailies } from '../../sdk/src/dailies.ts'
import { DailiesError } from '../error.ts'

export interface ConnectionFlags {
  /** Where the service is. */
  url?: string
  /** A file with the token in it; `-` is standard input. */
  tokenFile?: string
}

export interface Connection {
  dailies: Dailies
  /** Without a slash at its end. */
  address: string
}

interface Surroundings {
  environment: Record<string, string | undefined>
  input(): Promise<string>
}

const ownAddress = 'http://127.0.0.1:8787'

/** A token is 53 characters; a file that is larger is another. */
const longestToken = 10_000

/**
 * A client of the service that the flags or the environment name. The token comes from a file, the environment or standard input,
 * and never as an argument, which everybody on the machine could see. Throws `invalid` for what cannot be.
 */
export async function connectionOf(flags: ConnectionFlags, surroundings: Surroundings): Promise<Connection> {
  const address = addressOf(flags.url || surroundings.environment.DAILIES_URL || ownAddress)
  const token = await tokenOf(flags, surroundings)
  return { dailies: connect({ baseUrl: address, token }), address }
}

function addressOf(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw wrong(
      'the address of Dailies must be like https://dailies.studio.example, without a password in it (--url, DAILIES_URL)',
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

function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '')
  if (isIPv4(name)) return loopback.check(name)
  if (isIPv6(name)) return loopback.check(name, 'ipv6')
  return name === 'localhost' || name.endsWith('.localhost')
}

async function tokenOf(
  { tokenFile }: ConnectionFlags,
  { environment, input }: Surroundings,
): Promise<string> {
  const file = tokenFile || environment.DAILIES_TOKEN_FILE
  const told = tokenFile ? undefined : environment.DAILIES_TOKEN
  const token = (told || (file ? await textOf(file, input) : '')).trim()
  if (token === '') {
    throw wrong(
      'a token is needed: put one into DAILIES_TOKEN, or its file into --token-file (- reads it from standard input). ' +
        '"dailies token create" makes one, and so does the page Tokens of the console',
    )
  }
  if (!/^[!-~]+$/.test(token) || token.length > 1000) throw wrong('what was given as the token is none')
  return token
}

async function textOf(file: string, input: () => Promise<string>): Promise<string> {
  const text = file === '-' ? await input() : await readFile(file, 'utf8')
  return text.slice(0, longestToken)
}

function wrong(message: string): DailiesError {
  return new DailiesError('invalid', message)
}
