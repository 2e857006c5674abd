import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { readSettings, type Settings } from '../config.ts'
import { openDatabase } from '../db/open.ts'
import type { Demo } from '../demo/make-demo.ts'
import { syncBuiltInCatalogue } from '../platforms/catalogue.ts'
import type { Terminal } from './terminal.ts'

export function demoCommand(terminal: Terminal): Command {
  return new Command('demo')
    .description('Make a sample film in a fresh folder and serve it, to look around and to try captures on.')
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .option('--port <number>', 'port to listen on (default: 8787, or any free one when that is taken)')
    .action(async ({ host, port }: { host?: string; port?: string }) => {
      const dataFolder = await mkdtemp(join(tmpdir(), 'dailies-demo-'))
      // Always the embedded database, always fresh: a demo must never write into a studio's real one.
      // Webhooks may go to this machine over HTTP, to be tried with a receiver on it.
      const environment = {
        ...terminal.environment,
        DAILIES_DATABASE_URL: '',
        DAILIES_DEVELOPMENT: 'true',
        DAILIES_WEBHOOK_WORKER: 'true',
        DAILIES_WEBHOOK_ALLOW: '127.0.0.0/8,::1/128',
      }
      const logLevel = terminal.environment.DAILIES_LOG_LEVEL || 'warn'
      const given = readSettings({ host, port, dataFolder, logLevel }, environment)
      const settings = { ...given, port: await chosenPort(given, port !== undefined) }
      const address = `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${settings.port}`
      const mediaFolder = join(dataFolder, 'media')

      terminal.print('Making the sample film …')
      const { makeDemo } = await import('../demo/make-demo.ts')
      const { runService } = await import('./run-service.ts')
      const db = await openDatabase(settings, () => {})
      await syncBuiltInCatalogue(db)
      const demo = await makeDemo(db, { mediaFolder, mediaUrl: `${address}/media/` })
      await db.close()
      await runService(settings, {
        mediaFolder,
        onStart: () => terminal.print(welcome(address, dataFolder, demo)),
      })
    })
}

/** The port as set; any free one where the demo may choose and the usual one is taken. */
async function chosenPort({ host, port }: Settings, insisted: boolean): Promise<number> {
  return (await freePort(host, port)) ?? (insisted ? port : ((await freePort(host, 0)) ?? port))
}

function freePort(host: string, port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(undefined))
    probe.listen({ host, port }, () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}

function welcome(address: string, dataFolder: string, demo: Demo): string {
  const { email, password, rawToken, projectId, sceneId, assetId } = demo
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
