import type { Connection } from '../db/database.ts'
import type { RowOf } from '../db/statement.ts'
import type { Step } from '../shares.ts'
import { listPromptPackageSlice } from './queries.ts'

/**
 * The ids of the newest of the project's prompt packages that were made before `before` and have a text in their name or prompt. It
 * looks through them a step at a time, so that nobody else waits for it.
 */
export async function searchPromptPackages(
  db: Connection,
  step: Step,
  { limit, ...search }: { projectId: string; q: string; before: string; limit: number },
): Promise<string[]> {
  const ids: string[] = []
  for (let before: string | undefined = search.before; before !== undefined && ids.length < limit; ) {
    const page = { ...search, before }
    const slice: RowOf<typeof listPromptPackageSlice>[] = await step((rows) =>
      db.all(listPromptPackageSlice, { ...page, limit: rows }),
    )
    ids.push(...slice.filter(({ answers }) => answers === 1).map(({ id }) => id))
    before = slice.at(-1)?.id
  }
  return ids.slice(0, limit)
}
