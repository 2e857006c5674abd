import type { ScheduledBackups } from '@dailies/contract/media.ts'
import type { Settings } from '../config.ts'
import type { Connection } from '../db/database.ts'
import { databaseTime } from '../db/time.ts'
import { DailiesError } from '../error.ts'
import { bucketAt, placeOf, samePlaceOf } from '../media/open-store.ts'
import { isGone, problemInWords } from './gone.ts'
import { findBackups } from './queries.ts'

/** What backups are made of by themselves, where they go, and when. */
export interface Schedule {
  /** Where the database and the files of takes are. */
  from: Pick<Settings, 'dataFolder' | 'databaseUrl' | 'databaseDirectUrl' | 'media'>
  /** A folder, or `s3://bucket/prefix`. */
  target: string
  /** Milliseconds. */
  every: number
  /** As `--keep` has it; undefined keeps all. */
  keep: string | undefined
}

/** Undefined where none are to be made. Throws `invalid` where that is no place, or one where the files of takes are. */
export function scheduleOf(
  settings: Settings,
  environment: Record<string, string | undefined>,
): Schedule | undefined {
  const {
    backup: target,
    backupEvery: every,
    backupKeep,
    dataFolder,
    databaseUrl,
    databaseDirectUrl,
    media,
  } = settings
  if (target === undefined) return undefined
  const variable = 'DAILIES_BACKUP'
  if (/^[a-z0-9]+:\/\//i.test(target)) bucketAt(target, { environment, variable })
  requireApart(target, settings, variable)
  const keep = backupKeep === 'all' ? undefined : backupKeep
  return { from: { dataFolder, databaseUrl, databaseDirectUrl, media }, target, every, keep }
}

/** Backups do not go where media are: what is no longer needed of the ones would go with the others. Throws `invalid`. */
export function requireApart(
  target: string,
  { media, dataFolder }: Pick<Settings, 'media' | 'dataFolder'>,
  said: string,
): void {
  const [there, here] = [samePlaceOf({ media: target, dataFolder }), samePlaceOf({ media, dataFolder })]
  if (!there.startsWith(here) && !here.startsWith(there)) return
  throw new DailiesError(
    'invalid',
    `${said}: Media are in ${placeOf({ media, dataFolder })}: name a place of its own for backups`,
  )
}

/** How far they are, by the clock of the database. */
export async function readSchedule(db: Connection, schedule: Schedule): Promise<ScheduledBackups> {
  const target = targetOf(schedule)
  const found = await db.first(findBackups, {})
  const row = found?.target === target ? found : undefined
  const isHeld = row?.leasedBy != null && row.dueAt > (await databaseTime(db))
  return {
    target,
    everyHours: schedule.every / 3_600_000,
    isMaking: isHeld,
    startedAt: row?.startedAt ?? null,
    last:
      row?.madeAt && row.name
        ? {
            name: row.name,
            madeAt: row.madeAt,
            bytes: row.bytes ?? 0,
            files: row.files ?? 0,
            missing: row.missing ?? 0,
            isGone: isGone(row.problem),
          }
        : null,
    failures: row?.failures ?? 0,
    failedAt: row?.failedAt ?? null,
    problem: row?.problem ? problemInWords(row.problem) : null,
    dueAt: row ? new Date(row.dueAt).toISOString() : null,
  }
}

/** In words, the same on every node that has the same settings. */
export function targetOf({ target, from: { dataFolder } }: Schedule): string {
  return placeOf({ media: target, dataFolder })
}
