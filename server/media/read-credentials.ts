import { setImmediate as turn } from 'node:timers/promises'
import type { ContentCredentials } from '@dailies/contract/provenance.ts'
import type { Database, Transaction } from '../db/database.ts'
import { databaseTime } from '../db/time.ts'
import { listVersionsOfBlob } from './blob-queries.ts'
import {
  finishReading,
  type LeasedToRead,
  listBlobsToAsk,
  postponeReading,
  wantCredentials,
} from './credential-queries.ts'
import type { Keeping } from './keep.ts'
import { workLeased } from './leased-work.ts'
import { findFactsOfBlob } from './marked-queries.ts'
import { findVersion } from './queries.ts'
import type { BlobFacts } from './summary.ts'
import type { Trusted } from './trusted.ts'
import { noCredentials, takesCredentials } from './work/no-credentials.ts'
import type { Workshop } from './work/workshop.ts'

/** After so many tries, each of which ended with the process, it is not tried again. */
const mostAttempts = 3

const pageSize = 100

interface Leased {
  leaseId: string
  blob: LeasedToRead
  trusted: Trusted
}

/** Reads what a blob says of itself, signed, and writes it down. The caller has its lease. */
export async function readCredentialsOf(
  keeping: Keeping,
  workshop: Pick<Workshop, 'work'>,
  { leaseId, blob: { hash, attempts }, trusted }: Leased,
  onError: (error: unknown) => void,
): Promise<'done' | 'failed'> {
  const { db } = keeping
  return await workLeased(
    keeping,
    {
      name: 'credentials',
      postpone: (transaction, until) => transaction.run(postponeReading, { hash, leaseId, ...until }),
      work: async (folder) => {
        const credentials =
          attempts > mostAttempts
            ? unreadable('It could not be looked into')
            : await read(keeping, workshop, { hash, folder, anchors: trusted.anchors })
        const row = { hash, leaseId, credentials: JSON.stringify(credentials), trust: trusted.digest }
        const last = await db.transaction(async (transaction) =>
          (await transaction.run(finishReading, row)) === 0
            ? undefined
            : tellPage(transaction, { hash, after: '' }),
        )
        for (let after = last; after !== undefined; await turn()) {
          const from = after
          after = await db.transaction((transaction) => tellPage(transaction, { hash, after: from }))
        }
      },
    },
    onError,
  )
}

/** Tells the next versions that have it. Returns the last of them; undefined where there are no more. */
async function tellPage(
  transaction: Transaction,
  { hash, after }: { hash: string; after: string },
): Promise<string | undefined> {
  const versions = await transaction.all(listVersionsOfBlob, { hash, after, limit: pageSize })
  for (const { versionId } of versions) {
    const version = await transaction.first(findVersion, { id: versionId })
    if (!version) continue
    const { projectId, sceneDbId } = version
    transaction.changed({ kind: 'asset', projectId, sceneDbId, assetVersionId: versionId })
  }
  return versions.length < pageSize ? undefined : versions.at(-1)?.versionId
}

async function read(
  { db, store }: Keeping,
  workshop: Pick<Workshop, 'work'>,
  { hash, folder, anchors }: { hash: string; folder: string; anchors: string },
): Promise<ContentCredentials> {
  const known = await db.first(findFactsOfBlob, { hash })
  const type = known?.facts ? (JSON.parse(known.facts) as BlobFacts).type : null
  // Without having it brought from the store.
  if (type !== null && !takesCredentials(type)) return noCredentials
  const copy = await store.localCopy(hash)
  if (!copy) return unreadable('Its bytes are missing in the store')
  try {
    const { credentials, facts } = await workshop.work(copy.path, folder, { anchors })
    return credentials ?? unreadable(facts.problem ?? 'It could not be looked into')
  } finally {
    await copy.release()
  }
}

function unreadable(reason: string): ContentCredentials {
  return { ...noCredentials, state: 'unreadable', reasons: [reason] }
}

/** What was kept before anybody looked, or is trusted by others now, is to be read. */
export async function wantMissingCredentials(
  db: Database,
  { digest: trust }: Trusted,
  isStopping: () => boolean = () => false,
): Promise<void> {
  for (let after = ''; !isStopping(); await turn()) {
    const blobs = await db.all(listBlobsToAsk, { trust, after, limit: pageSize })
    await db.transaction(async (transaction) => {
      const now = await databaseTime(transaction)
      const hashes = JSON.stringify(blobs.map(({ hash }) => hash))
      await transaction.run(wantCredentials, { hashes, trust, now })
    })
    const last = blobs.at(-1)
    if (!last || blobs.length < pageSize) return
    after = last.hash
  }
}
