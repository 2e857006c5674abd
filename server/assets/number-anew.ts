import type { Transaction } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { type Changing, changesScene } from './change-state.ts'
import { counterKey } from './counter-key.ts'
import { nextVersionNumbers } from './group-queries.ts'

/**
 * Gives those that go to another scene the next numbers of their type and platform there, in the order of the numbers that they
 * had. Those stay theirs: nobody else gets them, and undoing gives them back.
 */
export async function numberAnew(transaction: Transaction, changing: Changing[]): Promise<void> {
  const going = changing.filter(changesScene)
  const shares = Map.groupBy(going, ({ version, after }) => counterKey({ ...version, ...after }))
  if (shares.size === 0) return
  const counters = [...shares]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, share]) => {
      const [{ version, after }] = share as [Changing]
      const { assetType, platformKey } = version
      return {
        ...{ sceneDbId: after.sceneDbId, assetType, platformKey },
        ...{ count: share.length, lastId: newId() },
      }
    })
  const rows = await transaction.all(nextVersionNumbers, { counters: JSON.stringify(counters) })
  for (const row of rows) {
    const share = shares.get(counterKey(row))!
    const inOrder = share.toSorted(
      (one, other) => one.version.state.versionNumber - other.version.state.versionNumber,
    )
    for (const [nth, one] of inOrder.entries())
      one.after = { ...one.after, versionNumber: row.lastNumber - share.length + 1 + nth }
  }
}
