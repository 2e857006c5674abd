import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { readSettings, type Settings } from '../config.ts'
import { openDatabase } from '../db/open.ts'
import { openStore } from '../media/open-store.ts'
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
        // Nobody is to get mail of a sample.
        DAILIES_SMTP_URL: '',
        DAILIES_DEVELOPMENT: 'true',
        DAILIES_WEBHOOK_WORKER: 'true',
        DAILIES_WEBHOOK_ALLOW: '127.0.0.0/8,::1/128',
        DAILIES_MEDIA: '',
        DAILIES_TLS_CERTIFICATE: '',
        DAILIES_TLS_KEY: '',
        DAILIES_BACKUP: '',
        // It is the platform of the sample.
        DAILIES_MEDIA_FETCH_ALLOW: '127.0.0.0/8,::1/128',
      }
      const logLevel = terminal.environment.DAILIES_LOG_LEVEL || 'warn'
      const given = readSettings({ host, port, dataFolder, logLevel }, environment)
      const settings = { ...given, port: await chosenPort(given, port !== undefined) }
      const address = `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${settings.port}`
      const mediaFolder = join(dataFolder, 'platform')

      terminal.print('Making the sample film …')
      const { makeDemo } = await import('@dailies/demo/make-demo.ts')
      const { welcome } = await import('@dailies/demo/welcome.ts')
      const { runService } = await import('./run-service.ts')
      const db = await openDatabase(settings, () => {})
      await syncBuiltInCatalogue(db)
      const store = openStore({ ...settings, environment })
      const demo = await makeDemo(db, { mediaFolder, mediaUrl: `${address}/media/`, store })
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
