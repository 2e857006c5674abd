import { setTimeout as sleep } from 'node:timers/promises'
import type { Settings } from '../config.ts'
import { mostBehind } from '../db/position.ts'
import { type Finding, skipped, warned, well } from './check.ts'
import { notAsked, type Opened } from './database.ts'
import { sizeText } from './words.ts'

/** Milliseconds in which one is to catch up with where the database was, and between two looks. */
const [patience, between] = [4000, 100]

/** Each host of the replica. One that cannot be asked is missed by nobody, so it is no failure. */
export async function checkReplica(
  opened: Opened,
  { databaseReplicaUrl: url }: Pick<Settings, 'databaseReplicaUrl'>,
): Promise<Finding> {
  if (url === undefined) return skipped('No replica is set: everything is read from the database itself.')
  if (opened.is !== 'open') return notAsked
  const { Replica } = await import('../db/replica.ts')
  const reasons = new Map<string, string | undefined>()
  const replica = new Replica(opened.db, {
    url,
    poolSize: 1,
    tell: ({ replica, reason }) => reasons.set(replica, reason),
  })
  try {
    await replica.start()
    const isLate = () => replica.behind().some(({ isUsable, milliseconds }) => isUsable && milliseconds !== 0)
    for (const end = Date.now() + patience; isLate() && Date.now() < end; ) await sleep(between)
    const hosts = replica.behind()
    const found = hosts.map(({ replica: host, isUsable, milliseconds, bytes }) => {
      if (!isUsable) return `The replica at ${host} cannot be asked: ${reasons.get(host)}.`
      if (milliseconds === 0) return `The replica at ${host} follows the database and has all of it.`
      return `The replica at ${host} follows the database and is ${sizeText(bytes ?? 0)} of its log behind.`
    })
    if (hosts.every(({ isUsable, milliseconds }) => isUsable && milliseconds === 0))
      return well(found.join(' '))
    return warned(
      found.join(' '),
      `See that DAILIES_DATABASE_REPLICA_URL names streaming standbys of this database, and that they keep up; one that is more than ${mostBehind / 1000} seconds behind is not asked.`,
    )
  } finally {
    void replica.close()
  }
}
