import { z } from 'zod'
import { assetStatus, assetType } from './asset-version.ts'
import { frame, frameRate, mostFrames } from './frame.ts'
import { cardMedia } from './media.ts'
import { myRole } from './member.ts'
import { id, timestamp } from './text.ts'
import { was } from './was.ts'

const length = z
  .int('Must be a whole number')
  .min(1, 'Must be 1 or more')
  .max(mostFrames, `Must be at most ${mostFrames}`)

/** How the winners of a project become a film. */
export const cutSettings = z
  .object({
    rate: frameRate.meta({ description: 'Frames a second of the film' }),
    stillFrames: length.meta({ description: 'How many frames of the film a still is shown' }),
    slateFrames: length.meta({
      description: 'How many frames a slate is shown, where nothing is chosen yet',
    }),
  })
  .meta({ id: 'CutSettings' })

export const defaultCutSettings: CutSettings = {
  rate: { numerator: 24, denominator: 1 },
  stillFrames: 72,
  slateFrames: 48,
}

export const cutSettingsUpdate = cutSettings
  .partial()
  .extend({ was: was(cutSettings) })
  .meta({ id: 'CutSettingsUpdate' })

/** Types that are seen: the first of them that a shot has a winner of is played. */
export const pictureTypes = ['VIDEO', 'IMAGE', 'STORYBOARD'] as const
/** Types that are heard under the picture. */
export const soundTypes = ['MUSIC', 'AUDIO', 'VOICE', 'NARRATION'] as const

/** From `in` up to, and without, `out`. */
const span = {
  in: frame.meta({ description: 'The first frame that is shown, of the version' }),
  out: frame.meta({ description: 'The first frame that is not shown any more' }),
  rate: frameRate.meta({ description: 'That `in` and `out` are counted at' }),
}

export const trim = z.object(span).meta({ id: 'Trim' })

/** In and out of a version in a shot. Another winner of the shot has its own, or none. */
export const newTrim = trim
  .extend({
    assetVersionId: id.meta({ description: 'A version of this shot that is seen' }),
    was: trim.nullable().optional().meta({
      description:
        'As it was read, null where there was none. Where it is another by now, and not what it is to become, nothing is changed (409).',
    }),
  })
  .refine((given) => given.out > given.in, { error: 'Must be after `in`', path: ['out'] })
  .meta({ id: 'NewTrim' })

export const shotTrim = z
  .object({ shotId: z.string(), assetVersionId: z.string(), trim: trim.nullable() })
  .meta({ id: 'ShotTrim' })

const played = {
  assetVersionId: z.string(),
  assetType,
  versionNumber: z.int(),
  platformLabel: z.string(),
  outputUrl: z.string(),
  thumbnailUrl: z.string().nullable(),
  media: cardMedia.nullable(),
}

/** What is heard under the picture. */
export const cutSound = z
  .object({
    ...played,
    under: z
      .enum(['shot', 'scene'])
      .meta({ description: 'How long it is heard at most: as long as its shot, or to the end of its scene' }),
  })
  .meta({ id: 'CutSound' })

/** One that is seen, of the film. */
export const cutEntry = z
  .object({
    sceneDbId: z.string(),
    sceneId: z.string().meta({ description: 'Scene number' }),
    act: z.number().nullable(),
    shotId: z.string().nullable().meta({ description: 'Null for a scene without shots' }),
    shotCode: z.string().nullable(),
    storyBeat: z.string().nullable().meta({ description: 'Of a slate: its first 500 characters' }),
    kind: z.enum(['film', 'still', 'slate']),
    start: z.int().min(0).meta({ description: 'The frame of the film at which it is first seen' }),
    duration: z.int().min(1).meta({ description: 'How many frames of the film it is seen' }),
    ...span,
    frames: z
      .int()
      .nullable()
      .meta({ description: 'How many frames the version has, at `rate`; null where that is not known' }),
    isTrimmed: z.boolean().meta({ description: 'Whether somebody set its in and out' }),
    version: z
      .object({ ...played, status: assetStatus })
      .nullable()
      .meta({ description: 'The winner; null for a slate' }),
    sounds: z.array(cutSound).meta({ description: 'What begins to be heard with it' }),
  })
  .meta({ id: 'CutEntry' })

/** The cut of a project: what plays, and what is handed over. */
export const filmCut = z
  .object({
    data: z.array(cutEntry),
    metadata: z.object({
      settings: cutSettings,
      project: z.object({ id: z.string(), name: z.string(), role: myRole }),
    }),
  })
  .meta({ id: 'FilmCut' })

const seen = z
  .object({
    assetVersionId: z.string(),
    versionNumber: z.int(),
    platformLabel: z.string(),
    outputUrl: z.string(),
    thumbnailUrl: z.string().nullable(),
    media: cardMedia.nullable(),
    isDeleted: z.boolean(),
  })
  .nullable()

/** What one place of the film had at two moments. */
export const cutChange = z
  .object({
    id: z.string().meta({ description: 'Of the last change of it' }),
    kind: z.enum(['replaced', 'new', 'dropped']),
    sceneDbId: z.string(),
    sceneId: z.string().meta({ description: 'Scene number' }),
    shotId: z.string().nullable(),
    shotCode: z.string().nullable().meta({ description: 'Also of a shot that was deleted since' }),
    assetType,
    before: seen.meta({
      description: 'The winner at `since`; null where there was none, or it is gone for good',
    }),
    after: seen.meta({ description: 'The winner at `until`' }),
    changes: z.int().min(1).meta({ description: 'How often the winner changed in between' }),
    changedBy: z
      .object({ id: z.string(), name: z.string() })
      .nullable()
      .meta({ description: 'The last time' }),
    changedAt: timestamp.meta({ description: 'The last time' }),
  })
  .meta({ id: 'CutChange' })

export type CutSettings = z.output<typeof cutSettings>
export type Trim = z.output<typeof trim>
export type ShotTrim = z.output<typeof shotTrim>
export type CutSound = z.output<typeof cutSound>
export type CutEntry = z.output<typeof cutEntry>
export type FilmCut = z.output<typeof filmCut>
export type CutChange = z.output<typeof cutChange>
