import { endpoints } from '@dailies/contract/endpoints.ts'
import { unavailable } from '../error.ts'
import { only } from '../http/envelope.ts'
import { type Route, route } from '../http/route.ts'
import { TurnsByUser } from '../turns.ts'
import type { Keeping } from './keep.ts'
import { readLook } from './read-look.ts'
import type { Limits } from './work/messages.ts'
import type { Workshop } from './work/workshop.ts'

/** What a picture may cost that somebody looks for while they wait. */
export const limitsOfLook: Partial<Limits> = {
  milliseconds: 15_000,
  memoryBytes: 768 * 1024 ** 2,
  pixels: 100_000_000,
}

/** For who has a picture, and looks for what looks like it. */
export function lookRoutes(
  { db, store }: Pick<Keeping, 'db' | 'store'>,
  workshop: Pick<Workshop, 'work'>,
): Route[] {
  // Of one user; the next waits, and nothing of it is read.
  const turns = new TurnsByUser({ atOnce: 1 })
  return [
    {
      ...route(endpoints.readLook, async ({ caller, guarded, upload, hasLeft, inRoom }) => {
        const mayGoOn = async () => {
          if (hasLeft()) throw unavailable()
          // The token may be gone that the head of the request had.
          await inRoom(() => guarded(db).transaction(async () => {}))
        }
        const read = () => readLook({ store, workshop }, { body: upload, mayGoOn })
        return only(await turns.take(caller.userId, read))
      }),
      waits: true,
    },
  ]
}
