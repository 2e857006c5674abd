import type { Audience } from '@dailies/contract/comment.ts'
import { type FrameRange, timecode } from '@dailies/contract/frame.ts'
import type { NoticeDetails } from '@dailies/contract/inbox.ts'
import type { VerdictKind } from '@dailies/contract/verdict.ts'
import type { Transaction } from '../db/database.ts'
import { notify } from '../inbox/notify.ts'
import { recordEvent } from '../webhooks/record-event.ts'
import type { ReviewPlace } from './version-to-review.ts'

/** So many characters of a text an event has. */
const longestInEvent = 500

interface NewComment {
  id: string
  threadId: string | null
  authorName: string
  audience: Audience
  text: string
  range: FrameRange | null
  now: string
}

/** Tells webhooks of a comment. */
export async function announceComment(
  transaction: Transaction,
  place: ReviewPlace,
  { id, threadId, authorName, audience, text, range, now }: NewComment,
): Promise<void> {
  const { sceneDbId, heard } = place
  await recordEvent(transaction, {
    event: 'asset.commented',
    userId: onBehalfOf(place),
    sceneDbId,
    now,
    heard,
    data: {
      ...placeData(place),
      commentId: id,
      parentId: threadId ?? '',
      authorId: place.userId ?? '',
      authorName,
      audience,
      text: beginningOf(text),
      frames: framesOf(range),
      frameRate: range ? `${range.rate.numerator}/${range.rate.denominator}` : '',
      timecode: range ? timecode(range.from, range.rate) : '',
    },
  })
}

/** Tells webhooks of a verdict. */
export async function announceVerdict(
  transaction: Transaction,
  place: ReviewPlace,
  verdict: { id: string; kind: VerdictKind; note: string; name: string; now: string },
): Promise<void> {
  const { sceneDbId, heard } = place
  await recordEvent(transaction, {
    event: 'asset.verdict',
    userId: onBehalfOf(place),
    sceneDbId,
    now: verdict.now,
    heard,
    data: {
      ...placeData(place),
      verdictId: verdict.id,
      verdict: verdict.kind,
      note: beginningOf(verdict.note),
      givenBy: place.userId ?? '',
      givenByName: verdict.name,
    },
  })
}

/** Tells people of a comment, each once: whoever it mentions, who wrote in its thread before, and who captured the take. */
export async function tellOfComment(
  transaction: Transaction,
  place: ReviewPlace,
  { id, mentioned, thread }: { id: string; mentioned: readonly string[]; thread: readonly string[] },
): Promise<void> {
  const replied = thread.filter((userId) => !mentioned.includes(userId))
  const maker = [place.createdBy].filter((userId) => !mentioned.includes(userId) && !replied.includes(userId))
  const about = { ...aboutOf(place), commentId: id }
  await notify(transaction, { kind: 'comment.mentioned', to: mentioned, ...about })
  await notify(transaction, { kind: 'comment.replied', to: replied, ...about })
  await notify(transaction, { kind: 'comment.on_take', to: maker, ...about })
  await tellOfGuest(transaction, place, [...mentioned, ...thread, place.createdBy], about)
}

/** Tells who captured the take. */
export async function tellOfVerdict(
  transaction: Transaction,
  place: ReviewPlace,
  verdict: VerdictKind,
): Promise<void> {
  await notify(transaction, {
    kind: 'verdict.given',
    to: [place.createdBy],
    ...aboutOf(place, { verdict }),
  })
  await tellOfGuest(transaction, place, [place.createdBy], aboutOf(place, { verdict }))
}

/** Who made the link by which a guest came, where they are told of it by nothing else. */
async function tellOfGuest(
  transaction: Transaction,
  { guest }: ReviewPlace,
  told: readonly string[],
  about: ReturnType<typeof aboutOf>,
): Promise<void> {
  if (!guest || told.includes(guest.linkMadeBy)) return
  await notify(transaction, { kind: 'link.answered', to: [guest.linkMadeBy], ...about })
}

/** Events are of users: what a guest says is of who let them in. */
function onBehalfOf({ userId, guest }: ReviewPlace): string {
  return guest ? guest.linkMadeBy : userId!
}

function aboutOf(
  { userId: by, guest, projectId, sceneDbId, shotId, assetVersionId }: ReviewPlace,
  further: NoticeDetails = {},
) {
  const details = { ...further, ...(guest && { guestName: guest.name }) }
  return { by, projectId, sceneDbId, assetVersionId, ...(shotId !== null && { shotId }), details }
}

function placeData({ assetVersionId, projectId, sceneId, shotId }: ReviewPlace) {
  return { assetVersionId, projectId, sceneId, shotId: shotId ?? '' }
}

/** Of two halves of one character neither is sent alone. */
function beginningOf(text: string): string {
  return text.slice(0, longestInEvent).toWellFormed()
}

function framesOf(range: FrameRange | null): string {
  if (!range) return ''
  return range.from === range.to ? `${range.from}` : `${range.from}-${range.to}`
}
