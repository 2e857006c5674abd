import { mediaKind, type ScheduledBackups, type Storage } from '@dailies/contract/media.ts'
import type { Connection, Database } from '../db/database.ts'
import { notFound } from '../error.ts'
import { measureWork } from './blob-queries.ts'
import type { Quotas } from './quota.ts'
import { typeOf } from './summary.ts'
import * as stored from './usage-queries.ts'

const mostBiggest = 20

interface Machine {
  /** Where media are, in words. */
  store: string
  quotas: Quotas
  fetches: boolean
  /** The version of ffmpeg, where the machine has it. */
  ffmpeg: () => Promise<string | null>
  /** How far the backups are that are made by themselves; null where none are. */
  backups: () => Promise<ScheduledBackups | null>
}

/** What media take, and what is to be done yet. */
export async function readStorage(
  db: Connection,
  { store, quotas, fetches, ffmpeg, backups }: Machine,
): Promise<Storage> {
  const [all, projects, states, sent, made, attached, distinct, deleted, deletedToo, biggest, work] =
    await Promise.all([
      db.first(stored.findUsage, { projectId: stored.installation }),
      db.all(stored.listUsage, {}),
      db.all(stored.countStates, {}),
      db.all(stored.sumSent, {}),
      db.all(stored.sumMade, {}),
      db.first(stored.sumAttachments, {}),
      db.first(stored.sumDistinct, {}),
      db.first(stored.sumDeleted, {}),
      db.first(stored.sumDeletedAttachments, {}),
      db.all(stored.listBiggest, { limit: mostBiggest }),
      db.first(measureWork, {}),
    ])
  const countOf = (projectId: string, state: string) =>
    states.find((one) => one.projectId === projectId && one.state === state)?.count ?? 0
  const total = (state: string) =>
    states.filter((one) => one.state === state).reduce((sum, { count }) => sum + count, 0)
  const kinds = [...sent, ...made]
  const attachments = { files: attached?.files ?? 0, bytes: attached?.bytes ?? 0 }
  const had = [...sent, attachments]
  return {
    store,
    kept: { files: all?.files ?? 0, bytes: all?.bytes ?? 0 },
    saved: {
      files: sum(had, 'files') - (distinct?.files ?? 0),
      bytes: sum(had, 'bytes') - (distinct?.bytes ?? 0),
    },
    deleted: {
      files: (deleted?.files ?? 0) + (deletedToo?.files ?? 0),
      bytes: (deleted?.bytes ?? 0) + (deletedToo?.bytes ?? 0),
    },
    attachments,
    quotaBytes: quotas.installation ?? null,
    waiting: total('waiting'),
    lost: total('lost'),
    toWorkOn: work?.length ?? 0,
    fetches,
    ffmpeg: await ffmpeg(),
    backups: await backups(),
    projects: projects.map(({ id, name, files, bytes, quotaBytes }) => ({
      id,
      name,
      files: files ?? 0,
      bytes: bytes ?? 0,
      quotaBytes: quotaBytes ?? quotas.project ?? null,
      hasOwnQuota: quotaBytes !== null,
      waiting: countOf(id, 'waiting'),
      lost: countOf(id, 'lost'),
    })),
    kinds: mediaKind.options.flatMap((kind) => {
      const ofKind = kinds.filter((one) => one.kind === kind)
      return ofKind.length > 0 ? [{ kind, files: sum(ofKind, 'files'), bytes: sum(ofKind, 'bytes') }] : []
    }),
    biggest: biggest.map(({ summary, ...version }) => ({ ...version, type: typeOf(summary) })),
  }
}

function sum<K extends string>(rows: Record<K, number>[], key: K): number {
  return rows.reduce((total, row) => total + row[key], 0)
}

/** Null lets it have as much as any. Throws `not_found`. */
export function setMediaQuota(
  db: Database,
  { projectId, bytes }: { projectId: string; bytes: number | null },
): Promise<{ bytes: number | null }> {
  return db.transaction(async (transaction) => {
    if (!(await transaction.first(stored.findProject, { id: projectId }))) throw notFound('Project')
    if (bytes === null) await transaction.run(stored.deleteQuota, { projectId })
    else await transaction.run(stored.setQuota, { projectId, bytes })
    return { bytes }
  })
}
