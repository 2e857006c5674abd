import { Counter, Gauge, type Registry } from 'prom-client'
import type { Hub } from './hub.ts'

/** What `/metrics` shows of live streams. */
export function showLive(registry: Registry, hub: Hub): void {
  const registers = [registry]
  new Gauge({
    name: 'dailies_live_streams',
    help: 'Live streams that are open on this node',
    registers,
    collect() {
      this.set(hub.streams)
    },
  })
  const count = (name: string, help: string, countOf: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(countOf())
      },
    })
  count('dailies_live_messages_total', 'Messages written to live streams', () => hub.messages)
  count(
    'dailies_live_resets_total',
    'Live streams that were told to fetch everything again',
    () => hub.resets,
  )
}
