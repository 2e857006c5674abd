import { z } from 'zod'
import { assetType } from './asset-version.ts'
import { ofArray } from './length.ts'
import { id, timestamp } from './text.ts'

/**
 * What a version's media are: the bytes that were captured, and what was made of them to look at. poster: a still of a film; filmstrip: frames
 * of a film side by side, each 160 pixels wide; waveform: loudness of a sound, a byte each for parts of equal length; proxy:
 * the film as browsers play it; thumb: as wide as it says at most.
 */
export const mediaKind = z
  .enum(['original', 'poster', 'filmstrip', 'waveform', 'proxy', 'thumb-320', 'thumb-640', 'thumb-1280'])
  .meta({ id: 'MediaKind' })

/** The kinds that clients send. The service makes the others, and these, too, where it can. */
export const uploadKind = mediaKind.extract(['original', 'poster', 'filmstrip', 'waveform'])

/** waiting: it is only a link, which may end; kept: its bytes are here; lost: the link ended before they were. */
export const mediaState = z.enum(['waiting', 'kept', 'lost']).meta({ id: 'MediaState' })

/** What is known of a file by its content alone. Null is unknown, or does not apply. */
export const mediaFacts = z
  .object({
    type: z.string().meta({ description: 'Media type, by content and never by name' }),
    width: z.int().nullable().meta({ description: 'Pixels, as it is shown: after its rotation' }),
    height: z.int().nullable(),
    rotation: z.int().nullable().meta({ description: 'Degrees clockwise by which it is turned to be shown' }),
    durationSeconds: z.number().nullable(),
    frameRate: z
      .object({ numerator: z.int(), denominator: z.int() })
      .nullable()
      .meta({ description: 'Frames a second: 24000/1001' }),
    videoCodec: z.string().nullable(),
    audioCodec: z.string().nullable(),
    channels: z.int().nullable().meta({ description: 'Of sound' }),
    sampleRate: z.int().nullable().meta({ description: 'Of sound, a second' }),
    placeholder: z
      .string()
      .nullable()
      .meta({ description: 'A tiny picture to show first, as data: address' }),
    perceptualHash: z
      .string()
      .nullable()
      .meta({ description: '64 bits in hex; pictures that look alike differ in few of them' }),
    problem: z.string().nullable().meta({ description: 'Why not more is known of it, in words' }),
  })
  .meta({ id: 'MediaFacts' })

export type MediaKind = z.output<typeof mediaKind>
export type UploadKind = z.output<typeof uploadKind>
export type MediaState = z.output<typeof mediaState>
export type MediaFacts = z.output<typeof mediaFacts>

const address = z.string().meta({
  description:
    'Path on the service. It opens for who is signed in to the console; where a token asked, it is signed, and opens by itself for an hour or two',
})

const since = timestamp.nullable()

/** The media of a version, as a card shows them. */
export const cardMedia = z
  .object({
    state: mediaState,
    endsAt: since.meta({ description: 'When the link ends, as far as it says so' }),
    reason: z.string().nullable().meta({
      description:
        'Why it is lost; what went wrong when it was last tried to keep it; or why what is kept is not shown',
    }),
    type: z.string().nullable().meta({ description: 'Media type of the original' }),
    bytes: z.int().nullable(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    durationSeconds: z.number().nullable(),
    placeholder: z
      .string()
      .nullable()
      .meta({ description: 'A tiny picture to show first, as data: address' }),
    isWorkedOn: z.boolean().meta({ description: 'More of it is to come: thumbnails, length' }),
    original: address.nullable(),
    thumbnails: z
      .array(z.object({ url: address, width: z.int(), height: z.int() }))
      .meta({ description: 'The smallest first; of a film, of its poster' }),
    poster: address.nullable(),
    filmstrip: z
      .object({ url: address, frames: z.int() })
      .nullable()
      .meta({ description: 'Frames of a film, evenly spaced, side by side in one picture' }),
    waveform: z
      .string()
      .nullable()
      .meta({ description: 'Loudness of a sound, base64: a byte for each of parts of equal length' }),
    proxy: address
      .nullable()
      .meta({ description: 'The film as browsers play it, where the original does not' }),
  })
  .meta({ id: 'CardMedia' })

/** All that is known of the media of a version. */
export const versionMedia = cardMedia
  .extend({
    facts: mediaFacts.nullable(),
    sha256: z.string().nullable().meta({ description: 'Of the original, in hex' }),
    url: z.string().nullable().meta({ description: 'The address that it is or was to be had from' }),
    attempts: z.int().meta({ description: 'How often the service has tried to fetch it' }),
    nextTryAt: since.meta({ description: 'When the service tries to fetch it next' }),
  })
  .meta({ id: 'VersionMedia' })

/** How far an upload is. */
export const uploadState = z
  .object({
    received: z.int().meta({ description: 'Bytes that are safe here: where to go on' }),
    bytes: z.int().nullable().meta({ description: 'How many it has in all' }),
    media: versionMedia.nullable().meta({ description: 'Once it is kept' }),
  })
  .meta({ id: 'UploadState' })

/** A version that looks like another. */
export const alikeVersion = z
  .object({
    id,
    assetType,
    versionNumber: z.int(),
    platformKey: z.string(),
    platformLabel: z.string(),
    distance: z.int().meta({ description: 'How many of 64 bits differ: 0 looks the same' }),
    isSame: z.boolean().meta({ description: 'Its bytes are the same' }),
  })
  .meta({ id: 'AlikeVersion' })

/** The body of POST media/kept: what somebody is about to file. */
export const keptQuestion = z
  .object({
    sha256: z
      .array(z.string().regex(/^[0-9a-f]{64}$/, 'Must be 64 hexadecimal digits in lower case'))
      .max(200, ofArray('Must be at most 200 values')),
  })
  .meta({ id: 'KeptQuestion' })

/** A version whose original has one of them. */
export const keptVersion = z
  .object({
    sha256: z.string(),
    assetVersionId: id,
    sceneDbId: z.string(),
    sceneId: z.string().meta({ description: 'Scene number' }),
    shotId: z.string().nullable(),
    assetType,
    versionNumber: z.int(),
    platformKey: z.string(),
    platformLabel: z.string(),
  })
  .meta({ id: 'KeptVersion' })

const amounts = z.object({ files: z.int(), bytes: z.int() })

/** How far backups are that the service makes by itself. */
export const scheduledBackups = z
  .object({
    target: z.string().meta({ description: 'Where they go: a folder, or a bucket' }),
    everyHours: z.int(),
    isMaking: z.boolean().meta({ description: 'One is being made' }),
    startedAt: timestamp.nullable().meta({ description: 'When the last was begun' }),
    last: z
      .object({
        name: z.string(),
        madeAt: timestamp.meta({ description: 'The moment that it is of' }),
        bytes: z.int().meta({ description: 'Of the database and of all files in it' }),
        files: z.int(),
        missing: z.int().meta({ description: 'Files that are gone or damaged, and so not in it' }),
        isGone: z.boolean().meta({
          description: 'When the next was tried, no backup was there any more: its disk may be away',
        }),
      })
      .nullable()
      .meta({ description: 'The last that was made' }),
    failures: z.int().meta({ description: 'Tries that failed since' }),
    failedAt: timestamp.nullable().meta({ description: 'When one failed last' }),
    problem: z.string().nullable().meta({ description: 'Why the last try failed, or what it left undone' }),
    dueAt: timestamp.nullable().meta({
      description:
        'When the next is made, or while one is being made until when it counts as alive; null: nothing that makes them was started yet',
    }),
  })
  .meta({ id: 'ScheduledBackups' })

export type ScheduledBackups = z.output<typeof scheduledBackups>

/** What media take, for administrators. */
export const storage = z
  .object({
    store: z.string().meta({ description: 'Where they are: a folder, or a bucket' }),
    kept: amounts.meta({ description: 'Each file once' }),
    saved: amounts.meta({ description: 'What the same file, captured again, did not take again' }),
    deleted: amounts.meta({
      description: 'Of what projects have, that of versions which were deleted and can be restored',
    }),
    attachments: amounts.meta({ description: 'Of comments, each as often as it was attached' }),
    quotaBytes: z.int().nullable().meta({ description: 'Of the installation; null is without bound' }),
    waiting: z.int().meta({ description: 'Versions whose media are only links as yet' }),
    lost: z.int(),
    toWorkOn: z.int().meta({ description: 'Files of which thumbnails and the like are to be made' }),
    fetches: z.boolean().meta({ description: 'Whether the service fetches what nobody sends' }),
    ffmpeg: z.string().nullable().meta({ description: 'Its version, where the machine has it' }),
    backups: scheduledBackups
      .nullable()
      .meta({ description: 'Null where the service makes none by itself (`DAILIES_BACKUP`)' }),
    projects: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        files: z.int(),
        bytes: z.int(),
        quotaBytes: z.int().nullable().meta({ description: 'Null is without bound' }),
        hasOwnQuota: z.boolean().meta({ description: 'Not the one that every project has' }),
        waiting: z.int(),
        lost: z.int(),
      }),
    ),
    kinds: z.array(z.object({ kind: mediaKind, files: z.int(), bytes: z.int() })),
    biggest: z.array(
      z.object({
        assetVersionId: z.string(),
        projectName: z.string(),
        sceneId: z.string(),
        title: z.string().nullable(),
        assetType,
        versionNumber: z.int(),
        platformKey: z.string(),
        platformLabel: z.string(),
        type: z.string().nullable(),
        bytes: z.int(),
      }),
    ),
  })
  .meta({ id: 'Storage' })

export type CardMedia = z.output<typeof cardMedia>
export type VersionMedia = z.output<typeof versionMedia>
export type UploadState = z.output<typeof uploadState>
export type AlikeVersion = z.output<typeof alikeVersion>
export type KeptQuestion = z.output<typeof keptQuestion>
export type KeptVersion = z.output<typeof keptVersion>
export type Storage = z.output<typeof storage>
