import { setTimeout as sleep } from 'node:timers/promises'
import type { Cell } from './cells.ts'
import type { Contender } from './contender.ts'
import type { Load } from './loader.ts'
import { median } from './median.ts'
import { processorTime } from './processor-time.ts'

interface Figures {
  requestsPerSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Shares of one core: of the server, where it can be known, and of the process that makes the load. */
  serverShare: number | undefined
  loadShare: number
  /** Processor time of the server for one request, in microseconds. */
  serverTime: number | undefined
}

export interface Measured {
  cell: Cell
  reference: Figures
  service: Figures
  /** Of requests per second, service to reference, in one round each. */
  ratios: number[]
  /** Of requests per second of processor time: what is left of the ratio when nobody has to wait for a core. */
  processorRatio: number
}

const warmUpSeconds = 1

/**
 * Loads the service and what it is compared with (the floor) in turn, for several rounds, after a warm-up of each.
 * Whatever else the machine does meets both alike, so it is the ratio within a round that counts; the figures are
 * medians of the rounds.
 */
export async function measure(
  cell: Cell,
  { reference, service, load }: { reference: Contender; service: Contender; load: Load },
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Measured> {
  await measureOnce(reference, cell, load, warmUpSeconds)
  await measureOnce(service, cell, load, warmUpSeconds)
  const contenders = { reference, service }
  const figures: Record<keyof typeof contenders, Figures[]> = { reference: [], service: [] }
  for (let round = 0; round < rounds; round += 1) {
    const inTurn = round % 2 === 0 ? (['reference', 'service'] as const) : (['service', 'reference'] as const)
    for (const one of inTurn) figures[one].push(await measureOnce(contenders[one], cell, load, seconds))
  }
  const ratios = (share: (reference: Figures, service: Figures) => number) =>
    figures.service.map((one, round) => share(figures.reference[round]!, one))
  return {
    cell,
    reference: medians(figures.reference),
    service: medians(figures.service),
    ratios: ratios((reference, service) => service.requestsPerSecond / reference.requestsPerSecond),
    processorRatio: median(
      ratios(
        (reference, service) => (reference.serverTime ?? Number.NaN) / (service.serverTime ?? Number.NaN),
      ),
    ),
  }
}

async function measureOnce(
  { address, processId }: Contender,
  { requests, connections }: Cell,
  load: Load,
  seconds: number,
): Promise<Figures> {
  const timeBefore = processorTime(processId)
  const start = performance.now()
  const result = await load({ address, requests, connections, seconds })
  const elapsed = (performance.now() - start) / 1000
  const timeAfter = processorTime(processId)
  // What was on its way when the load broke off is answered before the other's turn.
  await sleep(100)
  const used = timeBefore === undefined || timeAfter === undefined ? undefined : timeAfter - timeBefore
  return {
    requestsPerSecond: result.requestsPerSecond,
    p50: result.p50,
    p99: result.p99,
    loadShare: result.processorShare,
    serverShare: used && used / elapsed,
    serverTime: used && (used * 1e6) / result.responses,
  }
}

function medians(figures: Figures[]): Figures {
  const of = (field: keyof Figures) => median(figures.map((one) => one[field] ?? Number.NaN))
  return {
    requestsPerSecond: of('requestsPerSecond'),
    p50: of('p50'),
    p99: of('p99'),
    loadShare: of('loadShare'),
    serverShare: of('serverShare'),
    serverTime: of('serverTime'),
  }
}
