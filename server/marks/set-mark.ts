import type { FilmMarkUpdate, Marks, MyMarkUpdate } from '@dailies/contract/mark.ts'
import type { ProjectRole } from '@dailies/contract/member.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { notFound } from '../error.ts'
import { type Actor, admitMember } from '../production/membership.ts'
import { marksIn } from './card-queries.ts'
import { findMarks, findVersionToMark, putMark } from './queries.ts'

/** Marks an asset version for whoever does it, in one transaction. Throws `not_found`. */
export function setMyMark(db: Database, actor: Actor, id: string, mark: MyMarkUpdate): Promise<Marks> {
  return setMark(db, actor, { id, mark, whose: actor.userId, need: 'viewer' })
}

/** Marks it for the film, in one transaction. Throws `not_found`, `forbidden` to who is no editor. */
export function setFilmMark(db: Database, actor: Actor, id: string, mark: FilmMarkUpdate): Promise<Marks> {
  return setMark(db, actor, { id, mark, whose: '', need: 'editor' })
}

interface Marking {
  id: string
  mark: MyMarkUpdate
  /** Id of the user; empty for the film. */
  whose: string
  need: ProjectRole
}

function setMark(db: Database, actor: Actor, { id, mark, whose, need }: Marking): Promise<Marks> {
  return db.transaction(async (transaction) => {
    const found = await transaction.first(findVersionToMark, { id, userId: actor.userId })
    const missing = () => notFound('Asset')
    const { projectId, sceneDbId } = admitMember({ actor, need, missing }, found)
    const { flag = null, stars = null, seen } = mark
    if (flag !== null || stars !== null || seen !== undefined) {
      const given = { flag, stars, seen: seen === undefined ? null : Number(seen) }
      await transaction.run(putMark, {
        ...given,
        ...{ assetVersionId: id, whose, projectId, sceneDbId, now: isoNow() },
      })
      const forOneself = whose === '' ? {} : { userId: whose }
      transaction.changed({ kind: 'mark', projectId, sceneDbId, assetVersionId: id, ...forOneself })
    }
    const stored = await transaction.first(findMarks, { id, userId: actor.userId })
    if (!stored) throw missing()
    return marksIn(stored)
  })
}
