import { newGuestComment } from '@dailies/contract/guest.ts'
import { newLink } from '@dailies/contract/link.ts'
import { newVerdict } from '@dailies/contract/verdict.ts'
import type { Database } from '@dailies/server/db/database.ts'
import { createLink } from '@dailies/server/links/create-link.ts'
import { enterLink } from '@dailies/server/links/enter-link.ts'
import { GuestLimits } from '@dailies/server/links/guest-limits.ts'
import { commentAsGuest, verdictAsGuest } from '@dailies/server/links/guest-review.ts'
import type { Crew } from './crew.ts'
import { link } from './film/shown.ts'

interface Filed {
  projectId: string
  crew: Crew
  take(title: string): { id: string }
}

/** Makes a link to the film, by which somebody without an account says what they think. Returns its secret. */
export async function letGuestIn(db: Database, { projectId, crew, take }: Filed): Promise<string> {
  const rights = { mayComment: true, mayGiveVerdict: true, watermark: true }
  const { secret, id: linkId } = await createLink(
    db,
    { ...crew.demo, tokenId: null },
    { projectId, ...newLink.parse({ name: link.name, shows: 'film', ...rights }) },
  )
  const door = { db, limits: new GuestLimits(undefined), secure: false }
  const { cookie } = await enterLink(door, { secret, name: link.guest }, '127.0.0.1')
  const of = (title: string) => ({ visitor: { linkId, cookie }, versionId: take(title).id })
  for (const { on, text, drawn } of link.notes) {
    const shapes = [{ kind: 'rectangle', colour: '#ffcc33', width: 0.009, ...drawn }]
    await commentAsGuest(db, of(on), newGuestComment.parse({ text, drawing: { shapes } }))
  }
  for (const { on, verdict, note } of link.verdicts) {
    await verdictAsGuest(db, of(on), newVerdict.parse({ verdict, note }))
  }
  return secret
}
