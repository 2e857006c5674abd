import { z } from 'zod'
import { reviewMoment } from './review.ts'
import { id, requiredText } from './text.ts'

/** What a live message tells of. docs/live.md */
export const liveKind = z
  .enum([
    'reset',
    'memberships',
    'everything',
    'project',
    'member',
    'scene',
    'asset',
    'comment',
    'mark',
    'playlist',
    'savedSearch',
    'export',
    'character',
    'promptPackage',
    'rightsDefault',
    'presence',
    'review',
    'platform',
    'account',
    'inbox',
    'token',
    'webhook',
    'user',
  ])
  .meta({
    id: 'LiveKind',
    description:
      'reset: messages may have been missed, fetch again all that is shown; memberships: of which projects one is a member, and as what; everything: anything of the project; project: the project itself, or the colours of its tags; member: the members of the project; scene: a scene, its shots, who works on them, or the order of either; asset: an asset version, or its selection or status; comment: what was said of an asset version, and verdicts on it; mark: the film’s mark of an asset version, or one’s own; playlist, export: of the project; savedSearch: of the project, or one’s own, or whether one has pinned or opened one; character, promptPackage, rightsDefault: of the project; presence: who has the scene open, for those who are signed in; review: a review session, and who takes part in it or leads; platform: the catalogue; account: one’s own name, sessions and preferences; inbox: one’s own notices, and which of them are read; token, webhook: one’s own; user: users and invitations, for administrators',
  })

export type LiveKind = z.output<typeof liveKind>

/** The `data` of each message. What is left out is not known: anything of that kind may have changed. */
export const liveMessage = z
  .object({
    kind: liveKind,
    projectId: z.string().optional().meta({ description: 'Where it is of one project' }),
    sceneDbId: z
      .string()
      .optional()
      .meta({ description: 'Of the scene; without it, any scene of the project' }),
    assetVersionId: z.string().optional().meta({
      description: 'With `asset`, `comment` and `mark`; without it, any asset version of the scene',
    }),
    reviewId: z.string().optional().meta({ description: 'With `review`; without it, any of the project' }),
    moment: reviewMoment
      .optional()
      .meta({ description: 'With `review`, for whoever takes part in it: what is shown, or who leads' }),
  })
  .meta({
    id: 'LiveMessage',
    description: 'What changed, by its ids, so that whoever shows it fetches it again',
  })

export type LiveMessage = z.output<typeof liveMessage>

/** The body of PUT presence. */
export const presence = z
  .object({
    page: requiredText(64).meta({
      description: 'Which of one’s pages it is: any text that is always the same',
    }),
    assetVersionId: id
      .nullish()
      .meta({ description: 'Of the asset version that is open; without it, the scene as a whole' }),
    left: z.boolean().optional().meta({ description: 'true: it is open no more' }),
  })
  .meta({ id: 'Presence' })

/** Somebody who has something of a scene open. */
export const present = z
  .object({
    userId: z.string(),
    name: z.string(),
    assetVersionId: z.string().nullable().meta({ description: 'null: the scene as a whole' }),
  })
  .meta({ id: 'Present' })

export type Present = z.output<typeof present>
