import table from 'virtual:endpoints'
import type { LiveKind, LiveMessage } from '@dailies/contract/live.ts'
import type { Query, QueryClient } from '@tanstack/react-query'
import type { EndpointName } from '../api/call.ts'
import { type KeyName, keyOf } from '../api/queries.ts'

/** What changes the answers of an endpoint. One that is not here may be changed by anything. */
const changedBy: { [name in KeyName]?: readonly LiveKind[] } = {
  browseProjects: ['project', 'scene', 'asset', 'comment'],
  readProject: ['project', 'scene', 'asset', 'member', 'comment'],
  browseScenes: ['scene', 'asset', 'comment'],
  readScene: ['project', 'scene', 'asset', 'member', 'comment'],
  listPresent: ['presence', 'member'],
  browseShots: ['scene', 'asset', 'character', 'comment'],
  browseCharacters: ['character'],
  browseAssets: ['scene', 'asset', 'comment', 'mark'],
  listAssetChanges: ['scene', 'asset', 'comment', 'mark'],
  listAssetChangeSets: ['scene', 'asset'],
  countMarks: ['scene', 'asset', 'mark'],
  listAssetFacets: ['scene', 'asset'],
  readAsset: ['project', 'scene', 'asset', 'character', 'promptPackage', 'member', 'comment', 'mark'],
  listComments: ['comment', 'asset'],
  listCarriedNotes: ['comment', 'asset'],
  listOpenNotes: ['comment', 'asset', 'scene'],
  listVerdicts: ['comment', 'asset'],
  readApprovalRule: ['project', 'member'],
  listPlaylists: ['playlist', 'scene', 'asset'],
  readPlaylist: ['playlist', 'scene', 'asset', 'project', 'member'],
  listPlaylistItems: ['playlist', 'scene', 'asset'],
  listPlaylistsOfVersion: ['playlist'],
  readCut: ['project', 'scene', 'asset'],
  listExports: ['export'],
  readRightsSheet: ['project', 'scene', 'asset'],
  listCutChanges: ['scene', 'asset'],
  listReviews: ['review'],
  readReview: ['review', 'member'],
  listReviewNotes: ['review', 'comment', 'asset'],
  readMedia: ['asset'],
  listAlike: ['asset'],
  readLineage: ['asset'],
  readProvenance: ['asset', 'scene', 'project'],
  listStatusChanges: ['asset'],
  listTags: ['project', 'scene', 'asset'],
  listTagColors: ['project'],
  listPromptPackages: ['promptPackage'],
  readPromptPackage: ['promptPackage', 'project', 'member'],
  listRightsDefaults: ['rightsDefault'],
  // It looks at all takes of all films: as it was when somebody opened it, not with each capture anew.
  browseReport: ['member'],
  readReport: ['project', 'scene', 'asset'],
  readProgress: ['project', 'scene', 'asset', 'member'],
  // What was found stays where it is, as long as one may see it.
  search: ['project', 'member'],
  listSearchFacets: ['project', 'member'],
  searchAlike: ['project', 'member'],
  searchPlaces: ['project', 'member'],
  listSavedSearches: ['savedSearch', 'project', 'member'],
  readSavedSearch: ['savedSearch', 'project', 'member'],
  countNewInSavedSearches: ['savedSearch', 'scene', 'asset', 'comment', 'project'],
  listMyShots: ['project', 'scene', 'asset', 'comment'],
  listActivity: ['scene', 'asset', 'comment'],
  listTrash: ['scene', 'asset'],
  listDeletedProjects: ['memberships'],
  listMembers: ['member'],
  listMemberChanges: ['member'],
  listLinks: ['project'],
  listLinkGuests: ['project'],
  listLinkChanges: ['project'],
  findPeople: ['member', 'user'],
  browsePlatforms: ['platform'],
  readAccount: ['account'],
  readSecondFactor: ['account'],
  listPasskeys: ['account'],
  listSessions: ['account'],
  readPreferences: ['account'],
  listNotices: ['inbox'],
  countUnreadNotices: ['inbox'],
  listNoticeSettings: ['account'],
  listTokens: ['token'],
  listTokenAudit: ['token'],
  listWebhooks: ['webhook'],
  readWebhook: ['webhook'],
  listDeliveries: ['webhook'],
  readDelivery: ['webhook'],
  readStorage: ['project', 'scene', 'asset'],
  // It looks at the machine, and at nothing that somebody changes here.
  readCheckup: [],
  listUsers: ['user'],
  listInvitations: ['user'],
  // As the board has them.
  neighbours: [],
  // What would be imported stays as it was checked.
  importWorkspace: [],
  checkInvitation: [],
  checkLink: [],
  readOpenLink: [],
  listGuestTakes: [],
  readGuestCut: [],
  listGuestComments: [],
  readInstallation: [],
}

/** Of no project by its address, and yet of all of which one is a member. */
const ofAllProjects: readonly KeyName[] = [
  'browseProjects',
  'browseReport',
  'listDeletedProjects',
  'listMyShots',
  'search',
  'listSearchFacets',
  'searchAlike',
  'searchPlaces',
  'listSavedSearches',
  'countNewInSavedSearches',
  'listNotices',
  'countUnreadNotices',
]

/** Whether what is kept under the query's key may be another by now. */
export function isOutdated(
  queryClient: QueryClient,
  query: Query,
  messages: readonly LiveMessage[],
): boolean {
  const name = query.queryKey[0] as KeyName
  const kinds = changedBy[name]
  if (kinds?.length === 0) return false
  // A board asks what changed of it (`listAssetChanges`): anew, it would be read from its beginning.
  if (query.queryKey[2] === 'board') return false
  const place = placeOf(queryClient, query)
  return messages.some((message) => {
    const { kind } = message
    // What could not be read is tried again by whoever wants it.
    if (kind === 'reset') return query.state.status !== 'error' || query.state.data !== undefined
    const isOfProjects = place !== undefined || ofAllProjects.includes(name)
    if (kind === 'memberships') return isOfProjects
    if (kind === 'everything') return isOfProjects && isAt(place, message)
    return (kinds?.includes(kind) ?? true) && isAt(place, message)
  })
}

interface Place {
  projectId?: string | undefined
  sceneDbId?: string | undefined
}

/** What a scene and an asset version say of where they are. */
interface Known {
  data?: { project?: { id: string }; scene?: { id: string } }
}

/** Of which project or scene the answer is, as far as that is known; undefined where it is of none. */
function placeOf(queryClient: QueryClient, { queryKey: [name, input] }: Query): Place | undefined {
  const [, path] = table[name as EndpointName] ?? []
  const noun = path?.split('/')[2]
  const id = (input as { params?: { id?: string } } | undefined)?.params?.id
  if (id === undefined) return undefined
  const known = (endpoint: 'readScene' | 'readAsset') =>
    queryClient.getQueryData<Known>(keyOf(endpoint, { params: { id } }))?.data
  switch (noun) {
    case 'projects':
      return { projectId: id }
    case 'scenes':
      return { projectId: known('readScene')?.project?.id, sceneDbId: id }
    case 'assets': {
      const { project, scene } = known('readAsset') ?? {}
      // Those of a family are of any scene.
      return { projectId: project?.id, sceneDbId: name === 'readLineage' ? undefined : scene?.id }
    }
    case 'shots':
    case 'characters':
    case 'prompt-packages':
    case 'playlists':
      return {}
    default:
      return undefined
  }
}

function isAt(place: Place | undefined, { projectId, sceneDbId }: LiveMessage): boolean {
  const may = (one: string | undefined, other: string | undefined) =>
    one === undefined || other === undefined || one === other
  return may(place?.projectId, projectId) && may(place?.sceneDbId, sceneDbId)
}
