import { z } from 'zod'
import { assetType } from './asset-version.ts'
import { attachment } from './attachment.ts'
import { longestComment } from './comment.ts'
import { cutEntry, cutSound } from './cut.ts'
import { drawing } from './drawing.ts'
import { frameRange, frameRate } from './frame.ts'
import { linkShows } from './link.ts'
import { id, requiredText, text, timestamp, trimmedText } from './text.ts'
import { verdictKind } from './verdict.ts'

const secret = requiredText(200).meta({ description: 'What stands behind `/r/` in the address' })

export const linkSecret = z.object({ secret }).meta({ id: 'LinkSecret' })

/** The body of POST links/enter. */
export const entry = z
  .object({
    secret,
    name: trimmedText(60).meta({ description: 'Who it is: stands with what they say' }),
    password: text(128).optional(),
  })
  .meta({ id: 'LinkEntry' })

export type Entry = z.output<typeof entry>

/** What somebody learns of a link before they enter. */
export const closedLink = z.object({ id: z.string(), needsPassword: z.boolean() }).meta({ id: 'ClosedLink' })

export type ClosedLink = z.output<typeof closedLink>

/** A review link as its guests see it. */
export const openLink = z
  .object({
    id: z.string(),
    name: z.string(),
    shows: linkShows,
    title: z
      .string()
      .meta({ description: 'Of what it shows: number of a scene, name of a playlist or project' }),
    projectName: z.string(),
    expiresAt: timestamp,
    mayComment: z.boolean(),
    mayGiveVerdict: z.boolean(),
    mayDownload: z.boolean(),
    watermark: z.boolean().meta({
      description: "The guest's name stands over the picture, and is burnt into what `isMarked`",
    }),
    guest: z.object({ id: z.string(), name: z.string() }),
  })
  .meta({ id: 'OpenLink' })

export type OpenLink = z.output<typeof openLink>

const address = z.string().nullable().meta({ description: 'Path on the service; opens for the guest alone' })

/** What a guest sees of the media of a take: nothing of where they come from. */
export const guestMedia = z
  .object({
    type: z.string().nullable().meta({ description: 'Media type of the original' }),
    width: z.int().nullable(),
    height: z.int().nullable(),
    durationSeconds: z.number().nullable(),
    frameRate: z
      .object({ numerator: z.int(), denominator: z.int() })
      .nullable()
      .meta({ description: 'Frames a second: 24000/1001' }),
    placeholder: z
      .string()
      .nullable()
      .meta({ description: 'A tiny picture to show first, as data: address' }),
    original: address,
    thumbnails: z.array(z.object({ url: z.string(), width: z.int(), height: z.int() })),
    poster: address,
    filmstrip: z.object({ url: z.string(), frames: z.int() }).nullable(),
    waveform: z.string().nullable().meta({ description: 'Loudness of a sound, base64' }),
    proxy: address,
    isMarked: z.boolean().meta({
      description:
        "The guest's name is burnt in: into `original` of a picture, `proxy` of a film. That is made when it is first asked for, and answers 409 until then",
    }),
  })
  .meta({ id: 'GuestMedia' })

export type GuestMedia = z.output<typeof guestMedia>

/** A take as guests see it: no prompt, cost, note, tag, platform, status or address of where it came from. */
export const guestTake = z
  .object({
    id: z.string(),
    sceneId: z.string().meta({ description: 'Scene number' }),
    shotCode: z.string().nullable(),
    title: z.string().nullable(),
    assetType,
    versionNumber: z.int(),
    myVerdict: verdictKind.nullable().meta({ description: 'The last that the guest gave' }),
    media: guestMedia.nullable().meta({ description: 'null where its bytes are not kept' }),
  })
  .meta({ id: 'GuestTake' })

export type GuestTake = z.output<typeof guestTake>

const guestPlayed = z.object({
  id: z.string(),
  assetType,
  versionNumber: z.int(),
  media: guestMedia
    .omit({ frameRate: true })
    .nullable()
    .meta({ description: 'null where its bytes are not kept' }),
})

/** What is seen of the film, as guests see it: of a place without a winner only where it is, and for how long. */
export const guestCutEntry = cutEntry
  .pick({ sceneId: true, shotCode: true, kind: true, start: true, duration: true })
  .extend(cutEntry.pick({ in: true, out: true, rate: true }).shape)
  .extend({
    version: guestPlayed.nullable().meta({ description: 'The winner; null for a slate' }),
    sounds: z
      .array(guestPlayed.extend(cutSound.pick({ under: true }).shape))
      .meta({ description: 'What begins to be heard with it, as far as it is kept' }),
  })
  .meta({ id: 'GuestCutEntry' })

export type GuestCutEntry = z.output<typeof guestCutEntry>

/** The cut of the film that a link shows. */
export const guestCut = z
  .object({
    data: z.array(guestCutEntry),
    metadata: z.object({ rate: frameRate.meta({ description: 'Frames a second of the film' }) }),
  })
  .meta({ id: 'GuestCut' })

export type GuestCut = z.output<typeof guestCut>

/** What was said of a take, to everybody. */
export const guestComment = z
  .object({
    id: z.string(),
    parentId: z.string().nullable().meta({ description: 'The comment that began the thread' }),
    author: z.string().nullable().meta({ description: 'Name; null where it was deleted' }),
    isOwn: z.boolean().meta({ description: 'Whether the guest said it' }),
    text: z.string(),
    range: frameRange.nullable(),
    drawing: drawing.nullable(),
    attachments: z.array(attachment),
    resolved: z.boolean().meta({ description: 'Whether the thread was ticked off' }),
    createdAt: timestamp,
  })
  .meta({ id: 'GuestComment' })

export type GuestComment = z.output<typeof guestComment>

/** The body of POST comments of a guest: everybody who has the link reads it. */
export const newGuestComment = z
  .object({
    parentId: id.nullish().meta({ description: 'A comment of the same take: this one joins its thread' }),
    text: text(longestComment).default('').meta({ description: 'Required where there is no drawing' }),
    range: frameRange.nullish(),
    drawing: drawing.nullish(),
    key: id.optional().meta({
      description: 'Of your own choice: the same comment sent again is answered as the first time',
    }),
  })
  .refine(({ text, drawing }) => text.trim() !== '' || drawing, {
    error: 'Required where there is no drawing',
    path: ['text'],
  })
  .meta({ id: 'NewGuestComment' })

export type NewGuestComment = z.output<typeof newGuestComment>

/** A verdict of the guest's own. */
export const guestVerdict = z
  .object({ id: z.string(), verdict: verdictKind, note: z.string(), createdAt: timestamp })
  .meta({ id: 'GuestVerdict' })
