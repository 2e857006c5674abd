import { mostChangedAtOnce } from '@dailies/contract/asset-change.ts'
import type { TagChangeAnswer, TagChangeRequest } from '@dailies/contract/project-tag.ts'
import { mostTagColors } from '@dailies/contract/tag.ts'
import { type Changer, changeAssets } from '../assets/change-many.ts'
import type { Connection, Database } from '../db/database.ts'
import { type Actor, requireProject } from '../production/membership.ts'
import { projectToChange } from '../production/project.ts'
import type { Step } from '../shares.ts'
import { deleteColors, listColors, listVersionsWithTags, putColor } from './queries.ts'

type Asked = TagChangeRequest & { projectId: string }

/** Those that have one of the tags, as many as one change is of, and how many have in all. */
type Found = Awaited<ReturnType<typeof versionsWith>>

/**
 * Renames tags of a project, merges or removes them, at so many asset versions as one change is of at most. Asked again it goes on,
 * from wherever the last one ended or was killed. `found` is what `findToChange` found for it just now, if that was asked. Throws
 * `not_found`, `forbidden` for the project.
 */
export async function changeTags(
  db: Database,
  step: Step,
  actor: Changer,
  { projectId, from, to, found }: Asked & { found?: Found | undefined },
): Promise<TagChangeAnswer> {
  await requireProject(db, actor, projectId, 'editor')
  const { ids, total } = found ?? (await step(() => versionsWith(db, { projectId, from })))
  const change = { kind: 'tags' as const, addTags: to === null ? [] : [to], removeTags: from }
  const { id, changed, unchanged, undoableUntil } =
    ids.length > 0
      ? await changeAssets(db, actor, { projectId, of: { ids }, change }, { renames: true })
      : nothing
  const left = total - changed - unchanged
  await moveColors(db, actor, { projectId, from, to, isLast: left === 0 })
  return { id, changed, left, undoableUntil }
}

const nothing = { id: null, changed: 0, unchanged: 0, undoableUntil: null }

/** The asset versions that the next such request changes: undefined where it is not theirs to do. */
export async function findToChange(
  db: Connection,
  step: Step,
  actor: Actor,
  asked: Omit<Asked, 'to'>,
): Promise<Found | undefined> {
  const isTheirs = await requireProject(db, actor, asked.projectId, 'editor').then(
    () => true,
    () => false,
  )
  return isTheirs ? await step(() => versionsWith(db, asked)) : undefined
}

async function versionsWith(db: Connection, { projectId, from }: Omit<Asked, 'to'>) {
  const tags = JSON.stringify(from)
  const rows = await db.all(listVersionsWithTags, { projectId, tags, limit: mostChangedAtOnce })
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 }
}

/** The first colour goes along, where the tag that they become has none; once no asset version is left, theirs go. */
async function moveColors(
  db: Database,
  actor: Actor,
  { projectId, from, to, isLast }: Asked & { isLast: boolean },
): Promise<void> {
  const isColored = (await db.all(listColors, { projectId })).some(({ name }) => from.includes(name))
  if (!isColored) return
  await db.transaction(async (transaction) => {
    await projectToChange(transaction, actor, projectId)
    const rows = await transaction.all(listColors, { projectId })
    const colors = new Map(rows.map(({ name, color }) => [name, color]))
    const color = from.map((name) => colors.get(name)).find((one) => one !== undefined)
    if (color === undefined) return
    if (isLast) await transaction.run(deleteColors, { projectId, names: JSON.stringify(from) })
    const hasRoom = isLast || colors.size < mostTagColors
    if (to !== null && !colors.has(to) && hasRoom)
      await transaction.run(putColor, { projectId, name: to, color })
  })
}
