import type { ServerResponse } from 'node:http'
import type { FastifyRequest, preParsingHookHandler } from 'fastify'
import { TurnsByUser } from '../turns.ts'
import { turnOf } from './loop-turns.ts'

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

  /**
   * Fulfilled when the turn of a request begins, which ends with the work at it: whether its client reads the answer, or is
   * gone, makes no difference. Rejects where the client is gone before.
   */
  turn(request: FastifyRequest, bytes: Buffer): Promise<void> | undefined {
    const answer = this.#answers.get(request)
    if (!answer || bytes.length <= hugeBody) return undefined
    return new Promise((resolve, reject) => {
      answer.once('close', () =>
        reject(Object.assign(new Error('The client is gone'), { code: 'ECONNRESET' })),
      )
      this.#turns.take(turnOf(request), async () => {
        if (answer.closed) return
        resolve()
        await new Promise((ended) => answer.once('prefinish', ended))
      })
    })
  }
}
