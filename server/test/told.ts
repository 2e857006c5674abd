import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Place } from './engines.ts'
import { runProcess } from './process.ts'

/** Elsewhere there is no folder of processes to look at. */
export const onLinux = process.platform === 'linux'

/** Who heard what, and what nobody should have. */
export class Told {
  readonly secrets = new Set<string>()
  /** Of processes of `dailies` while they ran. */
  readonly arguments = new Set<string>()
  readonly #heard: { where: string; text: string; shows: string | undefined }[] = []
  readonly #place: Place
  #watching = true

  constructor(place: Place) {
    this.#place = place
    this.#watch()
  }

  /** Remembers a secret, and returns it. */
  keep(secret: string): string {
    assert.ok(secret.length >= 16, secret)
    this.secrets.add(secret)
    return secret
  }

  heard(where: string, text: string, shows?: string): void {
    this.#heard.push({ where, text, shows })
  }

  text(): string {
    return this.#heard.map(({ text }) => text).join('\n')
  }

  /** Runs a command to its end. `shows` finds the secret that it is to show on standard output, this once. */
  async run(args: string[], { input = '', shows }: { input?: string; shows?: RegExp } = {}): Promise<string> {
    const { stdout, stderr, code } = await runProcess(args, { environment: this.#place.environment, input })
    assert.equal(code, 0, stderr)
    const secret = shows && this.keep(shows.exec(stdout)?.[0] ?? '')
    this.heard(args.join(' '), stdout, secret)
    this.heard(`${args.join(' ')}, errors`, stderr)
    return secret ?? stdout
  }

  /**
   * Sends a request; `shows` is the member of the answer's data that shows a secret, this once, or the address of media of which
   * a part is one, or the cookie, or the first of several.
   */
  async ask(url: string, init: RequestInit, status: number, shows?: Shows): Promise<Shown> {
    const response = await fetch(url, init)
    const text = await response.text()
    assert.equal(response.status, status, `${init.method} ${url}: ${text}`)
    const data = shows && JSON.parse(text).data
    const secret = shows && this.keep(secretIn(shows, data, response.headers))
    this.heard(`the answer to ${init.method} ${url}`, JSON.stringify([...response.headers]) + text, secret)
    return { id: data?.id, secret: secret ?? '', address: data?.original ?? '' }
  }

  leaks(): string[] {
    const forms = [...this.secrets].flatMap((secret) => formsOf(secret).map((form) => ({ secret, form })))
    return this.#heard.flatMap(({ where, text, shows }) =>
      forms
        .filter(({ secret, form }) => secret !== shows && text.includes(form))
        .map(({ form }) => `${where} tells ${form}`),
    )
  }

  stop(): void {
    this.#watching = false
  }

  async #watch(): Promise<void> {
    while (this.#watching && onLinux) {
      for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
        const text = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')
        if (text.includes('dailies.js')) this.arguments.add(text)
      }
      await sleep(20)
    }
  }
}

export type Shows = 'token' | 'secret' | 'original' | 'cookie' | 'recoveryCodes'

interface Shown {
  id: string
  secret: string
  address: string
}

function secretIn(shows: Shows, data: Record<string, string>, headers: Headers): string {
  if (shows === 'original') return signatureIn(data.original ?? '')
  if (shows === 'cookie') return /=([^;]*)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? ''
  return [data[shows]].flat()[0] ?? ''
}

/** By it an address of media opens without a token. */
function signatureIn(address: string): string {
  return /^\/api\/media-links\/[^/]*\.([\w-]{22})\//.exec(address)?.[1] ?? ''
}

/** As it is, without what all have in common, a part of it, in hexadecimal and in Base64 from any byte on. */
function formsOf(secret: string): string[] {
  const bare = secret.replace(/^(svc_|whsec_|correct horse )/, '')
  const bytes = Buffer.from(bare, 'base64')
  const texts = [bare, bare.slice(0, 16), encodeURIComponent(bare), bytes.toString('latin1')]
  const encoded = [Buffer.from(bare), bytes].flatMap((each) => [
    each.toString('hex'),
    each.toString('hex').toUpperCase(),
    ...[0, 1, 2].flatMap((offset) => {
      const shifted = Buffer.concat([Buffer.alloc(offset), each]).toString('base64')
      const inner = shifted.slice(offset && 4, -4)
      return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')]
    }),
  ])
  return [...new Set([...texts, ...encoded])]
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // It has ended since.
    return ''
  }
}
