import assert from 'node:assert/strict'
import { request as requestPlainly } from 'node:http'
import { request as requestSecurely } from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CapturedAssetVersion } from '@dailies/contract/asset-version.ts'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { openDatabase } from '../db/open.ts'
import { statement } from '../db/statement.ts'
import type { Place } from './engines.ts'
import { until } from './listening.ts'
import type { Film } from './service.ts'

/** Seconds: a client is never told to stay away for longer. */
const longestRetryAfter = 5

interface Parts {
  /** Where the next request goes. */
  address: () => string
  token: string
  film: Film
  clients?: number
  /** Whether a connection may break under a request: where there is no proxy that would say 503 instead. */
  mayBreak?: boolean
}

/**
 * Clients that capture, change and list as artists do: what is captured is sent again, under its capture id, until it is
 * acknowledged. Everything but a 200 and a 503 that says when to come again is a failure.
 */
export class SteadyLoad {
  readonly acknowledged = new Map<string, CapturedAssetVersion>()
  /** The compare group of which it was acknowledged that it was set, by the id of the version. */
  readonly changed = new Map<string, string>()
  /** When each version was acknowledged, by `performance.now()`. */
  readonly acknowledgedAt = new Map<string, number>()
  readonly failures: string[] = []
  answered = 0
  refused = 0
  broken = 0
  /** Milliseconds that a client waited at most, with all its tries. */
  longest = 0
  #made = 0
  #isOver = false
  readonly #parts: Parts
  readonly #running: Promise<void>[]

  constructor(parts: Parts) {
    this.#parts = parts
    this.#running = Array.from({ length: parts.clients ?? 8 }, () =>
      this.#run().catch((error) => void this.failures.push(String(error))),
    )
  }

  /** Waits until so many more requests were answered well. */
  async goesOn(more = 40): Promise<void> {
    const from = this.answered
    await until(
      `${more} more requests are answered, of ${this.refused} refused and ${this.failures.slice(0, 3)}`,
      () => this.answered >= from + more || this.failures.length > 0,
    )
    assert.deepEqual(this.failures.slice(0, 3), [])
  }

  /** Ends once all that was begun is acknowledged. */
  async end(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#running)
    assert.deepEqual(this.failures.slice(0, 3), [])
  }

  /** Each capture that was acknowledged is there, once, and as it was changed last; and no other is. */
  async check(place: Place): Promise<void> {
    const db = await openDatabase(place.settings, () => {})
    try {
      const rows = await db.all(allVersions, {})
      const stored = rows.map(({ id, provenance }) => `${JSON.parse(provenance ?? '{}').captureId} ${id}`)
      const expected = [...this.acknowledged].map(([captureId, { id }]) => `${captureId} ${id}`)
      assert.deepEqual(stored.toSorted(), expected.toSorted())
      const groups = new Map(rows.map(({ id, group }) => [id, group]))
      for (const [id, group] of this.changed) assert.equal(groups.get(id), group)
    } finally {
      await db.close()
    }
  }

  async #run(): Promise<void> {
    while (!this.#isOver) {
      const captureId = `capture-${++this.#made}`
      const capture = { ...this.#parts.film.capture, provenance: { captureId } }
      const { body } = await this.#untilAnswered('POST', endpoints.ingest.path, capture)
      if (!body?.asset) return
      this.acknowledged.set(captureId, body.asset)
      this.acknowledgedAt.set(body.asset.id, performance.now())
      if (this.#made % 3 > 0) continue
      const { id } = body.asset
      await this.#untilAnswered('GET', `/api/extension/scenes?projectId=${capture.projectId}`)
      // Sent again, it changes nothing more.
      await this.#untilAnswered('PATCH', endpoints.updateAsset.path, { assetId: id, compareGroup: captureId })
      this.changed.set(id, captureId)
    }
  }

  async #untilAnswered(method: string, path: string, body?: object): Promise<LoadAnswer> {
    const began = performance.now()
    for (;;) {
      const answer = await this.#ask(method, path, body)
      if (answer?.status === 200) {
        this.answered += 1
        this.longest = Math.max(this.longest, performance.now() - began)
        return answer
      }
      const after = Number(answer?.retryAfter ?? Number.NaN)
      if (answer === undefined) this.broken += 1
      else if (answer.status === 503 && after > 0 && after <= longestRetryAfter) this.refused += 1
      else {
        this.failures.push(`${method} ${path} ${answer.status} ${JSON.stringify(answer.body)} ${after}`)
        return answer
      }
      // Sooner than told, so that what is away is asked often.
      await sleep(100)
    }
  }

  async #ask(method: string, path: string, body?: object): Promise<LoadAnswer | undefined> {
    const { address, token, mayBreak } = this.#parts
    try {
      return await onNewConnection(address() + path, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        body: body && JSON.stringify(body),
      })
    } catch (error) {
      if (!mayBreak) throw new Error(`${method} ${path}: ${error}`)
      return undefined
    }
  }
}

interface LoadAnswer {
  status: number
  retryAfter: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: as each endpoint has it
  body: any
}

/** A proxy that reads its configuration again, or a node that stops, closes connections on which nothing is under way. */
function onNewConnection(
  url: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body: string | undefined },
): Promise<LoadAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<LoadAnswer>()
  const send = url.startsWith('https:') ? requestSecurely : requestPlainly
  const request = send(url, { method, headers, agent: false }, async (response) => {
    const { statusCode: status = 0, headers } = response
    try {
      const said = await text(response)
      const isJson = headers['content-type']?.startsWith('application/json')
      resolve({ status, retryAfter: headers['retry-after'], body: isJson ? JSON.parse(said) : said })
    } catch (error) {
      reject(error)
    }
  })
  request.on('error', reject)
  request.end(body)
  return promise
}

const allVersions = statement((db) =>
  db.selectFrom('asset_versions').select(['id', 'compare_group as group', 'provenance']),
)
