import { z } from 'zod'
import {
  attachment,
  attachmentName,
  attachmentServing,
  mostAttachmentBytes,
  whichOfAttachment,
} from './attachment.ts'
import {
  comment,
  commentResolution,
  commentUpdate,
  mostCommentsOfVersion,
  newComment,
  openNote,
} from './comment.ts'
import { cursor, type Endpoint, limit, one, page } from './endpoint.ts'
import { id } from './text.ts'
import { approvalRule, approvalRuleUpdate, newVerdict, verdict } from './verdict.ts'

const ofAsset = z.object({ id: id.meta({ description: 'Of the asset version' }) })
const ofComment = z.object({ id: id.meta({ description: 'Of the comment' }) })
const ofProject = z.object({ id: id.meta({ description: 'Of the project' }) })

const tag = 'Review'
const errors = [400, 401, 404] as const
const read = { tag, permission: 'read', role: 'viewer', errors } as const
const write = { tag, permission: 'review', role: 'reviewer', errors } as const

/** What is said of asset versions, and what is decided. docs/review.md */
export const commentEndpoints = {
  listComments: {
    ...read,
    method: 'GET',
    path: '/api/assets/{id}/comments',
    summary: 'List the comments of an asset version',
    description: `The oldest first, replies among them: \`parentId\` says of which thread. A page ends early where it grew to a megabyte. A version has at most ${mostCommentsOfVersion.toLocaleString('en')}.`,
    params: ofAsset,
    query: z.object({ cursor, limit }),
    reply: page(comment),
  },
  listCarriedNotes: {
    ...read,
    method: 'GET',
    path: '/api/assets/{id}/comments/carried',
    summary: 'List the open notes of what an asset version was made from',
    description:
      'Of its parent, the parent of that one and so on, up to 20, in the same scene; the newest first. They are resolved where they are.',
    params: ofAsset,
    query: z.object({ cursor, limit }),
    reply: page(openNote),
  },
  createComment: {
    ...write,
    method: 'POST',
    path: '/api/assets/{id}/comments',
    summary: 'Say something of an asset version, or reply',
    params: ofAsset,
    body: newComment,
    status: 201,
    reply: one(comment),
    errors: [...errors, 409],
  },
  attachFile: {
    ...write,
    method: 'POST',
    path: '/api/assets/{id}/attachments',
    summary: 'Send a file that a comment is to have',
    description: `The body is the file as it is, of any type, up to ${mostAttachmentBytes / 1024 ** 2} MiB. \`Content-Digest: sha-256=:…:\` (RFC 9530) is compared with it. It is for its sender alone until a comment of the version names it in \`attachmentIds\`; what none has taken after a day goes.`,
    params: ofAsset,
    query: z.object({ name: attachmentName }),
    headers: z.object({ 'content-digest': z.string().max(1000).optional() }),
    uploads: true,
    status: 201,
    reply: one(attachment),
    errors: [...errors, 413, 507],
  },
  serveAttachment: {
    ...read,
    method: 'GET',
    path: '/api/attachments/{id}',
    summary: 'Get an attachment of a comment',
    description: attachmentServing,
    params: z.object({ id: id.meta({ description: 'Of the attachment' }) }),
    query: whichOfAttachment,
    serves: true,
    reply: z.unknown(),
    errors: [...errors, 416],
  },
  readComment: {
    ...read,
    method: 'GET',
    path: '/api/comments/{id}',
    summary: 'Read a comment',
    params: ofComment,
    reply: one(comment),
  },
  updateComment: {
    ...write,
    method: 'PATCH',
    path: '/api/comments/{id}',
    summary: 'Change a comment of one’s own',
    description:
      'Whoever is mentioned for the first time is told. Of a reply the audience is that of its thread.',
    params: ofComment,
    body: commentUpdate,
    reply: one(comment),
    errors: [...errors, 403, 409],
  },
  deleteComment: {
    ...write,
    method: 'DELETE',
    path: '/api/comments/{id}',
    summary: 'Delete a comment of one’s own; owners of the project, any',
    description:
      'One that others replied to keeps its place and says nothing, until the last reply goes, too. Returns the comment as it was.',
    params: ofComment,
    reply: one(comment),
    errors: [...errors, 403],
  },
  resolveComment: {
    ...write,
    method: 'POST',
    path: '/api/comments/{id}/resolution',
    summary: 'Tick a thread off, or open it again',
    description: 'By any comment of it. Returns the comment that began it.',
    params: ofComment,
    body: commentResolution,
    reply: one(comment),
  },
  listOpenNotes: {
    ...read,
    method: 'GET',
    path: '/api/projects/{id}/notes',
    summary: 'List the open notes of a project',
    description: 'Threads that nobody ticked off, the newest first. Each filter narrows further.',
    params: ofProject,
    query: z.object({
      sceneDbId: id.optional().meta({ description: 'Of the scene: its own id' }),
      shotId: id.optional(),
      authorId: id.optional().meta({ description: 'Whoever began the thread' }),
      mentioned: z
        .enum(['me'], 'Must be me')
        .optional()
        .meta({ description: 'Threads of which a comment mentions whoever asks' }),
      cursor,
      limit,
    }),
    reply: page(openNote),
  },
  listVerdicts: {
    ...read,
    method: 'GET',
    path: '/api/assets/{id}/verdicts',
    summary: 'List the verdicts on an asset version',
    description: 'The newest first. Of each person the latest is `current`, and counts.',
    params: ofAsset,
    query: z.object({ cursor, limit }),
    reply: page(verdict),
  },
  giveVerdict: {
    ...write,
    method: 'POST',
    path: '/api/assets/{id}/verdicts',
    summary: 'Approve of an asset version, or ask for changes',
    description: 'Moves no winner and no status. It is never changed: another one follows it.',
    params: ofAsset,
    body: newVerdict,
    status: 201,
    reply: one(verdict),
    errors: [...errors, 409],
  },
  readApprovalRule: {
    ...read,
    method: 'GET',
    path: '/api/projects/{id}/approvals',
    summary: 'Tell whose approval a project asks for',
    params: ofProject,
    reply: one(approvalRule),
  },
  setApprovalRule: {
    ...write,
    permission: 'production',
    role: 'owner',
    method: 'PUT',
    path: '/api/projects/{id}/approvals',
    summary: 'Say whose approval a project asks for',
    description:
      'While it asks for any, no version becomes APPROVED or FINAL without so many current approvals of those named. What is so already stays so.',
    params: ofProject,
    body: approvalRuleUpdate,
    reply: one(approvalRule),
    errors: [...errors, 409],
  },
} as const satisfies Record<string, Endpoint>
