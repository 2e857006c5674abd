import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Asked {
  /** What it is counted as. */
  kind: string
  address: string
  method: string
  path: string
  token: string
  body?: unknown
}

export interface Answered {
  kind: string
  /** 0 where there was none. */
  status: number
  /** Milliseconds from when it was to be sent, so that a service which holds up its clients is not thanked for it. */
  milliseconds: number
}

interface Arrivals {
  seconds: number
  /** How many a second, at that share of the time, from 0 to 1. */
  rateAt: (share: number) => number
  /** The next one; several that come at once. Undefined: none after all. */
  next: () => Asked | readonly Asked[] | undefined
  /** From 0 to 1, the same at each run. */
  random: () => number
}

/** More than that many without an answer: those that are to be sent meanwhile are not, and count as without an answer. */
const mostUnderWay = 2000

/** Requests as people make them, at random moments, whether the ones before were answered or not. In the order of the answers. */
export async function openLoop({ seconds, rateAt, next, random }: Arrivals): Promise<Answered[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const answered: Answered[] = []
  const underWay = new Set<Promise<void>>()
  const began = performance.now()
  const end = began + seconds * 1000
  for (let due = began; ; ) {
    due += (-Math.log(1 - random()) * 1000) / Math.max(0.01, rateAt((due - began) / (end - began)))
    if (due >= end) break
    const wait = due - performance.now()
    if (wait > 1) await sleep(wait)
    for (const asked of [next() ?? []].flat()) {
      const one = underWay.size < mostUnderWay ? send(asked, agent) : Promise.resolve(0)
      const done = one.then((status) => {
        answered.push({ kind: asked.kind, status, milliseconds: performance.now() - due })
        underWay.delete(done)
      })
      underWay.add(done)
    }
  }
  await Promise.all(underWay)
  agent.destroy()
  return answered
}

/** The status; 0 where nothing comes within half a minute, or the connection breaks. */
function send({ address, method, path, token, body }: Asked, agent: Agent): Promise<number> {
  return new Promise((resolve) => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const headers = {
      authorization: `Bearer ${token}`,
      ...(text !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      }),
    }
    const sent = request(`${address}${path}`, { method, headers, agent, timeout: 30_000 }, (answer) => {
      answer
        .resume()
        .on('end', () => resolve(answer.statusCode!))
        .on('error', () => resolve(0))
    })
    sent.on('timeout', () => sent.destroy()).on('error', () => resolve(0))
    sent.end(text)
  })
}

/** By kind, and of all: how many, how long, and what came that is no answer. */
export function summary(answered: readonly Answered[]): Record<string, Record<string, string>> {
  const kinds = Map.groupBy(answered, ({ kind }) => kind)
  return Object.fromEntries(
    [...kinds, ['all', answered] as const].map(([kind, some]) => {
      const times = some.map(({ milliseconds }) => milliseconds).sort((one, other) => one - other)
      const at = (share: number) =>
        times[Math.min(times.length - 1, Math.floor(times.length * share))]!.toFixed(1)
      const bad = some.filter(({ status }) => status < 200 || status > 299)
      const failed = Object.entries(Object.groupBy(bad, ({ status }) => status)).map(
        ([status, those]) => `${those!.length} × ${status}`,
      )
      return [
        kind,
        {
          requests: String(some.length),
          'p50 ms': at(0.5),
          'p95 ms': at(0.95),
          'p99 ms': at(0.99),
          failed: failed.join(', ') || '0',
        },
      ]
    }),
  )
}
