import { databaseTime } from '../db/time.ts'
import { hashOfFile } from './hash-of-file.ts'
import { type Keeping, storeBlob } from './keep.ts'
import { workLeased } from './leased-work.ts'
import { makeRoomForMarked } from './let-go-of-marked.ts'
import {
  failMarked,
  findFactsOfBlob,
  finishMarked,
  type LeasedToMark,
  postponeMarked,
} from './marked-queries.ts'
import type { BlobFacts } from './summary.ts'
import { nothingKnown } from './work/messages.ts'
import type { Made, Workshop } from './work/workshop.ts'

/** After so many tries, each of which ended with the process, it is not tried again. */
const mostAttempts = 3

/** How many digits at the end of a guest's id are burnt in, which tell those apart who have one name. */
const digits = 8

interface Leased {
  leaseId: string
  marked: LeasedToMark
  /** Bytes that all copies may take. */
  most: number
}

/** Makes a copy of a picture or a film with the name of a guest burnt in. The caller has its lease. */
export async function makeMarked(
  keeping: Keeping,
  workshop: Pick<Workshop, 'work'>,
  { leaseId, marked, most }: Leased,
  onError: (error: unknown) => void,
): Promise<'done' | 'failed'> {
  const { id, attempts } = marked
  return await workLeased(
    keeping,
    {
      name: 'mark',
      postpone: (transaction, until) => transaction.run(postponeMarked, { id, leaseId, ...until }),
      work: async (folder) => {
        const made =
          attempts > mostAttempts ? unmakable : await make(keeping, workshop, { marked, most, folder })
        if ('problem' in made) {
          await keeping.db.transaction((transaction) => transaction.run(failMarked, { id, leaseId, ...made }))
        } else {
          await keepMarked(keeping, { leaseId, marked, most }, made)
        }
      },
    },
    onError,
  )
}

const unmakable = { problem: 'It could not be made' }

async function make(
  { db, store }: Keeping,
  workshop: Pick<Workshop, 'work'>,
  { marked, most, folder }: Omit<Leased, 'leaseId'> & { folder: string },
): Promise<Made | { problem: string }> {
  const { ofHash: hash, name, guestId, askedAt } = marked
  const known = await db.first(findFactsOfBlob, { hash })
  const copy = known?.facts ? await store.localCopy(hash) : undefined
  if (!copy) return { problem: 'Its bytes are missing in the store' }
  try {
    const { width, height } = JSON.parse(known!.facts!) as BlobFacts
    if (!width || !height) return unmakable
    const code = `${new Date(askedAt).toISOString().slice(0, 10)} ${guestId.slice(-digits)}`
    const mark = { name, code, width, height }
    const { facts, made } = await workshop.work(copy.path, folder, { mark })
    const [one] = made
    if (!one) return { problem: facts.problem ?? unmakable.problem }
    return one.bytes > most ? { problem: 'It takes more than all such copies may' } : one
  } finally {
    await copy.release()
  }
}

async function keepMarked(keeping: Keeping, { leaseId, marked, most }: Leased, made: Made): Promise<void> {
  const { type, width, height, bytes, path } = made
  if (!(await makeRoomForMarked(keeping, { bytes, most })))
    throw new Error('There is no room for copies with names')
  const hash = await hashOfFile(path)
  await storeBlob(keeping, { hash, bytes, path }, { ...nothingKnown, type, width, height })
  await keeping.db.transaction(async (transaction) => {
    const now = await databaseTime(transaction)
    // Of what nobody wants any more the bytes go with others that nothing refers to.
    await transaction.run(finishMarked, { id: marked.id, leaseId, now, hash, bytes })
  })
}
