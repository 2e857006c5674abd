import { guestOf, madeLink } from '../server/test/guests.ts'
import { mediaOnce, picture, put } from '../server/test/media.ts'
import type { Answer } from '../server/test/service.ts'
import type { Stage } from './stage.ts'

/** What was said, decided, listed and shown of the stage's film. */
export interface Reviewed {
  /** Of one that is drawn, on the first version. */
  commentId: string
  playlistId: string
  reviewId: string
  /** Secrets: of one by which somebody came, of one with a password, and of one that was revoked. */
  links: { open: string; locked: string; revoked: string }
  /** Where nothing is yet. */
  emptyProjectId: string
}

const rate = { numerator: 24, denominator: 1 }
const drawing = {
  shapes: [
    { kind: 'ellipse', colour: '#ffcc33', width: 0.01, from: { x: 0.2, y: 0.2 }, to: { x: 0.4, y: 0.6 } },
    { kind: 'text', colour: '#ffffff', size: 0.08, at: { x: 0.5, y: 0.3 }, text: 'here' },
  ],
}

/** Fills a stage with Review. `ids` are of asset versions in a scene of its film, the first of which is seen. */
export async function reviewed(stage: Stage, ids: readonly string[]): Promise<Reviewed> {
  const { user, film, service } = stage
  const { projectId } = film
  const [first, second = first] = ids as [string, string?]
  const made = async (path: string, body: object): Promise<{ id: string }> =>
    (await done(user.send('POST', path, body))).data
  await put(service, user, first, await picture())
  await mediaOnce(user, first, 'there are thumbnails', (media) => media?.thumbnails.length > 0)
  await done(user.send('PATCH', `/api/assets/${first}`, { shotId: film.shotIds[0] }))
  await done(user.send('POST', `/api/assets/${first}/selection`, { selected: true }))

  const playlist = await made(`/api/projects/${projectId}/playlists`, { name: 'Monday', versionIds: ids })
  const ada = await stage.person('Ada Lovelace')
  await made(`/api/projects/${projectId}/members`, { userId: ada.id, role: 'reviewer' })
  const plays = { kind: 'playlist', id: playlist.id }
  const review = await made(`/api/projects/${projectId}/reviews`, { name: 'Monday', plays, page: 'stage' })
  const state = { sequence: 1, assetVersionId: first, frame: 0, rate, playing: false, speed: 1, shapes: [] }
  const shown = { page: 'stage', term: 1, ...state }
  await done(user.send('PUT', `/api/reviews/${review.id}/state`, shown))
  const comments = `/api/assets/${first}/comments`
  const comment = await made(comments, { text: 'Darker, from here on', drawing, audience: 'everybody' })
  await done(ada.send('POST', comments, { text: 'As it was on Friday', parentId: comment.id }))
  await made(comments, { text: 'The lamp is out', mentionIds: [ada.id] })
  const { id: settled } = await made(comments, { text: 'Too bright' })
  await made(`/api/comments/${settled}/resolution`, { resolved: true })
  await made(`/api/assets/${second}/comments`, { text: 'Wider', range: { from: 4, to: 9, rate } })
  const verdict = { verdict: 'changes_needed', note: 'Darker' }
  await done(ada.send('POST', `/api/assets/${first}/verdicts`, verdict))
  await made(`/api/assets/${first}/verdicts`, { verdict: 'approve' })
  const rule = { needed: 1, fromIds: [ada.id] }
  await done(user.send('PUT', `/api/projects/${projectId}/approvals`, rule))
  await made(`/api/reviews/${review.id}/end`, {})

  const rights = { mayComment: true, mayGiveVerdict: true, mayDownload: true, watermark: true }
  const open = await madeLink(user, projectId, rights)
  const guest = await guestOf(service, open, { name: 'Grace Hopper' })
  await done(guest.send('POST', `/api/links/${open.id}/takes/${first}/comments`, { text: 'Lovely', drawing }))
  const locked = await madeLink(user, projectId, { name: 'The distributor', password: 'open sesame' })
  const revoked = await madeLink(user, projectId, { name: 'Too early' })
  await done(user.send('DELETE', `/api/projects/${projectId}/links/${revoked.id}`, undefined))
  return {
    commentId: comment.id,
    playlistId: playlist.id,
    reviewId: review.id,
    links: { open: open.secret, locked: locked.secret, revoked: revoked.secret },
    emptyProjectId: (await made('/api/projects', { name: 'Nothing yet' })).id,
  }
}

/** The body of an answer that says that something was done. */
async function done(asked: Promise<Answer>): Promise<Answer['body']> {
  const { status, body } = await asked
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body
}
