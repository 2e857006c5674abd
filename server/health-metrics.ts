import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { Gauge, type Registry } from 'prom-client'
import type { Database } from './db/database.ts'
import { databaseTime } from './db/time.ts'
import { patiently, showMeasured } from './queue-gauges.ts'
import { version } from './version.ts'

interface Looked {
  database: Database
  /** By what is in them. Those that are not there yet, or do not answer at once, are left out. */
  folders: Record<string, string>
}

/** Shows what an operator is to be woken for: whether the database answers, whether clocks agree, and how much room there is. */
export function showHealth(registry: Registry, { database, folders }: Looked): void {
  const registers = [registry]
  new Gauge({
    name: 'dailies_info',
    help: 'Always 1: the version that runs, and the engine of its database',
    labelNames: ['version', 'engine'],
    registers,
  }).set({ version, engine: database.engine }, 1)
  const clocks = patiently(async () => {
    const before = Date.now()
    const theirs = await databaseTime(database)
    // In the middle of the question.
    return (before + Date.now()) / 2 - theirs
  })
  new Gauge({
    name: 'dailies_database_up',
    help: 'Whether the database answered within a second: 1 or 0',
    registers,
    async collect() {
      this.set((await clocks()) === undefined ? 0 : 1)
    },
  })
  showMeasured(registry, {
    name: 'dailies_clock_ahead_seconds',
    help: 'How far the clock of this process is ahead of that of the database',
    measured: clocks,
    of: (milliseconds) => milliseconds / 1000,
  })
  // A network drive that is away answers nothing, for as long as it is away.
  const disks = Object.entries(folders).map(
    ([folder, path]) => [folder, patiently(() => statfs(path))] as const,
  )
  const showDisks = (name: string, help: string, of: (disk: StatsFs) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['folder'],
      registers,
      async collect() {
        const found = await Promise.all(disks.map(async ([folder, ask]) => [folder, await ask()] as const))
        this.reset()
        for (const [folder, disk] of found) if (disk) this.set({ folder }, of(disk))
      },
    })
  showDisks(
    'dailies_disk_free_bytes',
    'What may still be written to the disk of a folder: data, media',
    ({ bavail, bsize }) => bavail * bsize,
  )
  showDisks('dailies_disk_size_bytes', 'How large that disk is', ({ blocks, bsize }) => blocks * bsize)
}
