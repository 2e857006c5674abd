import { type NewComment, newComment } from '@dailies/contract/comment.ts'
import { soundRate } from '@dailies/contract/frame.ts'
import { newPlaylist } from '@dailies/contract/playlist.ts'
import { newVerdict } from '@dailies/contract/verdict.ts'
import { updateSelection } from '@dailies/server/assets/select.ts'
import { setApprovalRule } from '@dailies/server/comments/approval-rule.ts'
import { createComment } from '@dailies/server/comments/create-comment.ts'
import { resolveComment } from '@dailies/server/comments/resolve-comment.ts'
import { giveVerdict } from '@dailies/server/comments/verdicts.ts'
import { setTrim } from '@dailies/server/cut/trim.ts'
import type { Database } from '@dailies/server/db/database.ts'
import { setFilmMark, setMyMark } from '@dailies/server/marks/set-mark.ts'
import { plainAddress } from '@dailies/server/media/summary.ts'
import { createPlaylist } from '@dailies/server/playlists/create.ts'
import { endReview } from '@dailies/server/reviews/end-review.ts'
import { insertShown, putPerson } from '@dailies/server/reviews/queries.ts'
import { startReview } from '@dailies/server/reviews/start-review.ts'
import type { Crew } from './crew.ts'
import { lastChoices, trims } from './film/cut.ts'
import { marks } from './film/marks.ts'
import { type Note, notes, type Person, sessionNotes, verdicts } from './film/notes.ts'
import { playlists, session } from './film/shown.ts'
import { letGuestIn } from './let-guest-in.ts'
import { setTimeOfChoices } from './queries.ts'

/** A take that was filed. */
export interface FiledTake {
  id: string
  shotId: string | undefined
  assetType: string
}

interface Filed {
  projectId: string
  crew: Crew
  /** By its title. */
  take(title: string): FiledTake
}

const rate = { numerator: 24, denominator: 1 }
const day = 24 * 3600_000

/** Has the crew talk about the takes, decide, and show them to each other and to a guest. Returns the secret of the link. */
export async function makeReview(db: Database, filed: Filed): Promise<string> {
  await choose(db, filed)
  for (const note of notes) await say(db, filed, note)
  for (const { on, by, verdict, note } of verdicts) {
    const given = newVerdict.parse({ verdict, note })
    await giveVerdict(db, filed.crew[by], { assetVersionId: filed.take(on).id, given })
  }
  for (const { on, by, film, ...mark } of marks) {
    if (film) await setFilmMark(db, filed.crew[by], filed.take(on).id, mark)
    else await setMyMark(db, filed.crew[by], filed.take(on).id, { ...mark, seen: true })
  }
  await reviewTogether(db, filed, await makePlaylists(db, filed))
  const { projectId, crew } = filed
  const fromIds = Object.values(crew).map(({ userId }) => userId)
  await setApprovalRule(db, crew.demo, { projectId, needed: 1, fromIds })
  return letGuestIn(db, filed)
}

async function choose(db: Database, { crew, take }: Filed): Promise<void> {
  // Before last Monday, which the film is compared with at first.
  await db.transaction((transaction) =>
    transaction.run(setTimeOfChoices, { time: new Date(Date.now() - 8 * day).toISOString() }),
  )
  for (const { on, by, selected } of lastChoices) {
    await updateSelection(db, crew[by], { assetId: take(on).id, selected })
  }
  for (const { on, in: first, out } of trims) {
    const { id: assetVersionId, shotId } = take(on)
    await setTrim(db, crew.demo, { shotId: shotId!, assetVersionId, trim: { in: first, out, rate } })
  }
}

async function say(db: Database, { crew, take }: Filed, note: Note): Promise<void> {
  const { id: assetVersionId, assetType } = take(note.on)
  const write = (by: Person, comment: Partial<NewComment>) =>
    createComment(db, crew[by], { assetVersionId, comment: newComment.parse(comment) })
  const { by, text, frames, drawn, everybody, mentions = [], replies = [], resolvedBy } = note
  const isSeen = ['VIDEO', 'IMAGE', 'STORYBOARD'].includes(assetType)
  const { id } = await write(by, {
    text,
    range: frames && { from: frames[0], to: frames[1], rate: isSeen ? rate : soundRate },
    drawing: drawn && { shapes: drawn },
    audience: everybody ? 'everybody' : 'team',
    mentionIds: mentions.map((person) => crew[person].userId),
  })
  for (const reply of replies) await write(reply.by, { parentId: id, text: reply.text })
  if (resolvedBy) await resolveComment(db, crew[resolvedBy], { id, resolved: true })
}

/** Returns their ids, by name. */
async function makePlaylists(db: Database, { projectId, crew, take }: Filed): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const { name, note, titles } of playlists) {
    const versionIds = titles.map((title) => take(title).id)
    const playlist = newPlaylist.parse({ name, note, versionIds })
    // Nothing is looked for: these are the versions themselves.
    const search = () => Promise.reject(new Error('Not a search'))
    const { id } = await createPlaylist(db, crew.june, { projectId, playlist }, search, plainAddress)
    ids.set(name, id)
  }
  return ids
}

async function reviewTogether(db: Database, filed: Filed, lists: Map<string, string>): Promise<void> {
  const { projectId, crew, take } = filed
  const { name, playlist, shown } = session
  const plays = { kind: 'playlist' as const, id: lists.get(playlist)! }
  const { id } = await startReview(db, crew.teo, { projectId, name, plays, page: 'demo' })
  await db.transaction(async (transaction) => {
    for (const { userId } of Object.values(crew))
      await transaction.run(putPerson, { reviewId: id, userId, projectId })
    for (const title of shown) {
      await transaction.run(insertShown, { reviewId: id, assetVersionId: take(title).id, projectId })
    }
  })
  for (const note of sessionNotes) await say(db, filed, note)
  await endReview(db, crew.teo, id)
}
