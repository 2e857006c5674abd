import { setImmediate as turn } from 'node:timers/promises'
import type { ContentCredentials } from '@dailies/contract/provenance.ts'
import type { Database } from '../db/database.ts'
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
import { findVersion } from './queries.ts'
import type { Trusted } from './trusted.ts'
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
        await db.transaction(async (transaction) => {
          const row = { hash, leaseId, credentials: JSON.stringify(credentials), trust: trusted.digest }
          if ((await transaction.run(finishReading, row)) === 0) return
          const some = { hash, after: '', limit: pageSize }
          for (const { versionId } of await transaction.all(listVersionsOfBlob, some)) {
            const version = await transaction.first(findVersion, { id: versionId })
            if (!version) continue
            const { projectId, sceneDbId } = version
            transaction.changed({ kind: 'asset', projectId, sceneDbId, assetVersionId: versionId })
          }
        })
      },
    },
    onError,
  )
}

async function read(
  { store }: Keeping,
  workshop: Pick<Workshop, 'work'>,
  { hash, folder, anchors }: { hash: string; folder: string; anchors: string },
): Promise<ContentCredentials> {
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
  return {
    ...{ state: 'unreadable', signer: null, issuer: null, signedAt: null, generator: null, title: null },
    ...{ digitalSourceType: null, actions: [], reasons: [reason] },
  }
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
      for (const { hash } of blobs) await transaction.run(wantCredentials, { hash, trust, now })
    })
    const last = blobs.at(-1)
    if (!last || blobs.length < pageSize) return
    after = last.hash
  }
}
