import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@dailies/contract/endpoint.ts'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { doomed, hook, narrowToken, type Property, reviewPage, someMedia } from './property.ts'
import type { Answer, AnyCaller } from './service.ts'

/** A place of the contract that takes an id, and what the id refers to. */
export interface Row {
  endpoint: keyof typeof endpoints
  /** As the contract names it. */
  parameter: string
  refersTo: Exclude<keyof Property, 'shotIds' | 'spareProjectIds' | 'capture'>
  /** The rest of the request is the caller's own, and good. */
  rest?: (own: Property) => object
  /** What a missing one gives. */
  missing: [status: number, error?: string]
}

const scene = ({ projectId }: Property) => ({ projectId, sceneId: '012A' })
const capture = ({ capture }: Property) => capture
const ownHook = ({ projectId }: Property) => ({ ...hook, projectIds: [projectId] })
const noProject: Row['missing'] = [404, 'Project not found']
const noPackage: Row['missing'] = [404, 'Prompt package not found']
const noScene: Row['missing'] = [404, 'Scene not found']
const noShot: Row['missing'] = [404, 'Shot not found']
const noAsset: Row['missing'] = [404, 'Asset not found']
const noReview: Row['missing'] = [404, 'Review not found']
const noComment: Row['missing'] = [404, 'Comment not found']
const noCharacter: Row['missing'] = [404, 'Character not found']
const noPlaylist: Row['missing'] = [404, 'Playlist not found']
const noSavedSearch: Row['missing'] = [404, 'Saved search not found']
const noExport: Row['missing'] = [404, 'Export not found']
const noWebhook: Row['missing'] = [404, 'Webhook not found']
const noDelivery: Row['missing'] = [404, 'Delivery not found']
const noToken: Row['missing'] = [404, 'Token not found']
const noNotice: Row['missing'] = [404, 'Notice not found']
const noLink: Row['missing'] = [404, 'Link not found']
const noMember: Row['missing'] = [404, 'Member not found']
const someRights = { platformKey: 'midjourney', rightsState: 'COMMERCIAL_ALLOWED' }

const somePackage = { name: 'Rain', prompt: 'rain on glass' }
const range = { from: '2026-01-01T00:00:00Z' }

export const idRows: Row[] = [
  { endpoint: 'listScenes', parameter: 'projectId', refersTo: 'projectId', missing: noProject },
  { endpoint: 'listCharacters', parameter: 'projectId', refersTo: 'projectId', missing: noProject },
  { endpoint: 'listShots', parameter: 'sceneDbId', refersTo: 'sceneDbId', missing: [404, 'Scene not found'] },
  ...(['listSceneAssets', 'ingest', 'createAsset'] as const).flatMap((endpoint): Row[] => {
    const rest = endpoint === 'listSceneAssets' ? scene : capture
    return [
      { endpoint, parameter: 'projectId', refersTo: 'projectId', rest, missing: noProject },
      { endpoint, parameter: 'sceneId', refersTo: 'sceneId', rest, missing: [404, 'Scene not found'] },
    ]
  }),
  ...(['ingest', 'createAsset'] as const).flatMap((endpoint): Row[] => [
    { endpoint, parameter: 'shotId', refersTo: 'shotId', rest: capture, missing: noShot },
    { endpoint, parameter: 'promptPackageId', refersTo: 'packageId', rest: capture, missing: [400] },
    { endpoint, parameter: 'parentVersionId', refersTo: 'versionId', rest: capture, missing: [400] },
  ]),
  // What was not captured is in no list of what was.
  { endpoint: 'findCaptured', parameter: 'externalAssetIds', refersTo: 'externalAssetId', missing: [200] },
  { endpoint: 'findCaptured', parameter: 'captureIds', refersTo: 'captureId', missing: [200] },
  { endpoint: 'updateAsset', parameter: 'assetId', refersTo: 'versionId', missing: [404, 'Asset not found'] },
  // Free strings: kept as they come, whatever they refer to.
  ...(['updateProfile', 'updatePreferences'] as const).flatMap((endpoint): Row[] => [
    { endpoint, parameter: 'lastActiveProjectId', refersTo: 'projectId', missing: [200] },
    { endpoint, parameter: 'lastActiveSceneId', refersTo: 'sceneDbId', missing: [200] },
  ]),
  ...(
    [
      'listPromptPackages',
      'createPromptPackage',
      'readReport',
      'listRightsDefaults',
      'setRightsDefault',
    ] as const
  ).map(
    (endpoint): Row => ({
      endpoint,
      parameter: 'id',
      refersTo: 'projectId',
      ...(endpoint === 'createPromptPackage' && { rest: () => somePackage }),
      ...(endpoint === 'setRightsDefault' && { rest: () => someRights }),
      missing: noProject,
    }),
  ),
  {
    endpoint: 'changeAssets',
    parameter: 'id',
    refersTo: 'projectId',
    rest: ({ versionId: id }) => ({
      of: { ids: [id] },
      change: { kind: 'tags', addTags: [randomUUID()] },
    }),
    missing: noProject,
  },
  ...tagRows(),
  { endpoint: 'listAssetChangeSets', parameter: 'id', refersTo: 'projectId', missing: noProject },
  {
    endpoint: 'undoAssetChanges',
    parameter: 'id',
    refersTo: 'changeId',
    missing: [404, 'Change not found'],
  },
  { endpoint: 'readPromptPackage', parameter: 'id', refersTo: 'packageId', missing: noPackage },
  {
    endpoint: 'updatePromptPackage',
    parameter: 'id',
    refersTo: 'packageId',
    rest: () => somePackage,
    missing: noPackage,
  },
  {
    endpoint: 'changeStatus',
    parameter: 'id',
    refersTo: 'versionId',
    rest: () => ({ status: 'SELECTED' }),
    missing: [404, 'Asset not found'],
  },
  ...(['createWebhook', 'updateWebhook'] as const).flatMap((endpoint): Row[] => [
    { endpoint, parameter: 'projectIds', refersTo: 'projectId', rest: ownHook, missing: [400] },
    { endpoint, parameter: 'sceneDbIds', refersTo: 'sceneDbId', rest: ownHook, missing: [400] },
  ]),
  ...(['updateWebhook', 'readWebhook', 'rotateWebhookSecret', 'testWebhook', 'listDeliveries'] as const).map(
    (endpoint): Row => ({ endpoint, parameter: 'id', refersTo: 'webhookId', missing: noWebhook }),
  ),
  {
    endpoint: 'replayDeliveries',
    parameter: 'id',
    refersTo: 'webhookId',
    rest: () => range,
    missing: noWebhook,
  },
  ...(['readDelivery', 'replayDelivery'] as const).flatMap((endpoint): Row[] => [
    { endpoint, parameter: 'id', refersTo: 'webhookId', missing: noWebhook },
    { endpoint, parameter: 'deliveryId', refersTo: 'deliveryId', missing: noDelivery },
  ]),
  ...(['createToken', 'updateToken'] as const).map(
    (endpoint): Row => ({
      endpoint,
      parameter: 'projectIds',
      refersTo: 'projectId',
      rest: () => narrowToken,
      missing: [400],
    }),
  ),
  { endpoint: 'updateToken', parameter: 'id', refersTo: 'tokenId', missing: noToken },
  {
    endpoint: 'rotateToken',
    parameter: 'id',
    refersTo: 'tokenId',
    rest: () => ({ overlapSeconds: 86_400 }),
    missing: noToken,
  },
  {
    endpoint: 'updateNotice',
    parameter: 'id',
    refersTo: 'noticeId',
    rest: () => ({ read: true }),
    missing: noNotice,
  },
  ...playlistRows(),
  ...savedSearchRows(),
  ...assetRows(),
  ...reviewRows(),
  ...sessionRows(),
  ...productionRows(),
  ...exportRows(),
  ...linkRows(),
  // The last, for they end one's own.
  { endpoint: 'deletePromptPackage', parameter: 'id', refersTo: 'packageId', missing: noPackage },
  { endpoint: 'revokeToken', parameter: 'id', refersTo: 'tokenId', missing: noToken },
  { endpoint: 'deleteWebhook', parameter: 'id', refersTo: 'webhookId', missing: noWebhook },
]

function tagRows(): Row[] {
  const ofProject = { parameter: 'id', refersTo: 'projectId', missing: noProject } as const
  return [
    { ...ofProject, endpoint: 'listTags' },
    { ...ofProject, endpoint: 'listTagColors' },
    { ...ofProject, endpoint: 'setTagColor', rest: () => ({ name: 'harbour', color: 'teal' }) },
    { ...ofProject, endpoint: 'changeTags', rest: () => ({ from: ['harbour'], to: randomUUID() }) },
  ]
}

function savedSearchRows(): Row[] {
  const ofSearch = { parameter: 'id', refersTo: 'savedSearchId', missing: noSavedSearch } as const
  return [
    {
      endpoint: 'createSavedSearch',
      parameter: 'projectId',
      refersTo: 'projectId',
      rest: () => ({ name: 'Lamps', q: 'lamp' }),
      missing: noProject,
    },
    { ...ofSearch, endpoint: 'readSavedSearch' },
    { ...ofSearch, endpoint: 'updateSavedSearch', rest: () => ({ name: 'Lanterns' }) },
    { endpoint: 'updateSavedSearch', parameter: 'projectId', refersTo: 'projectId', missing: noProject },
    { ...ofSearch, endpoint: 'pinSavedSearch' },
    { ...ofSearch, endpoint: 'pinSavedSearch', parameter: 'beforeId', missing: [200] },
    { ...ofSearch, endpoint: 'unpinSavedSearch' },
    { ...ofSearch, endpoint: 'seeSavedSearch' },
    { ...ofSearch, endpoint: 'deleteSavedSearch' },
  ]
}

function playlistRows(): Row[] {
  const ofPlaylist = { parameter: 'id', refersTo: 'playlistId', missing: noPlaylist } as const
  const item = { refersTo: 'playlistItemId' } as const
  const ofProject = { parameter: 'id', refersTo: 'projectId', missing: noProject } as const
  const named = () => ({ name: randomUUID() })
  const onBoard = ({ sceneDbId }: Property) => ({ ...named(), from: 'board', sceneDbId, selected: 'true' })
  return [
    { ...ofProject, endpoint: 'listPlaylists' },
    { ...ofProject, endpoint: 'createPlaylist', rest: named },
    {
      endpoint: 'createPlaylist',
      parameter: 'versionIds',
      refersTo: 'versionId',
      rest: named,
      missing: [400],
    },
    {
      endpoint: 'createPlaylist',
      parameter: 'sceneDbId',
      refersTo: 'sceneDbId',
      rest: () => ({ ...named(), from: 'winners' }),
      missing: noScene,
    },
    {
      endpoint: 'createPlaylist',
      parameter: 'shotId',
      refersTo: 'shotId',
      rest: onBoard,
      missing: [400],
    },
    { ...ofPlaylist, endpoint: 'readPlaylist' },
    { ...ofPlaylist, endpoint: 'updatePlaylist', rest: () => ({ note: 'Look at the light.' }) },
    { ...ofPlaylist, endpoint: 'listPlaylistItems' },
    {
      ...ofPlaylist,
      endpoint: 'addPlaylistItems',
      rest: ({ versionId }) => ({ versionIds: [versionId] }),
    },
    { endpoint: 'addPlaylistItems', parameter: 'versionIds', refersTo: 'versionId', missing: [400] },
    {
      ...item,
      endpoint: 'addPlaylistItems',
      parameter: 'beforeId',
      rest: ({ versionId }) => ({ versionIds: [versionId] }),
      missing: [400],
    },
    {
      ...ofPlaylist,
      endpoint: 'movePlaylistItems',
      rest: ({ playlistItemId }) => ({ itemIds: [playlistItemId] }),
    },
    // Of what is in no list of one's own nothing is moved and nothing is removed.
    { ...item, endpoint: 'movePlaylistItems', parameter: 'itemIds', missing: [200] },
    {
      ...item,
      endpoint: 'movePlaylistItems',
      parameter: 'beforeId',
      rest: ({ playlistItemId }) => ({ itemIds: [playlistItemId] }),
      missing: [400],
    },
    {
      ...ofPlaylist,
      endpoint: 'removePlaylistItems',
      rest: () => ({ itemIds: [randomUUID()] }),
    },
    {
      endpoint: 'removePlaylistItems',
      parameter: 'itemIds',
      refersTo: 'playlistItemId',
      missing: [200],
    },
    { parameter: 'id', refersTo: 'versionId', missing: noAsset, endpoint: 'listPlaylistsOfVersion' },
    { ...ofPlaylist, endpoint: 'deletePlaylist' },
  ]
}

function exportRows(): Row[] {
  const ofProject = { parameter: 'id', refersTo: 'projectId', missing: noProject } as const
  const ofExport = { parameter: 'id', refersTo: 'exportId', missing: noExport } as const
  const rest = () => ({ sidecars: false })
  return [
    { ...ofProject, endpoint: 'listExports' },
    { ...ofProject, endpoint: 'createExport', rest },
    {
      ...{ endpoint: 'createExport', parameter: 'versionIds', refersTo: 'versionId' },
      rest: () => ({ of: 'versions' }),
      missing: [400],
    },
    {
      ...{ endpoint: 'createExport', parameter: 'sceneDbId', refersTo: 'sceneDbId' },
      rest,
      missing: noScene,
    },
    {
      ...{ endpoint: 'createExport', parameter: 'playlistId', refersTo: 'playlistId' },
      rest: () => ({ of: 'playlist' }),
      missing: noPlaylist,
    },
    { ...ofExport, endpoint: 'readExport' },
    { ...ofExport, endpoint: 'downloadExport' },
    { ...ofExport, endpoint: 'deleteExport' },
  ]
}

function assetRows(): Row[] {
  const ofScene = { parameter: 'id', refersTo: 'sceneDbId', missing: noScene } as const
  const ofVersion = { parameter: 'id', refersTo: 'versionId', missing: noAsset } as const
  const ofShot = { parameter: 'shotId', refersTo: 'shotId' } as const
  return [
    { ...ofScene, endpoint: 'browseAssets' },
    // What is in no shot of the scene is in no list of those that are.
    { ...ofShot, endpoint: 'browseAssets', missing: [200] },
    { ...ofScene, endpoint: 'listAssetFacets' },
    { ...ofScene, endpoint: 'countMarks' },
    { ...ofScene, endpoint: 'listAssetChanges', rest: () => ({ since: range.from }) },
    { ...ofScene, endpoint: 'listPresent' },
    { ...ofScene, endpoint: 'bePresent', rest: () => ({ page: randomUUID() }) },
    // Kept as it comes, for those who have the scene open, and compared alone.
    {
      endpoint: 'bePresent',
      parameter: 'assetVersionId',
      refersTo: 'versionId',
      rest: () => ({ page: randomUUID() }),
      missing: [200],
    },
    { ...ofVersion, endpoint: 'readAsset' },
    { ...ofVersion, endpoint: 'readLineage' },
    { ...ofVersion, endpoint: 'readProvenance' },
    { ...ofVersion, endpoint: 'listStatusChanges' },
    { ...ofVersion, endpoint: 'updateAssetDetails', rest: () => ({ notes: 'Keep.' }) },
    { ...ofShot, endpoint: 'updateAssetDetails', missing: [400] },
    { ...ofVersion, endpoint: 'selectAsset', rest: () => ({ compareGroup: 'A' }) },
    { ...ofVersion, endpoint: 'restoreAsset', refersTo: 'deletedVersionId' },
    { ...ofVersion, endpoint: 'readMedia' },
    { ...ofVersion, endpoint: 'uploadMedia' },
    { ...ofVersion, endpoint: 'keepMedia' },
    { ...ofVersion, endpoint: 'listAlike' },
    { ...ofVersion, endpoint: 'searchAlike', parameter: 'assetVersionId' },
    { ...ofVersion, endpoint: 'serveMedia', missing: [404, 'Media not found'] },
    { ...ofVersion, endpoint: 'deleteAsset' },
    { ...ofVersion, endpoint: 'takeBack' },
  ]
}

function linkRows(): Row[] {
  const ofProject = { parameter: 'id', refersTo: 'projectId', missing: noProject } as const
  const ofLink = { parameter: 'linkId', refersTo: 'linkId', missing: noLink } as const
  return [
    { ...ofProject, endpoint: 'listLinks' },
    { ...ofProject, endpoint: 'listLinkChanges' },
    { ...ofProject, endpoint: 'createLink', rest: () => ({ name: 'Client', shows: 'film' }) },
    {
      endpoint: 'createLink',
      parameter: 'sceneDbId',
      refersTo: 'sceneDbId',
      rest: () => ({ name: 'Client', shows: 'scene' }),
      missing: [400],
    },
    {
      endpoint: 'createLink',
      parameter: 'playlistId',
      refersTo: 'playlistId',
      rest: () => ({ name: 'Client', shows: 'playlist' }),
      missing: [400],
    },
    ...(['listLinkGuests', 'updateLink', 'revokeLink'] as const).flatMap((endpoint): Row[] => {
      const rest = () => (endpoint === 'updateLink' ? { watermark: true } : {})
      return [
        { ...ofProject, endpoint, rest },
        { ...ofLink, endpoint, rest },
      ]
    }),
  ]
}

function reviewRows(): Row[] {
  const ofVersion = { parameter: 'id', refersTo: 'versionId', missing: noAsset } as const
  const ofComment = { parameter: 'id', refersTo: 'commentId', missing: noComment } as const
  const ofProject = { parameter: 'id', refersTo: 'projectId', missing: noProject } as const
  const something = () => ({ text: 'Darker.' })
  const nobody = () => ({ needed: 0, fromIds: [] })
  return [
    { ...ofVersion, endpoint: 'listComments' },
    { ...ofVersion, endpoint: 'listCarriedNotes' },
    { ...ofVersion, endpoint: 'createComment', rest: something },
    { ...ofComment, endpoint: 'createComment', parameter: 'parentId', rest: something, missing: [400] },
    {
      ...ofVersion,
      endpoint: 'createComment',
      parameter: 'mentionIds',
      refersTo: 'memberId',
      rest: something,
      missing: [400],
    },
    {
      endpoint: 'createComment',
      parameter: 'attachmentIds',
      refersTo: 'leftAttachmentId',
      rest: something,
      missing: [400],
    },
    { ...ofVersion, endpoint: 'attachFile', rest: () => ({ name: 'sketch.png' }) },
    {
      endpoint: 'serveAttachment',
      parameter: 'id',
      refersTo: 'attachmentId',
      missing: [404, 'Attachment not found'],
    },
    { ...ofComment, endpoint: 'readComment' },
    { ...ofComment, endpoint: 'updateComment', rest: something },
    {
      ...ofComment,
      endpoint: 'updateComment',
      parameter: 'mentionIds',
      refersTo: 'memberId',
      missing: [400],
    },
    {
      endpoint: 'updateComment',
      parameter: 'attachmentIds',
      refersTo: 'leftAttachmentId',
      missing: [400],
    },
    { ...ofComment, endpoint: 'resolveComment', rest: () => ({ resolved: false }) },
    { ...ofVersion, endpoint: 'listVerdicts' },
    { ...ofVersion, endpoint: 'setMyMark', rest: () => ({ stars: 3 }) },
    { ...ofVersion, endpoint: 'setFilmMark', rest: () => ({ flag: 'rejected' }) },
    { ...ofVersion, endpoint: 'giveVerdict', rest: () => ({ verdict: 'approve' }) },
    { ...ofProject, endpoint: 'listOpenNotes' },
    // What is not of the project is in no list of what is open there.
    { endpoint: 'listOpenNotes', parameter: 'sceneDbId', refersTo: 'sceneDbId', missing: [200] },
    { endpoint: 'listOpenNotes', parameter: 'shotId', refersTo: 'shotId', missing: [200] },
    { endpoint: 'listOpenNotes', parameter: 'authorId', refersTo: 'memberId', missing: [200] },
    { ...ofProject, endpoint: 'readApprovalRule' },
    { ...ofProject, endpoint: 'setApprovalRule', rest: nobody },
    {
      ...ofProject,
      endpoint: 'setApprovalRule',
      parameter: 'fromIds',
      refersTo: 'memberId',
      rest: nobody,
      missing: [400],
    },
    { ...ofComment, endpoint: 'deleteComment' },
  ]
}

function sessionRows(): Row[] {
  const ofProject = { parameter: 'id', refersTo: 'projectId', missing: noProject } as const
  const ofReview = { parameter: 'id', refersTo: 'reviewId', missing: noReview } as const
  const page = { page: reviewPage }
  const shown = ({ versionId }: Property) => ({
    ...page,
    term: 1,
    sequence: 1,
    assetVersionId: versionId,
    frame: 48,
    rate: { numerator: 24, denominator: 1 },
    playing: false,
  })
  return [
    { ...ofProject, endpoint: 'listReviews' },
    {
      ...ofProject,
      endpoint: 'startReview',
      rest: () => ({ name: 'Dailies', plays: { kind: 'film' }, ...page }),
    },
    { ...ofReview, endpoint: 'readReview' },
    { ...ofReview, endpoint: 'listReviewNotes' },
    { ...ofReview, endpoint: 'joinReview', rest: () => page },
    { ...ofReview, endpoint: 'leadReview', rest: () => page },
    { ...ofReview, endpoint: 'showInReview', rest: shown },
    {
      ...ofReview,
      endpoint: 'showInReview',
      parameter: 'assetVersionId',
      refersTo: 'versionId',
      rest: shown,
      missing: [400],
    },
    { ...ofReview, endpoint: 'endReview' },
  ]
}

function productionRows(): Row[] {
  const ofProject = { parameter: 'id', refersTo: 'projectId', missing: noProject } as const
  const ofEmptyProject = { ...ofProject, refersTo: 'emptyProjectId' } as const
  const ofMember = { parameter: 'userId', refersTo: 'memberId', missing: noMember } as const
  const ofScene = { parameter: 'id', refersTo: 'sceneDbId', missing: noScene } as const
  const ofShot = { parameter: 'id', refersTo: 'shotId', missing: noShot } as const
  const ofCharacter = { parameter: 'id', refersTo: 'characterId', missing: noCharacter } as const
  const noOrder = () => ({ ids: [] })
  return [
    { ...ofProject, endpoint: 'readProject' },
    { ...ofProject, endpoint: 'readProgress' },
    { ...ofProject, endpoint: 'readCut' },
    { ...ofProject, endpoint: 'readRightsSheet' },
    { ...ofScene, endpoint: 'readCut', parameter: 'sceneDbId' },
    { ...ofProject, endpoint: 'updateCutSettings', rest: () => ({ stillFrames: 24 }) },
    { ...ofProject, endpoint: 'listCutChanges', rest: () => ({ since: range.from }) },
    { ...ofShot, endpoint: 'setTrim', rest: ({ versionInShotId }) => trimOf(versionInShotId) },
    {
      endpoint: 'setTrim',
      parameter: 'assetVersionId',
      refersTo: 'versionInShotId',
      rest: () => trimOf(''),
      missing: [400],
    },
    {
      ...ofShot,
      endpoint: 'deleteTrim',
      rest: ({ versionInShotId }) => ({ assetVersionId: versionInShotId }),
    },
    { endpoint: 'deleteTrim', parameter: 'assetVersionId', refersTo: 'versionInShotId', missing: [200] },
    { ...ofProject, endpoint: 'findKept', rest: () => ({ sha256: ['0'.repeat(64)] }) },
    { ...ofProject, endpoint: 'updateProject', rest: () => ({ genre: 'Noir' }) },
    { ...ofProject, endpoint: 'browseScenes' },
    { ...ofProject, endpoint: 'createScene', rest: () => ({ sceneId: randomUUID() }) },
    { ...ofEmptyProject, endpoint: 'orderScenes', rest: noOrder },
    { ...ofProject, endpoint: 'browseCharacters' },
    { ...ofProject, endpoint: 'createCharacter', rest: () => ({ name: randomUUID() }) },
    { ...ofEmptyProject, endpoint: 'orderCharacters', rest: noOrder },
    { ...ofProject, endpoint: 'listMembers' },
    { ...ofProject, endpoint: 'listMemberChanges' },
    { ...ofProject, endpoint: 'listActivity' },
    { ...ofProject, endpoint: 'listTrash' },
    { ...ofEmptyProject, endpoint: 'purgeTrash', rest: () => ({}) },
    { ...ofProject, endpoint: 'findPeople', parameter: 'projectId' },
    {
      ...ofProject,
      endpoint: 'addMember',
      rest: ({ newcomerId }) => ({ userId: newcomerId, role: 'viewer' }),
    },
    { ...ofProject, endpoint: 'updateMember', rest: () => ({ role: 'viewer' }) },
    { ...ofMember, endpoint: 'updateMember', rest: () => ({ role: 'viewer' }) },
    { ...ofProject, endpoint: 'removeMember' },
    { ...ofMember, endpoint: 'removeMember' },
    { ...ofScene, endpoint: 'readScene' },
    { ...ofScene, endpoint: 'updateScene', rest: () => ({ act: 3 }) },
    { ...ofScene, endpoint: 'browseShots' },
    { ...ofProject, endpoint: 'listMyShots', parameter: 'projectId' },
    { ...ofScene, endpoint: 'updateShots', rest: () => ({ shotIds: [], dueOn: '2026-12-01' }) },
    { ...ofShot, endpoint: 'updateShots', parameter: 'shotIds', missing: [400] },
    { ...ofScene, endpoint: 'createShot', rest: () => ({ shotCode: randomUUID() }) },
    { ...ofScene, refersTo: 'otherSceneDbId', endpoint: 'orderShots', rest: noOrder },
    { ...ofShot, endpoint: 'updateShot', rest: () => ({ description: 'Wide.' }) },
    {
      ...ofMember,
      endpoint: 'updateShots',
      parameter: 'assignIds',
      rest: ({ shotId }) => ({ shotIds: [shotId] }),
      missing: [400],
    },
    {
      ...ofMember,
      endpoint: 'updateShots',
      parameter: 'unassignIds',
      rest: () => ({ shotIds: [] }),
      missing: [200],
    },
    {
      ...ofMember,
      endpoint: 'createShot',
      parameter: 'assigneeIds',
      rest: () => ({ shotCode: randomUUID() }),
      missing: [400],
    },
    { ...ofMember, endpoint: 'updateShot', parameter: 'assigneeIds', missing: [400] },
    { ...ofMember, endpoint: 'updateShot', parameter: 'assignIds', missing: [400] },
    { ...ofMember, endpoint: 'updateShot', parameter: 'unassignIds', missing: [200] },
    { ...ofCharacter, endpoint: 'updateCharacter', rest: () => ({ role: 'Lead' }) },
    { ...ofCharacter, endpoint: 'deleteCharacter' },
    { ...ofShot, endpoint: 'deleteShot' },
    { ...ofScene, endpoint: 'restoreScene', refersTo: 'deletedSceneDbId' },
    { ...ofScene, endpoint: 'deleteScene', rest: () => ({ sceneId: doomed.sceneId }) },
    { ...ofProject, endpoint: 'restoreProject', refersTo: 'deletedProjectId' },
    { ...ofProject, endpoint: 'deleteProject', rest: () => ({ name: doomed.name }) },
  ]
}

function trimOf(assetVersionId: string): object {
  return { assetVersionId, in: 1, out: 9, rate: { numerator: 24, denominator: 1 } }
}

/** Asks with that id; `behind` is whose the rest of the path is, behind the id in question. */
export function ask(
  caller: AnyCaller,
  { endpoint, parameter, rest }: Row,
  { id, own, behind = own }: { id: string; own: Property; behind?: Property },
): Promise<Answer> {
  const { method, path, params, query, body, uploads }: Endpoint = endpoints[endpoint]
  const inPath = Object.keys(params?.shape ?? {})
  const places: Record<string, string> = {
    id: thingOf(path, own),
    deliveryId: behind.deliveryId,
    userId: behind.memberId,
    linkId: behind.linkId,
    kind: 'original',
  }
  if (inPath.includes(parameter)) places[parameter] = id
  const url = path.replace(/\{(\w+)\}/g, (_, name) => places[name]!)

  if (uploads) {
    const search = String(new URLSearchParams(rest?.(own) as Record<string, string> | undefined))
    return caller.send(method, search ? `${url}?${search}` : url, someMedia)
  }

  const given = parameter.endsWith('s') ? [id] : id
  const values = { ...rest?.(own), ...(!inPath.includes(parameter) && { [parameter]: given }) }
  if (query) {
    const asked = `${url}?${new URLSearchParams(values as Record<string, string>)}`
    return method === 'GET' ? caller.get(asked) : caller.send(method, asked, undefined)
  }
  if (!body) return caller.send(method, url, undefined)
  return caller.send(method, url, endpoint === 'updateProfile' ? { preferences: values } : values)
}

/** The own thing of the kind that the path is about. */
function thingOf(path: string, own: Property): string {
  if (path.startsWith('/api/tokens')) return own.tokenId
  if (path.startsWith('/api/projects')) return own.projectId
  if (path.startsWith('/api/scenes')) return own.sceneDbId
  if (path.startsWith('/api/shots')) return own.shotId
  if (path.startsWith('/api/comments')) return own.commentId
  if (path.startsWith('/api/playlists')) return own.playlistId
  if (path.startsWith('/api/saved-searches')) return own.savedSearchId
  if (path.startsWith('/api/reviews')) return own.reviewId
  return /^\/api\/(assets|media)/.test(path) ? own.versionId : own.webhookId
}

/** All that a client can tell two answers apart by, but for the time and the id that it asked with itself. */
export function comparable({ status, headers, body }: Answer, id: string) {
  const { date: _, ...rest } = Object.fromEntries(headers)
  return { status, headers: rest, body: JSON.parse(JSON.stringify(timeless(body)).replaceAll(id, 'the id')) }
}

/**
 * Without the time at which it was given, and that of the last work, which is written up to a second after it; and without what
 * a token opens addresses of media by.
 */
export function timeless(body: unknown): unknown {
  const isTime = (name: string) => name === 'until' || name === 'updatedAt'
  const text = JSON.stringify(body, (name, value) => (isTime(name) ? undefined : value))
  return JSON.parse(unsigned(text))
}

/** With addresses of media as who is signed in is given them: those of tokens differ by the token, and by the hour. */
export function unsigned(text: string): string {
  return text.replaceAll(/\/api\/media-links\/[\w.-]+\//g, '/api/media/')
}
