import type { Measured } from './measure.ts'
import { median } from './median.ts'
import { table } from './table.ts'
import type { Claims } from './webhook-claims.ts'
import type { Lateness } from './webhook-lateness.ts'

const mostAddedTime = 1.15
const longestLateness = 1000
const longestClaim = 10

/** The time of a request with a webhook, as a multiple of that without. */
export function ingestText(measured: Measured[]): string {
  const headings = [
    'case',
    'connections',
    'no webhook req/s',
    'one webhook req/s',
    'time',
    'of rounds',
    'target',
    'CPU µs a request',
    'CPU time',
  ]
  const rows = measured.map(({ cell, reference, service, ratios, processorRatio }) => {
    const times = ratios.map((ratio) => 1 / ratio)
    return [
      cell.name,
      String(cell.connections),
      reference.requestsPerSecond.toFixed(0),
      service.requestsPerSecond.toFixed(0),
      median(times).toFixed(2),
      `${Math.min(...times).toFixed(2)} to ${Math.max(...times).toFixed(2)}`,
      target(median(times), mostAddedTime),
      [reference.serverTime, service.serverTime].map((time) => time?.toFixed(0) ?? '?').join(' / '),
      (1 / processorRatio).toFixed(2),
    ]
  })
  return ['### With one webhook', '', table(headings, rows)].join('\n')
}

export function latenessText({ expected, received }: Lateness): string {
  const at = (share: number) => received[Math.ceil(received.length * share) - 1] ?? Number.NaN
  const headings = ['received', 'expected', 'p50 ms', 'p95 ms', 'p99 ms', 'max ms', 'target for p95']
  const row = [received.length, expected, at(0.5), at(0.95), at(0.99), at(1)].map(String)
  const text = table(headings, [[...row, target(at(0.95), longestLateness)]])
  return ['### From the event to its receipt, one of 100 endpoints dead', '', text].join('\n')
}

export function claimsText(measured: Claims[]): string {
  const headings = [
    'webhooks',
    'statistics',
    'lease ms',
    'begin ms',
    'claim ms, median',
    'claim ms, max',
    'target for the median',
  ]
  const rows = measured.map(({ webhooks, analyzed, lease, begin }) => {
    const claims = lease.map((time, index) => time + begin[index]!)
    return [
      String(webhooks),
      analyzed ? 'yes' : 'no',
      median(lease).toFixed(2),
      median(begin).toFixed(2),
      median(claims).toFixed(2),
      Math.max(...claims).toFixed(2),
      target(median(claims), longestClaim),
    ]
  })
  return ['### Claiming, with 100,000 deliveries queued', '', table(headings, rows)].join('\n')
}

function target(value: number, most: number): string {
  return `${most}: ${value <= most ? 'met' : 'MISSED'}`
}
