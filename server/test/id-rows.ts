import type { Endpoint } from '@dailies/contract/endpoint.ts'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { hook, narrowToken, type Property } from './property.ts'
import type { Answer, TestCaller } from './service.ts'

/** A place of the contract that takes an id, and what the id refers to. */
export interface Row {
  endpoint: keyof typeof endpoints
  /** As the contract names it. */
  parameter: string
  refersTo: Exclude<keyof Property, 'shotIds' | 'otherSceneDbId' | 'capture'>
  /** The rest of the request is the caller's own, and good. */
  rest?: (own: Property) => object
  /** What a missing one gives. */
  missing: [status: number, error?: string]
}

const scene = ({ projectId }: Property) => ({ projectId, sceneId: '012A' })
const capture = ({ capture }: Property) => capture
const ownHook = ({ projectId }: Property) => ({ ...hook, projectIds: [projectId] })
const noProject: Row['missing'] = [404, 'Project not found']
const noWebhook: Row['missing'] = [404, 'Webhook not found']
const noDelivery: Row['missing'] = [404, 'Delivery not found']
const noToken: Row['missing'] = [404, 'Token not found']
const range = { from: '2026-01-01T00:00:00Z' }

export const idRows: Row[] = [
  { endpoint: 'listScenes', parameter: 'projectId', refersTo: 'projectId', missing: noProject },
  { endpoint: 'listCharacters', parameter: 'projectId', refersTo: 'projectId', missing: noProject },
  { endpoint: 'listShots', parameter: 'sceneDbId', refersTo: 'sceneDbId', missing: [404, 'Scene not found'] },
  ...(['listSceneAssets', 'ingest'] as const).flatMap((endpoint): Row[] => {
    const rest = endpoint === 'ingest' ? capture : scene
    return [
      { endpoint, parameter: 'projectId', refersTo: 'projectId', rest, missing: noProject },
      { endpoint, parameter: 'sceneId', refersTo: 'sceneId', rest, missing: [404, 'Scene not found'] },
    ]
  }),
  {
    endpoint: 'ingest',
    parameter: 'shotId',
    refersTo: 'shotId',
    rest: capture,
    missing: [404, 'Shot not found'],
  },
  { endpoint: 'ingest', parameter: 'promptPackageId', refersTo: 'packageId', rest: capture, missing: [400] },
  { endpoint: 'ingest', parameter: 'parentVersionId', refersTo: 'versionId', rest: capture, missing: [400] },
  // What was not captured is in no list of what was.
  { endpoint: 'findCaptured', parameter: 'externalAssetIds', refersTo: 'externalAssetId', missing: [200] },
  { endpoint: 'updateAsset', parameter: 'assetId', refersTo: 'versionId', missing: [404, 'Asset not found'] },
  // Free strings: kept as they come, whatever they refer to.
  { endpoint: 'updateProfile', parameter: 'lastActiveProjectId', refersTo: 'projectId', missing: [200] },
  { endpoint: 'updateProfile', parameter: 'lastActiveSceneId', refersTo: 'sceneDbId', missing: [200] },
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
  // The last, for they end one's own.
  { endpoint: 'revokeToken', parameter: 'id', refersTo: 'tokenId', missing: noToken },
  { endpoint: 'deleteWebhook', parameter: 'id', refersTo: 'webhookId', missing: noWebhook },
]

/** Asks with that id; `behind` is whose the rest of the path is, behind the id in question. */
export function ask(
  caller: TestCaller,
  { endpoint, parameter, rest }: Row,
  { id, own, behind = own }: { id: string; own: Property; behind?: Property },
): Promise<Answer> {
  const { method, path, params, query, body }: Endpoint = endpoints[endpoint]
  const inPath = Object.keys(params?.shape ?? {})
  const things = path.startsWith('/api/tokens') ? own.tokenId : own.webhookId
  const places: Record<string, string> = { id: things, deliveryId: behind.deliveryId }
  if (inPath.includes(parameter)) places[parameter] = id
  const url = path.replace(/\{(\w+)\}/g, (_, name) => places[name]!)

  const given = parameter.endsWith('s') ? [id] : id
  const values = { ...rest?.(own), ...(!inPath.includes(parameter) && { [parameter]: given }) }
  if (query) return caller.get(`${url}?${new URLSearchParams(values as Record<string, string>)}`)
  if (!body) return caller.send(method, url, undefined)
  return caller.send(method, url, endpoint === 'updateProfile' ? { preferences: values } : values)
}

/** All that a client can tell two answers apart by, but for the date and the id that it asked with itself. */
export function comparable({ status, headers, body }: Answer, id: string) {
  const { date: _, ...rest } = Object.fromEntries(headers)
  return { status, headers: rest, body: JSON.parse(JSON.stringify(body).replaceAll(id, 'the id')) }
}
