/** Is compiled, not run: what has to be right, and what has to be refused, where the package is installed. */
import { connect, DailiesError, type Input, type Item, type Reply } from '@dailies/sdk'
import { capture, type endpoints, validate } from '@dailies/sdk/schemas'
import { verifyWebhook, type WebhookBatch, type WebhookEvent } from '@dailies/sdk/webhooks'

const dailies = connect({ baseUrl: 'https://dailies.example', token: () => 'svc_', timeout: undefined })

const take: Input<'ingest'> = {
  projectId: 'p',
  sceneId: '1',
  assetType: 'IMAGE',
  prompt: 'a lighthouse',
  costEstimateUsd: 0.04,
  promptPackage: { targetDurationSec: 8 },
}

export async function rightCalls(signal: AbortSignal | undefined): Promise<void> {
  await dailies.listProjects()
  await dailies.listProjects({}, { signal, retries: 0 })
  const { asset } = await dailies.ingest(take)
  const version: number = asset.versionNumber
  const reply: Reply<'ingest'>['asset'] = asset
  for (const result of (await dailies.ingestBatch({ captures: [take] })).results) {
    const told: number = result.ok ? result.asset.versionNumber : result.status
    console.log(told)
  }
  await dailies.updateAsset({ assetId: asset.id, compareGroup: null })
  await dailies.updateScene({ id: 's', act: 2 })
  await dailies.updateProfile({ preferences: { defaultStatus: 'DRAFT' } })
  for await (const token of dailies.each.listTokens({ limit: 10 })) {
    const item: Item<'listTokens'> = token
    console.log(item.lastUsedAt?.length)
  }
  console.log(version, reply)
}

export async function wrongCalls(): Promise<void> {
  // @ts-expect-error a project is missing
  await dailies.listScenes()
  // @ts-expect-error nothing is asked for
  await dailies.listProjects({ limit: 1 })
  // @ts-expect-error no such field
  await dailies.listScenes({ projectId: 'p', scene: '1' })
  // @ts-expect-error no such type
  await dailies.ingest({ ...take, assetType: 'PICTURE' })
  // @ts-expect-error no number
  await dailies.ingest({ ...take, costEstimateUsd: '0.04' })
  // @ts-expect-error no capture
  await dailies.ingestBatch({ captures: [{ projectId: 'p' }] })
  // @ts-expect-error no number
  await dailies.listTokens({ limit: '10' })
  // @ts-expect-error no number
  await dailies.updateScene({ id: 's', act: 'two' })
  // @ts-expect-error no list in pages
  dailies.each.listProjects()
  // @ts-expect-error no token opens it
  await dailies.listUsers()
  // @ts-expect-error no such field
  console.log((await dailies.listProjects()).projects[0]?.title)
}

export async function rest(error: unknown, headers: Headers, body: Uint8Array): Promise<void> {
  if (error instanceof DailiesError) {
    const messages: string[] | undefined = error.fieldErrors.prompt
    console.log(error.status.toFixed(), messages, error.retryAfter?.toFixed())
  }
  const verified = await verifyWebhook({ headers, body, secret: 'whsec_' })
  console.log(verified.ok ? verified.id?.length : verified.reason)
  const received = JSON.parse('{}') as WebhookEvent | WebhookBatch
  if (received.event === 'asset.selected') console.log(received.data.previousSelectedId.length)
  if (received.event === 'batch') console.log(received.data.events[0]?.id.length)
  // @ts-expect-error a completed scene has no prompt
  if (received.event === 'scene.completed') console.log(received.data.prompt)
  const checked = validate(capture, {})
  console.log(checked.ok ? checked.value.sceneId : checked.fieldErrors)
  const method: (typeof endpoints)['ingest']['method'] = 'POST'
  console.log(method)
}
