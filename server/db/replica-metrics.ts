import { Counter, Gauge, type Registry } from 'prom-client'
import type { Replica } from './replica.ts'

/** What `/metrics` shows of replicas. */
export function showReplica(registry: Registry, replica: Replica): void {
  const registers = [registry]
  const show = (
    name: string,
    help: string,
    figureOf: (one: ReturnType<Replica['behind']>[number]) => number | undefined,
  ) =>
    new Gauge({
      name,
      help,
      labelNames: ['replica'],
      registers,
      collect() {
        this.reset()
        for (const one of replica.behind()) {
          const value = figureOf(one)
          if (value !== undefined) this.set({ replica: one.replica }, value)
        }
      },
    })
  show('dailies_replica_up', 'Whether a replica can be asked: 1 or 0', ({ isUsable }) => Number(isUsable))
  show(
    'dailies_replica_behind_seconds',
    'For how long what a replica shows has been out of date',
    ({ milliseconds }) => milliseconds && milliseconds / 1000,
  )
  new Counter({
    name: 'dailies_replica_reads_total',
    help: 'Statements that a replica might answer, by who did: replica, primary',
    labelNames: ['by'],
    registers,
    collect() {
      this.reset()
      this.inc({ by: 'replica' }, replica.reads.replica)
      this.inc({ by: 'primary' }, replica.reads.primary)
    },
  })
}
