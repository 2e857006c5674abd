/** The load: a process of its own that `loader.ts` starts, and that does one job at a time. */
import autocannon from 'autocannon'
import type { LoadRequest } from './cells.ts'

export interface LoadJob {
  address: string
  requests: LoadRequest[]
  connections: number
  /** How long; or how many requests, with `amount`. */
  seconds?: number
  amount?: number
}

export interface LoadResult {
  responses: number
  requestsPerSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Of this process, as a share of one core: near 1 it is the load that is measured. */
  processorShare: number
  /** What went wrong; nothing is measured then. */
  failure?: string
}

const bucketsPerMillisecond = 100
const longestMilliseconds = 10_000

process.on('message', async (job: LoadJob) => process.send?.(await load(job)))

async function load({ address, requests, connections, seconds, amount }: LoadJob): Promise<LoadResult> {
  const latencies = new Uint32Array(longestMilliseconds * bucketsPerMillisecond + 1)
  let clients = 0
  let responses = 0
  let last = 0
  const options: autocannon.Options = {
    url: address,
    connections,
    ...(amount ? { amount } : { duration: seconds }),
    sampleInt: 100,
    // Each connection takes every so manieth request, so that they do not all ask for the same at once.
    setupClient: (client) => {
      client.setRequests(shareOf(requests, clients, connections))
      clients += 1
    },
  }
  const start = performance.now()
  const processor = process.cpuUsage()
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)))
    instance.on('response', (_client, _status, _bytes, milliseconds) => {
      responses += 1
      last = performance.now()
      const bucket = Math.min(Math.floor(milliseconds * bucketsPerMillisecond), latencies.length - 1)
      latencies[bucket]! += 1
    })
  })
  const elapsed = (last - start) / 1000
  const { user, system } = process.cpuUsage(processor)
  return {
    responses,
    requestsPerSecond: responses / elapsed,
    p50: percentile(latencies, responses, 0.5),
    p99: percentile(latencies, responses, 0.99),
    processorShare: (user + system) / 1e6 / elapsed,
    ...failureOf(result, responses),
  }
}

function shareOf(requests: LoadRequest[], client: number, connections: number): LoadRequest[] {
  const share = requests.filter((_, index) => index % connections === client % requests.length)
  // autocannon writes into what it is given.
  return (share.length > 0 ? share : requests).map((request) => ({ ...request }))
}

function percentile(latencies: Uint32Array, count: number, share: number): number {
  let seen = 0
  const bucket = latencies.findIndex((inBucket) => {
    seen += inBucket
    return seen >= count * share
  })
  return (bucket + 1) / bucketsPerMillisecond
}

function failureOf(result: autocannon.Result, responses: number): { failure?: string } {
  const { errors, timeouts, non2xx } = result
  if (errors === 0 && non2xx === 0 && responses > 0) return {}
  return {
    failure: `${responses} answers, ${non2xx} of them not 2xx; ${errors} errors, ${timeouts} timeouts`,
  }
}
