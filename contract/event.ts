import { z } from 'zod'
import { timestamp } from './text.ts'

/** The events that a webhook can ask for. docs/interface.md, "Events". */
export const eventName = z
  .enum([
    'asset.created',
    'asset.status_changed',
    'asset.selected',
    'scene.completed',
    'shot.assigned',
    'asset.commented',
    'asset.verdict',
    'review.completed',
    'asset.media_kept',
    'asset.media_lost',
  ])
  .meta({ id: 'EventName' })

export type EventName = z.output<typeof eventName>

const sceneId = z.string().meta({ description: 'Scene number' })
const shotId = z.string().meta({ description: 'Empty when the version belongs to no shot' })
const userId = z.string().meta({ description: 'Id of the user' })

/** The `data` of each event. Text where there is none is empty, never missing or null. */
export const eventData = {
  'asset.created': z
    .object({
      assetVersionId: z.string(),
      projectId: z.string(),
      sceneId,
      shotId,
      assetType: z.string(),
      platformKey: z.string(),
      status: z.string(),
      outputUrl: z.string().meta({ description: 'Empty when the capture had none' }),
      prompt: z.string(),
    })
    .meta({ id: 'AssetCreated' }),
  'asset.status_changed': z
    .object({
      assetVersionId: z.string(),
      projectId: z.string(),
      sceneId,
      oldStatus: z.string(),
      newStatus: z.string(),
      changedBy: userId,
    })
    .meta({ id: 'AssetStatusChanged' }),
  'asset.selected': z
    .object({
      assetVersionId: z.string(),
      projectId: z.string(),
      sceneId,
      shotId,
      assetType: z.string(),
      previousSelectedId: z.string().meta({ description: 'The winner before; empty when there was none' }),
      selectedBy: userId,
    })
    .meta({ id: 'AssetSelected' }),
  'scene.completed': z
    .object({
      sceneId,
      projectId: z.string(),
      completedShotCount: z.int().meta({ description: 'Required shots with an APPROVED or FINAL version' }),
      totalShotCount: z.int().meta({ description: 'Required shots of the scene' }),
    })
    .meta({ id: 'SceneCompleted' }),
  'shot.assigned': z
    .object({
      shotId: z.string(),
      shotCode: z.string(),
      projectId: z.string(),
      sceneId,
      assigneeId: userId,
      assignedBy: userId,
      dueOn: z.string().meta({ description: 'A day such as 2026-11-21; empty when there is none' }),
    })
    .meta({ id: 'ShotAssigned' }),
  'asset.commented': z
    .object({
      assetVersionId: z.string(),
      projectId: z.string(),
      sceneId,
      shotId,
      commentId: z.string(),
      parentId: z.string().meta({ description: 'Of a reply: the comment that began the thread; else empty' }),
      authorId: z.string().meta({ description: 'Id of the user; empty: a guest of a link' }),
      authorName: z.string(),
      audience: z.string(),
      text: z.string().meta({ description: 'Its first 500 characters' }),
      frames: z.string().meta({
        description: 'Of the range, such as 48 or 48-60, counted from 0; empty: the whole take',
      }),
      frameRate: z.string().meta({ description: 'Such as 24000/1001; empty where there are no frames' }),
      timecode: z.string().meta({ description: 'Of the first frame; empty where there are no frames' }),
    })
    .meta({ id: 'AssetCommented' }),
  'asset.verdict': z
    .object({
      assetVersionId: z.string(),
      projectId: z.string(),
      sceneId,
      shotId,
      verdictId: z.string(),
      verdict: z.string().meta({ description: 'approve, changes_needed or no_opinion' }),
      note: z.string().meta({ description: 'Its first 500 characters' }),
      givenBy: z.string().meta({ description: 'Id of the user; empty: a guest of a link' }),
      givenByName: z.string(),
    })
    .meta({ id: 'AssetVerdict' }),
  'review.completed': z
    .object({
      reviewId: z.string(),
      projectId: z.string(),
      name: z.string(),
      plays: z.string().meta({ description: 'take, scene, film or playlist' }),
      startedAt: timestamp,
      endedAt: timestamp,
      startedBy: userId,
      endedBy: z.string().meta({ description: 'Id of the user; empty: nobody took part any more' }),
      peopleCount: z.int().meta({ description: 'Who took part in it' }),
      takeCount: z.int().meta({ description: 'Asset versions that were shown in it' }),
      noteCount: z.int().meta({ description: 'Comments that were made of these while it went on' }),
    })
    .meta({ id: 'ReviewCompleted' }),
  'asset.media_kept': z
    .object({
      assetVersionId: z.string(),
      projectId: z.string(),
      sceneId,
      shotId,
      assetType: z.string(),
      sha256: z.string().meta({ description: 'Of the file, in hex' }),
      bytes: z.int(),
      mediaPath: z.string().meta({ description: 'Path on the service from which a token gets the file' }),
    })
    .meta({ id: 'AssetMediaKept' }),
  'asset.media_lost': z
    .object({
      assetVersionId: z.string(),
      projectId: z.string(),
      sceneId,
      shotId,
      assetType: z.string(),
      outputUrl: z.string(),
      reason: z.string().meta({ description: 'In words' }),
    })
    .meta({ id: 'AssetMediaLost' }),
} satisfies Record<EventName, z.ZodObject>

export type EventData<E extends EventName> = z.output<(typeof eventData)[E]>

/** What a webhook gets that asks for no other form. docs/interface.md, "Delivery". */
export const eventEnvelope = z
  .object({
    event: z.string().meta({ examples: eventName.options }),
    timestamp,
    data: z.record(z.string(), z.unknown()).meta({ description: 'As the event has it' }),
  })
  .meta({ id: 'EventEnvelope' })

/** The envelope with the event's own id, where it does not travel in a header: in the feed, and in a batch. */
export const identifiedEvent = eventEnvelope
  .extend({ id: z.string().meta({ description: 'The same in every delivery: tells duplicates' }) })
  .meta({ id: 'Event' })

export type IdentifiedEvent = z.output<typeof identifiedEvent>
