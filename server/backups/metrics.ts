import type { ScheduledBackups } from '@dailies/contract/media.ts'
import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../db/database.ts'
import { patiently, showMeasured } from '../queue-gauges.ts'
import { readSchedule, type Schedule } from './schedule.ts'

/** Shows how far the backups are that are made by themselves: of the database, the same on every node that may make them. */
export function showBackups(registry: Registry, db: Database, schedule: Schedule): void {
  new Gauge({
    name: 'dailies_backup_interval_seconds',
    help: 'How often one is to be made',
    registers: [registry],
  }).set(schedule.every / 1000)
  const measured = patiently(() => readSchedule(db, schedule))
  const show = (name: string, help: string, of: (told: ScheduledBackups) => number | undefined) =>
    showMeasured(registry, { name: `dailies_backup_${name}`, help, measured, of })
  show('last_timestamp_seconds', 'The moment that the last backup made by itself is of', ({ last }) =>
    last ? Date.parse(last.madeAt) / 1000 : undefined,
  )
  show('last_bytes', 'What that backup has: the database, and all files in it', ({ last }) => last?.bytes)
  show('last_missing_files', 'Files that are gone or damaged, and so not in it', ({ last }) => last?.missing)
  show('failures', 'Tries that failed since the last backup that was made', ({ failures }) => failures)
}
