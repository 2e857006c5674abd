import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { mostPictureBytes } from '@dailies/contract/search.ts'
import type { Keeping } from './keep.ts'
import { receiveBody, using } from './receive-body.ts'
import type { Workshop } from './work/workshop.ts'

interface Sent {
  body: AsyncIterable<Uint8Array>
  /** Asked once all of it has come, before anything is made of it; throws what ends it. */
  mayGoOn: () => Promise<void>
}

/** Tells how the picture looks that comes, and why not where it does not. Nothing of it stays. Throws `too_large`. */
export async function readLook(
  { store, workshop }: Pick<Keeping, 'store'> & { workshop: Pick<Workshop, 'work'> },
  { body, mayGoOn }: Sent,
): Promise<{ look: string | null; problem: string | null }> {
  const received = await receiveBody(store, { headers: {}, body }, { most: mostPictureBytes })
  return using(received, async () => {
    await mayGoOn()
    const folder = await mkdtemp(join(store.incoming, 'look-'))
    try {
      const { look, facts } = await workshop.work(received.path, folder, { isForLook: true })
      if (look) return { look, problem: null }
      return { look: null, problem: facts.problem ?? (look === null ? plain : noPicture) }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
}

const plain = 'It is of one colour: there is nothing in it by which anything could be found'
const noPicture = 'It is no picture'
