import { findBackups } from '../backups/queries.ts'
import { type Schedule, targetOf } from '../backups/schedule.ts'
import type { Settings } from '../config.ts'
import type { Inspected } from '../db/inspected.ts'
import { databaseTime } from '../db/time.ts'
import { measureMails } from '../mail/queries.ts'
import { measureWork } from '../media/blob-queries.ts'
import { measureQueue } from '../webhooks/measure-queue.ts'
import { type Finding, failed, skipped, warned, well } from './check.ts'
import { notAsked, type Opened, usable } from './database.ts'
import { countConnections } from './queries.ts'
import { listText, spanText } from './words.ts'

/** Milliseconds that something may be due: whoever does it looks at least twice a minute. */
const late = 5 * 60_000

interface WorkerParts {
  settings: Pick<Settings, 'host' | 'port' | 'webhookWorker'>
  opened: Opened
  schedule: Schedule | undefined
  /** Whether it is the service itself that asks. */
  isService: boolean
}

/**
 * Workers announce themselves nowhere. What they leave undone tells of them, and so do their connections to PostgreSQL, and the service
 * of these settings, which works too unless it is told not to.
 */
export async function checkWorker(parts: WorkerParts, signal: AbortSignal): Promise<Finding> {
  const db = usable(parts.opened)
  if (!db) return notAsked
  const [overdue, seen] = await Promise.all([overdueIn(db, parts.schedule), seenBy(db, parts, signal)])
  if (overdue.length > 0) {
    const found = `${seen ?? 'Nobody is seen at work'}, and ${listText(overdue)}.`
    return seen === undefined
      ? failed(found, 'Start dailies serve or dailies worker, with the settings of this installation.')
      : warned(
          found,
          'See in the log of the service, or of the worker, what keeps it; where none works, start dailies worker.',
        )
  }
  if (seen !== undefined) return well(`${seen}, and nothing is overdue.`)
  if (!parts.settings.webhookWorker) {
    return skipped(
      'Nothing is overdue; whether dailies worker runs, which DAILIES_WEBHOOK_WORKER=false leaves it to, nothing tells.',
    )
  }
  const address = ownAddress(parts.settings)
  return warned(
    `Nothing is overdue, and ${address ? `no service answers at ${address}` : 'nobody is seen at work'}.`,
    'Start dailies serve; where it was told another address or port, tell it here as well, by DAILIES_HOST and DAILIES_PORT.',
  )
}

async function overdueIn(db: Inspected, schedule: Schedule | undefined): Promise<string[]> {
  const [now, webhooks, mails, media, backup] = await Promise.all([
    databaseTime(db),
    measureQueue(db),
    db.first(measureMails, {}),
    db.first(measureWork, {}),
    db.first(findBackups, {}),
  ])
  const since = (dueAt: number | null | undefined) => (dueAt == null ? 0 : now - Number(dueAt))
  const isOurs = backup !== undefined && schedule !== undefined && backup.target === targetOf(schedule)
  const due = {
    'deliveries of webhooks have been due': webhooks.oldestSeconds * 1000,
    'mails have been due': since(mails?.oldest),
    'thumbnails have been due': since(media?.oldest),
    'a backup has been due': isOurs ? since(backup.dueAt) : 0,
  }
  return Object.entries(due)
    .filter(([, milliseconds]) => milliseconds > late)
    .map(([what, milliseconds]) => `${what} for ${spanText(milliseconds)}`)
}

/** Who seems to work; undefined where nobody is seen. */
async function seenBy(
  db: Inspected,
  { settings, isService }: WorkerParts,
  signal: AbortSignal,
): Promise<string | undefined> {
  const does = settings.webhookWorker
  if (isService && does) return 'This service works itself'
  const address = isService ? undefined : ownAddress(settings)
  if (does && address && (await answers(address, signal))) return `A service answers at ${address}`
  if (db.engine !== 'postgres') return undefined
  const { count } = (await db.first(countConnections, {}))!
  // A service that does not work is among them.
  if (count === 0 || !does) return undefined
  return `${count === 1 ? 'A connection' : `${count} connections`} of Dailies ${count === 1 ? 'is' : 'are'} open to PostgreSQL`
}

/** Where a service of these settings would answer; undefined where nobody knows. */
function ownAddress({ host, port }: WorkerParts['settings']): string | undefined {
  if (port === 0) return undefined
  const reached = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}

async function answers(address: string, signal: AbortSignal): Promise<boolean> {
  try {
    const answer = await fetch(`${address}/healthz`, {
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(3000)]),
    })
    await answer.body?.cancel()
    return answer.ok
  } catch {
    return false
  }
}
