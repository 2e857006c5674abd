import { cpus, totalmem } from 'node:os'
import type { Measured } from './measure.ts'
import { median } from './median.ts'
import { percent, table } from './table.ts'

const longestP99 = 5
const busyShare = 0.9

const headings = [
  'case',
  'connections',
  'floor req/s',
  'p50 ms',
  'p99 ms',
  'service req/s',
  'p50 ms',
  'p99 ms',
  'ratio',
  'of rounds',
  'target',
  'CPU floor / service / load',
  'CPU µs a request',
  'CPU ratio',
]

/** What was measured on one database, as a Markdown table with notes under it. */
export function resultsText(measured: Measured[]): string {
  return [table(headings, measured.map(row)), '', ...notes(measured)].join('\n')
}

function row({ cell, reference: floor, service, ratios, processorRatio }: Measured): string[] {
  const ratio = median(ratios)
  return [
    cell.name,
    String(cell.connections),
    floor.requestsPerSecond.toFixed(0),
    floor.p50.toFixed(2),
    floor.p99.toFixed(2),
    service.requestsPerSecond.toFixed(0),
    service.p50.toFixed(2),
    service.p99.toFixed(2),
    ratio.toFixed(2),
    `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
    cell.leastRatio === undefined ? '' : `${cell.leastRatio}: ${ratio >= cell.leastRatio ? 'met' : 'MISSED'}`,
    [floor.serverShare, service.serverShare, service.loadShare].map(percent).join(' / '),
    [floor.serverTime, service.serverTime].map((time) => (time ? time.toFixed(0) : '?')).join(' / '),
    processorRatio.toFixed(2),
  ]
}

function notes(measured: Measured[]): string[] {
  const alone = measured.filter(({ cell }) => cell.connections === 1)
  const slowest = Math.max(...alone.map(({ service }) => service.p99))
  const idle = measured.filter(
    ({ cell, service }) => cell.connections > 1 && (service.serverShare ?? 0) < busyShare,
  )
  return [
    ...(alone.length > 0
      ? [
          `- p99 of a single connection is at most ${slowest.toFixed(2)} ms, target ${longestP99} ms: ${slowest < longestP99 ? 'met' : 'MISSED'}.`,
        ]
      : []),
    ...idle.map(
      ({ cell, service }) =>
        `- ${cell.name} at ${cell.connections} connections: the service's process used ${percent(service.serverShare)} of a core and the load ${percent(service.loadShare)}, so something else (disk, database, load, other work on the machine) limits it too.`,
    ),
  ]
}

/** Date, machine and command, to go above the results. */
export function headText(command: string, { rounds, seconds }: { rounds: number; seconds: number }): string {
  const [processor] = cpus()
  const memory = Math.round(totalmem() / 1024 ** 3)
  return [
    '# Results of the benchmark',
    '',
    `- ${new Date().toISOString().slice(0, 10)}, \`${command}\`: medians of ${rounds} rounds of ${seconds} s`,
    `- ${processor?.model.trim()}, ${cpus().length} cores, ${memory} GiB, ${process.platform} ${process.arch}`,
    `- Node ${process.versions.node}`,
    '- What is compared, and how to read it: [README.md](README.md)',
  ].join('\n')
}
