import { z } from 'zod'
import { attachmentServing, whichOfAttachment } from './attachment.ts'
import { cursor, type Endpoint, limit, one, page } from './endpoint.ts'
import {
  closedLink,
  entry,
  guestComment,
  guestCut,
  guestTake,
  guestVerdict,
  linkSecret,
  newGuestComment,
  openLink,
} from './guest.ts'
import { mediaKind } from './media.ts'
import { id } from './text.ts'
import { newVerdict } from './verdict.ts'

/** Guests send these, of whom nobody knows anything: what reading one costs is bounded. */
const bodyLimit = 16 * 1024

const ofLink = z.object({ id: id.meta({ description: 'Of the link' }) })

/** A comment may have a drawing. */
const commentLimit = 256 * 1024

const ofTake = ofLink.extend({ versionId: id.meta({ description: 'Of a take that it shows' }) })

const common = { tag: 'Guests', open: true, guests: true } as const

const gone = 'Whatever is wrong with the link or the visit, it is the same 404.'

/** Review links, for those without an account. docs/links.md */
export const guestEndpoints = {
  checkLink: {
    method: 'POST',
    path: '/api/links/check',
    tag: 'Guests',
    open: true,
    summary: 'Tell whether a review link opens',
    description: `${gone} An address that keeps guessing is answered ever a second later.`,
    bodyLimit,
    body: linkSecret,
    reply: one(closedLink),
    errors: [400, 403, 404],
  },
  enterLink: {
    method: 'POST',
    path: '/api/links/enter',
    tag: 'Guests',
    open: true,
    signsIn: true,
    summary: 'Enter by a review link',
    description: `Answers with a cookie that opens this link, and nothing else, for as long as the link lasts. 401 is a wrong password. ${gone}`,
    bodyLimit,
    body: entry,
    status: 201,
    reply: one(openLink),
    errors: [400, 401, 403, 404, 429],
  },
  readOpenLink: {
    method: 'GET',
    path: '/api/links/{id}',
    ...common,
    summary: 'Tell what a review link shows, to its guest',
    description: gone,
    params: ofLink,
    reply: one(openLink),
    errors: [400, 404, 429],
  },
  listGuestTakes: {
    method: 'GET',
    path: '/api/links/{id}/takes',
    ...common,
    summary: 'List the takes that a review link shows',
    description: `Of a scene the newest first, of a playlist in its order, of the film in the order of scenes and shots. ${gone}`,
    params: ofLink,
    query: z.object({ cursor, limit }),
    reply: page(guestTake),
    errors: [400, 404, 429],
  },
  readGuestCut: {
    method: 'GET',
    path: '/api/links/{id}/cut',
    ...common,
    summary: 'Read the cut of the film that a review link shows',
    description: `What plays, from frame to frame, as members have it. A link to something else has none (404, \`Cut not found\`). ${gone}`,
    params: ofLink,
    reply: guestCut,
    errors: [400, 404, 429],
  },
  listGuestComments: {
    method: 'GET',
    path: '/api/links/{id}/takes/{versionId}/comments',
    ...common,
    summary: 'List what was said to everybody of a take that a review link shows',
    description: `The oldest first, replies among them. What the team says among itself is never there. ${gone}`,
    params: ofTake,
    query: z.object({ cursor, limit }),
    reply: page(guestComment),
    errors: [400, 404, 429],
  },
  createGuestComment: {
    method: 'POST',
    path: '/api/links/{id}/takes/{versionId}/comments',
    ...common,
    summary: 'Comment on a take as a guest, or reply',
    description: `Needs a link that says so (403). At most 30 a minute. ${gone}`,
    bodyLimit: commentLimit,
    params: ofTake,
    body: newGuestComment,
    status: 201,
    reply: one(guestComment),
    errors: [400, 403, 404, 429],
  },
  giveGuestVerdict: {
    method: 'POST',
    path: '/api/links/{id}/takes/{versionId}/verdicts',
    ...common,
    summary: 'Approve of a take as a guest, or ask for changes',
    description: `Needs a link that says so (403). Moves no winner and no status; another one follows it. ${gone}`,
    bodyLimit: commentLimit,
    params: ofTake,
    body: newVerdict,
    status: 201,
    reply: one(guestVerdict),
    errors: [400, 403, 404, 429],
  },
  serveGuestMedia: {
    method: 'GET',
    path: '/api/links/{id}/media/{versionId}/{kind}',
    ...common,
    summary: 'Get media of a take that a review link shows',
    description: `As members get them. \`download\` needs a link that says so (403), and so does an original of which there is a proxy. Of a link with a watermark, pictures and (where the service has ffmpeg) films come with the guest's name burnt in: until that copy is made it is 409, with \`Retry-After\`, and where it cannot be made 403. ${gone}`,
    params: ofLink.extend({ versionId: id, kind: mediaKind }),
    query: z.object({
      v: z
        .string()
        .regex(/^[0-9a-f]{16}$/, 'Must be 16 hexadecimal digits')
        .optional()
        .meta({ description: 'The first 16 digits of its SHA-256, as addresses in answers have it' }),
      download: z.enum(['true', 'false'], 'Must be true or false').optional(),
    }),
    serves: true,
    reply: z.unknown(),
    errors: [400, 403, 404, 409, 416, 429],
  },
  serveGuestAttachment: {
    method: 'GET',
    path: '/api/links/{id}/attachments/{attachmentId}',
    ...common,
    summary: 'Get an attachment of what was said to everybody of a take that a review link shows',
    description: `${attachmentServing} ${gone}`,
    params: ofLink.extend({ attachmentId: id }),
    query: whichOfAttachment,
    serves: true,
    reply: z.unknown(),
    errors: [400, 404, 416, 429],
  },
} as const satisfies Record<string, Endpoint>
