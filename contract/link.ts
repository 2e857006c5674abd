import { z } from 'zod'
import { id, moment, text, timestamp, trimmedText } from './text.ts'

/** What a link opens: takes of one scene, a playlist as it was made, or the winners of the project as they are. */
export const linkShows = z.enum(['scene', 'playlist', 'film']).meta({
  id: 'LinkShows',
  description:
    'scene: all takes of a scene; playlist: what is in it; film: the winners of the project, as they are when somebody looks',
})

export type LinkShows = z.output<typeof linkShows>

const name = trimmedText(100).meta({ description: 'For whom it is; guests see it, too' })

const password = text(128)
  .min(8, 'Must be 8 to 128 characters')
  .meta({ description: 'What a guest has to know besides the address. Only a hash of it is kept' })

const expiresAt = moment.meta({ description: 'At most a year from now' })

const rights = {
  mayComment: z.boolean().meta({ description: 'Guests may comment' }),
  mayGiveVerdict: z.boolean().meta({ description: 'Guests may give verdicts' }),
  mayDownload: z.boolean().meta({ description: 'Guests may save the files as they were captured' }),
  watermark: z.boolean().meta({
    description:
      "The guest's name stands over the picture: burnt into pictures and, where the service has ffmpeg, into films. What is saved by `mayDownload` is without",
  }),
}

/** The body of POST links. */
export const newLink = z
  .object({
    name,
    shows: linkShows,
    sceneDbId: id.nullish().meta({ description: 'Of the scene that it shows' }),
    playlistId: id.nullish().meta({ description: 'Of the playlist that it shows' }),
    expiresAt: expiresAt.optional().meta({ description: 'At most a year from now; in 14 days by default' }),
    password: password.nullish(),
    mayComment: rights.mayComment.default(false),
    mayGiveVerdict: rights.mayGiveVerdict.default(false),
    mayDownload: rights.mayDownload.default(false),
    watermark: rights.watermark.default(false),
  })
  .meta({ id: 'NewLink' })

/** The body of PATCH links: what is left out stays as it is. */
export const linkUpdate = z
  .object({
    name,
    expiresAt,
    password: password.nullable().meta({
      description: 'null: none from now on. With another one, guests who are in have to enter anew',
    }),
    ...rights,
  })
  .partial()
  .meta({ id: 'LinkUpdate' })

export type NewLink = z.output<typeof newLink>
export type LinkUpdate = z.output<typeof linkUpdate>

export const linkState = z.enum(['live', 'expired', 'revoked']).meta({ id: 'LinkState' })

const person = z.object({ id: z.string(), name: z.string() })

/** A review link as members see it. docs/links.md */
export const link = z
  .object({
    id: z.string(),
    name: z.string(),
    state: linkState,
    shows: linkShows,
    sceneDbId: z.string().nullable(),
    playlistId: z.string().nullable(),
    title: z
      .string()
      .meta({ description: 'Of what it shows: number of a scene, name of a playlist or project' }),
    hasPassword: z.boolean(),
    ...rights,
    createdBy: person.nullable(),
    createdAt: timestamp,
    expiresAt: timestamp,
    revokedAt: timestamp.nullable(),
    views: z.int().meta({ description: 'Each guest counts once a day' }),
    guests: z.int().meta({ description: 'How many have entered' }),
    lastViewedAt: timestamp.nullable(),
  })
  .meta({ id: 'Link' })

export type Link = z.output<typeof link>

/** The one time that the address is shown. */
export const linkWithSecret = link
  .extend({
    secret: z.string().meta({ description: 'Its address is `/r/` and this: shown this once' }),
  })
  .meta({ id: 'LinkWithSecret' })

/** Somebody who entered by a link. */
export const linkGuest = z
  .object({
    id: z.string(),
    name: z.string().meta({ description: 'As they gave it' }),
    createdAt: timestamp.meta({ description: 'When they entered' }),
    lastSeenAt: timestamp.meta({ description: 'To the hour' }),
  })
  .meta({ id: 'LinkGuest' })

export const linkAction = z.enum(['created', 'changed', 'revoked'])
export type LinkAction = z.output<typeof linkAction>

/** A line of what was done to the links of a project. */
export const linkChange = z
  .object({
    id: z.string(),
    linkId: z.string(),
    linkName: z.string(),
    action: linkAction,
    changedBy: person,
    tokenId: z
      .string()
      .nullable()
      .meta({ description: 'Of the token that it was done with; null: in the console' }),
    createdAt: timestamp,
    details: z
      .record(z.string(), z.unknown())
      .meta({ description: 'What it may from now on: never an address or a password' }),
  })
  .meta({ id: 'LinkChange' })
