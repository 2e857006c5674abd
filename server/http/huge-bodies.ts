import type { ServerResponse } from 'node:http'
import { finished } from 'node:stream/promises'
import type { FastifyRequest, preParsingHookHandler } from 'fastify'
import { TurnsByUser } from '../turns.ts'
import { turnOf } from './let-in.ts'

/** In bytes. Parsed, it takes several times that until its request is answered. */
export const hugeBody = 2 ** 20

/** Of each user two requests with huge bodies are worked at at once; the others keep theirs as they came. */
export class HugeBodies {
  readonly #turns = new TurnsByUser({ atOnce: 2 })
  readonly #answers = new WeakMap<FastifyRequest, ServerResponse>()

  /** A hook of the routes that take them. */
  readonly preParsing: preParsingHookHandler = (request, reply, payload, done) => {
    this.#answers.set(request, reply.raw)
    done(null, payload)
  }

  /** Fulfilled when the turn of a request begins; it ends when the request is answered, or its client is gone. */
  turn(request: FastifyRequest, bytes: Buffer): Promise<void> | undefined {
    const answer = this.#answers.get(request)
    if (!answer || bytes.length <= hugeBody) return undefined
    return new Promise((resolve) => {
      this.#turns.take(turnOf(request), async () => {
        resolve()
        await finished(answer).catch(() => {})
      })
    })
  }
}
