import { z } from 'zod'
import { capturedAssetVersion } from './asset-version.ts'
import type { capture } from './capture.ts'
import { errorBody } from './error.ts'
import { ofArray } from './length.ts'
import { id, text, timestamp } from './text.ts'

/** Each capture is checked by itself, so here it may be anything; whoever sends one should send a capture. */
const oneToCheck = z.unknown() as z.ZodType<unknown, z.input<typeof capture>>

/** The body of POST ingest/batch. */
export const captureBatch = z
  .object({
    captures: z
      .array(oneToCheck)
      .min(1, ofArray('Must be at least one capture'))
      .max(100, ofArray('Must be at most 100 captures'))
      .meta({ description: 'In the order in which they were made; each as POST ingest takes it' }),
  })
  .meta({ id: 'CaptureBatch' })

/** What became of each capture, in the order of the request. */
export const captureResult = z
  .discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), asset: capturedAssetVersion }),
    errorBody.extend({
      ok: z.literal(false),
      status: z.int().meta({ description: 'As POST ingest would answer' }),
    }),
  ])
  .meta({ id: 'CaptureResult' })

export type CaptureResult = z.output<typeof captureResult>

const values = (limit: number) =>
  z.array(text(limit)).max(200, ofArray('Must be at most 200 values')).default([])

/** The body of POST captured: what the extension sees on a page, or a program has in a folder. */
export const capturedQuestion = z
  .object({
    externalAssetIds: values(1000),
    outputUrls: values(8192),
    captureIds: values(200).meta({ description: "`provenance.captureId` of the user's own captures" }),
  })
  .refine(
    ({ externalAssetIds, outputUrls, captureIds }) =>
      externalAssetIds.length + outputUrls.length + captureIds.length <= 200,
    { path: ['outputUrls'], error: 'Must be at most 200 values together with the other lists' },
  )
  .meta({ id: 'CapturedQuestion' })

export type CapturedQuestion = z.output<typeof capturedQuestion>

/** A version that was captured from one of them. */
export const capturedMatch = z
  .object({
    externalAssetId: z.string().nullable(),
    outputUrl: z.string(),
    captureId: z.string().optional().meta({ description: 'Where it was asked for by that' }),
    assetVersionId: id,
    projectId: z.string(),
    sceneDbId: z.string(),
    sceneId: z.string().meta({ description: 'Scene number' }),
    shotId: z.string().nullable(),
    versionNumber: z.int(),
    createdAt: timestamp,
  })
  .meta({ id: 'CapturedMatch' })

export type CapturedMatch = z.output<typeof capturedMatch>
