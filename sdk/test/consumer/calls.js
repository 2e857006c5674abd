/** Runs in the oldest Node that there is, with the installed package, and prints what came of it. */
import { connect, DailiesError } from '@dailies/sdk'
import { capture, validate } from '@dailies/sdk/schemas'
import { verifyWebhook } from '@dailies/sdk/webhooks'

const dailies = connect({ baseUrl: process.env.DAILIES_URL, token: process.env.DAILIES_TOKEN })

const [project] = (await dailies.listProjects()).projects
const take = {
  projectId: project.id,
  sceneId: '012A',
  platformKey: 'runway',
  assetType: 'VIDEO',
  prompt: 'waves',
}
const { asset } = await dailies.ingest(take)
const { asset: winner } = await dailies.updateAsset({ assetId: asset.id, selected: true })
const events = []
for await (const { event } of dailies.each.listEvents({ limit: 1 })) events.push(event)
const error = await dailies.ingest({ ...take, prompt: '' }).catch((error) => error)
const left = await dailies.listProjects({}, { signal: AbortSignal.abort('left') }).catch((reason) => reason)
const webhook = await verifyWebhook({
  headers: JSON.parse(process.env.WEBHOOK_HEADERS),
  body: '{}',
  secret: process.env.WEBHOOK_SECRET,
})
const { fieldErrors } = validate(capture, { ...take, prompt: '' })

console.log(
  JSON.stringify({
    node: process.versions.node.split('.')[0],
    project: project.name,
    status: winner.status,
    events,
    error: [error instanceof DailiesError, error.status, error.fieldErrors],
    left,
    webhook,
    fieldErrors,
  }),
)
