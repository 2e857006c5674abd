import { z } from 'zod'
import { withDoubles } from './json-object.ts'
import { ofArray } from './length.ts'
import { ids } from './playlist.ts'
import { id, moment, text, timestamp } from './text.ts'

/** Exports that a project has at once. */
export const mostExports = 50
/** Places of a cut that one export has. */
export const mostExportedPlaces = 5000
/** Other takes of a shot that come along. */
export const mostAlternates = 10
/** Days for which an export can be had. */
export const daysOfExports = 7
/** Of a template, in characters. */
export const mostTemplate = 200
/** What a template may say of a take. */
export const templateFields = [
  'project',
  'act',
  'scene',
  'shot',
  'type',
  'version',
  'title',
  'platform',
  'model',
  'id',
  'ext',
] as const
/** Versions count by scene, type and platform: without all of them, a new winner may come under the name of the one before. */
export const defaultTemplate = '{scene}_{shot}_{type}_{platform}_v{version}.{ext}'

/** What a cut is handed over as: OpenTimelineIO, CMX 3600, FCPXML 1.10, the XML of Final Cut Pro 7. */
export const editorialFormat = z
  .enum(['otio', 'edl', 'fcpxml', 'fcp7xml'])
  .meta({ id: 'EditorialFormat', description: 'OpenTimelineIO, CMX 3600, FCPXML 1.10, Final Cut Pro 7 XML' })

/** What an export is asked for by. */
const exportRequest = z.object({
  of: z.enum(['film', 'playlist', 'versions']).default('film').meta({
    description:
      'film: the cut of the project, of an `act` of it, or of the scene `sceneDbId`; playlist: `playlistId`; versions: `versionIds`',
  }),
  act: withDoubles(z.number()).optional(),
  sceneDbId: id.optional().meta({ description: 'Of the scene: its own id' }),
  playlistId: id.optional().meta({ description: 'Required with `playlist`' }),
  versionIds: ids(0, 'Asset versions of the project, in this order: of `versions`').default([]),
  template: text(mostTemplate).default(defaultTemplate).meta({
    description: 'How media are named. docs/hand-over.md, "Names"',
  }),
  formats: z
    .array(editorialFormat)
    .max(editorialFormat.options.length, ofArray(`Must be at most ${editorialFormat.options.length}`))
    .default([...editorialFormat.options])
    .meta({ description: 'What the cut is handed over as' }),
  sidecars: z.boolean().default(true).meta({
    description: 'Whether each file has one beside it that says where it comes from',
  }),
  signed: z.boolean().default(false).meta({
    description:
      'Whether media are copies signed by the studio, where a file can be signed. docs/provenance.md, "Signed copies"',
  }),
  alternates: z
    .enum(['none', 'approved', 'all'])
    .default('none')
    .meta({
      description: `Of \`film\`: which other takes of a shot come along, of the type of its winner, the newest ${mostAlternates}: those that are APPROVED or FINAL or of which somebody approves; or whichever there are. In OpenTimelineIO they are further media references of its clip`,
    }),
  bundle: z.boolean().default(false).meta({
    description:
      'Whether the ZIP is a bundle of OpenTimelineIO as well, `.otioz`: the cut is in it as `content.otio`',
  }),
  markers: z.boolean().default(true).meta({ description: 'Whether comments become markers' }),
  since: moment.optional().meta({
    description: 'Of `film`: only the files of places that are new or replaced since then, in whole lists',
  }),
  date: moment.optional().meta({
    description: 'Stands in it instead of now: of the same film, the same date gives the same bytes',
  }),
})

/** The body of POST exports. */
export const newExport = exportRequest
  .superRefine(({ of, playlistId, versionIds, since, alternates, bundle, template }, context) => {
    const add = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if (of === 'playlist' && playlistId === undefined) add('playlistId', 'Required')
    if (of === 'versions' && versionIds.length === 0) add('versionIds', 'Required')
    if (of !== 'film' && since !== undefined) add('since', 'Only a film has changes')
    if (of !== 'film' && alternates !== 'none') add('alternates', 'Only a film has alternates')
    if (alternates !== 'none' && since !== undefined)
      add('alternates', 'What changed is told of winners alone')
    if (bundle && since !== undefined) add('bundle', 'A bundle is whole: leave `since` out')
    if (bundle && template.includes('/')) add('bundle', 'A bundle has no folders: use a template without /')
  })
  .meta({ id: 'NewExport' })

/** Files of a project that are handed over together. docs/hand-over.md */
export const listedExport = z
  .object({
    id: z.string(),
    projectId: z.string(),
    name: z.string().meta({ description: 'Of the ZIP, without `.zip` or `.otioz`' }),
    bundle: z.boolean().meta({ description: 'Whether it is one of OpenTimelineIO, `.otioz`' }),
    of: exportRequest.shape.of.unwrap(),
    signing: z.boolean().meta({ description: 'Whether signed copies were asked for' }),
    state: z.enum(['preparing', 'ready', 'failed']),
    reason: z.string().nullable().meta({ description: 'Why it failed, in words' }),
    prepared: z
      .int()
      .min(0)
      .meta({ description: 'How many files are read of `files`, while it is prepared' }),
    files: z.int().min(0).meta({ description: 'Once it is ready, all that are in it' }),
    missing: z.int().min(0).meta({ description: 'Takes whose file is not here' }),
    signed: z.int().min(0).nullable().meta({
      description:
        'Once it is ready, how many of its media are copies signed by the studio; null where `signed` was not asked for, and where nobody counted: of exports made before this was told',
    }),
    unsigned: z.int().min(0).nullable().meta({
      description:
        'How many of its media could not be signed, and are as they came: `manifest.json` says of each why. Null where `signed` is',
    }),
    bytes: z.int().nullable().meta({ description: 'Of the ZIP, once it is ready' }),
    createdBy: z.object({ id: z.string(), name: z.string() }).nullable(),
    createdAt: timestamp,
    endsAt: timestamp.meta({ description: 'Until when it can be had' }),
  })
  .meta({ id: 'ListedExport' })

/** One of them: of many, what was asked for would be a thousand ids each. */
export const productionExport = listedExport
  .extend({
    request: exportRequest.meta({
      id: 'ExportRequest',
      description: 'What was asked for, with its defaults: as the body of POST it asks for the same again',
    }),
  })
  .meta({ id: 'Export' })

export type NewExport = z.output<typeof newExport>
export type ListedExport = z.output<typeof listedExport>
export type ProductionExport = z.output<typeof productionExport>
export type EditorialFormat = z.output<typeof editorialFormat>
