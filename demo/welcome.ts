import type { Demo } from './make-demo.ts'

/** What there is to try, for the terminal: a sign-in, a token, and lines for a shell. */
export function welcome(address: string, dataFolder: string, demo: Demo): string {
  const { email, password, rawToken, linkSecret, projectId, sceneId, assetId } = demo
  const authorization = `-H 'Authorization: Bearer ${rawToken}'`
  const json = `-H 'Content-Type: application/json'`
  const capture = JSON.stringify({
    projectId,
    sceneId,
    platformKey: 'midjourney',
    assetType: 'IMAGE',
    prompt: 'the same street at first light, fog lifting',
    outputUrl: `${address}/media/take-01.png`,
  })
  const webhook = JSON.stringify({
    url: 'http://127.0.0.1:9000',
    events: ['asset.created', 'asset.selected'],
  })
  return `
Dailies is ready: ${address}
Sign in  ${email}  ${password}
Review   ${address}/r/${linkSecret}  the film, for whoever has this address: no account is needed
API reference, to read and to try: ${address}/docs

Token  ${rawToken}
Data   ${dataFolder} (kept when you stop; delete it when you like)

Capture a take into scene ${sceneId}:
curl -s -X POST '${address}/api/extension/ingest' ${authorization} ${json} -d '${capture}'

List the takes of the scene, the newest first:
curl -s '${address}/api/extension/scene-assets?projectId=${projectId}&sceneId=${sceneId}' ${authorization}

Select one as the winner:
curl -s -X PATCH '${address}/api/extension/asset-update' ${authorization} ${json} -d '{"assetId":"${assetId}","selected":true}'

Hear of both by webhook (docs/webhooks.md has a receiver to run on port 9000):
curl -s -X POST '${address}/api/webhooks' ${authorization} ${json} -d '${webhook}'

Ctrl-C stops it.`
}
