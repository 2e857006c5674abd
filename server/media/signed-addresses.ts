import { createHmac, timingSafeEqual } from 'node:crypto'
import type { MediaKind } from '@dailies/contract/media.ts'
import { type AddressOf, plainAddress } from './summary.ts'

const hour = 60 * 60_000

interface Signed {
  /** Milliseconds since 1970, until when it opens. */
  until: number
  /** Id of the token that it was made for. */
  tokenId: string
}

/**
 * Addresses of media. One that was made for a token is signed by the key and opens by itself, as long as that token may see the
 * version, and for two hours at most; within an hour it stays the same, so that browsers need not fetch again.
 */
export class SignedAddresses {
  readonly #key: Buffer

  constructor(key: Buffer) {
    this.#key = key
  }

  /** For who asks by that token, or by a session: those open for the session alone. */
  of({ tokenId }: { tokenId: string | null }): AddressOf {
    if (tokenId === null) return plainAddress
    const until = (Math.floor(Date.now() / hour) + 2) * hour
    return (id, kind, file) => {
      const ticket = `${until.toString(36)}.${tokenId}.${this.#sign({ until, tokenId }, id, kind, file)}`
      return `/api/media-links/${ticket}/${encodeURIComponent(id)}/${kind}?v=${file}`
    }
  }

  /** What a ticket says; undefined where it does not open that file, or no longer. */
  open(ticket: string, id: string, kind: MediaKind, file: string): Signed | undefined {
    const [, time, tokenId, signature] =
      /^([0-9a-z]{1,11})\.([0-9a-f-]{1,64})\.([\w-]{22})$/.exec(ticket) ?? []
    if (!time || !tokenId || !signature) return undefined
    const until = Number.parseInt(time, 36)
    const expected = this.#sign({ until, tokenId }, id, kind, file)
    if (!timingSafeEqual(Buffer.from(expected), Buffer.from(signature))) return undefined
    return until > Date.now() ? { until, tokenId } : undefined
  }

  #sign({ until, tokenId }: Signed, id: string, kind: MediaKind, file: string): string {
    const said = [until, tokenId, id, kind, file].join('\n')
    return createHmac('sha256', this.#key).update(said).digest('base64url').slice(0, 22)
  }
}
