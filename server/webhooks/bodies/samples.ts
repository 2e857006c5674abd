import type { EventData, EventName } from '@dailies/contract/event.ts'

const projectId = '0198c1f2-7a10-7000-8000-0000000000a1'
const assetVersionId = '0198c1f2-7a10-7001-8000-0000000000a2'
const shotId = '0198c1f2-7a10-7002-8000-0000000000a3'
const userId = '0198c1f2-7a10-7003-8000-0000000000a4'

const samples: { [E in EventName]: EventData<E> } & { 'webhook.test': { message: string } } = {
  'asset.created': {
    assetVersionId,
    projectId,
    sceneId: '012A',
    shotId,
    assetType: 'IMAGE',
    platformKey: 'midjourney',
    status: 'GENERATED',
    outputUrl: 'https://cdn.example/take.png',
    prompt: 'a lighthouse at dusk, storm coming in, 35mm',
  },
  'asset.status_changed': {
    assetVersionId,
    projectId,
    sceneId: '012A',
    oldStatus: 'GENERATED',
    newStatus: 'SELECTED',
    changedBy: userId,
  },
  'asset.selected': {
    assetVersionId,
    projectId,
    sceneId: '012A',
    shotId,
    assetType: 'IMAGE',
    previousSelectedId: '0198c1f2-7a10-7004-8000-0000000000a5',
    selectedBy: userId,
  },
  'scene.completed': { sceneId: '012A', projectId, completedShotCount: 4, totalShotCount: 4 },
  'shot.assigned': {
    shotId,
    shotCode: '012A-B',
    projectId,
    sceneId: '012A',
    assigneeId: userId,
    assignedBy: '0198c1f2-7a10-7005-8000-0000000000a6',
    dueOn: '2026-11-21',
  },
  'asset.commented': {
    assetVersionId,
    projectId,
    sceneId: '012A',
    shotId,
    commentId: '0198c1f2-7a10-7006-8000-0000000000a7',
    parentId: '',
    authorId: userId,
    authorName: 'Maria',
    audience: 'team',
    text: 'The lamp should be lit from here on',
    frames: '48-60',
    frameRate: '24/1',
    timecode: '00:00:02:00',
  },
  'asset.verdict': {
    assetVersionId,
    projectId,
    sceneId: '012A',
    shotId,
    verdictId: '0198c1f2-7a10-7007-8000-0000000000a8',
    verdict: 'changes_needed',
    note: 'Darker, and slower',
    givenBy: userId,
    givenByName: 'Maria',
  },
  'review.completed': {
    reviewId: '0198c1f2-7a10-7008-8000-0000000000a9',
    projectId,
    name: 'Dailies of Monday',
    plays: 'scene',
    startedAt: '2026-11-23T09:00:00.000Z',
    endedAt: '2026-11-23T09:42:10.000Z',
    startedBy: userId,
    endedBy: userId,
    peopleCount: 5,
    takeCount: 12,
    noteCount: 7,
  },
  'asset.media_kept': {
    assetVersionId,
    projectId,
    sceneId: '012A',
    shotId,
    assetType: 'VIDEO',
    sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    bytes: 18_734_112,
    mediaPath: `/api/media/${assetVersionId}/original`,
  },
  'asset.media_lost': {
    assetVersionId,
    projectId,
    sceneId: '012A',
    shotId,
    assetType: 'VIDEO',
    outputUrl: 'https://cdn.example/take.mp4',
    reason: 'The platform refuses it (403): the link has ended or wants a sign-in',
  },
  'webhook.test': { message: 'A test event of Dailies' },
}

/** What an event of that name looks like: to try a webhook or a template with. */
export function sampleEvent(event: EventName | 'webhook.test'): {
  event: string
  data: Record<string, unknown>
} {
  return { event, data: { ...samples[event] } }
}
