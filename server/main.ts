import { assetRoutes } from './assets/routes.ts'
import type { Settings } from './config.ts'
import { openDatabase } from './db/open.ts'
import { Metrics } from './http/metrics.ts'
import { buildHttpServer } from './http/server.ts'
import type { Log } from './log.ts'
import { syncBuiltInCatalogue } from './platforms/catalogue.ts'
import { platformRoutes } from './platforms/routes.ts'
import { productionRoutes } from './production/routes.ts'
import { profileRoutes } from './profile/routes.ts'
import { authenticate } from './tokens/authenticate.ts'
import { LastUsed } from './tokens/last-used.ts'

export interface Service {
  /** Where it listens: `http://127.0.0.1:8787`. */
  address: string
  /** Takes no more connections, answers what is under way, writes what is still to be written. */
  close(): Promise<void>
}

/**
 * The composition root: puts the service together and starts it. `mediaFolder` is served at `/media/` (the pictures
 * of the demo).
 */
export async function startService(
  settings: Settings,
  log: Log,
  { mediaFolder }: { mediaFolder?: string } = {},
): Promise<Service> {
  const db = await openDatabase(settings, (error) =>
    log.logger.warn({ err: error }, 'lost an idle database connection'),
  )
  try {
    await syncBuiltInCatalogue(db)
    const lastUsed = new LastUsed(db, (error) =>
      log.logger.warn({ err: error }, 'could not write when tokens were used'),
    )
    const server = await buildHttpServer({
      settings,
      log,
      mediaFolder,
      metrics: new Metrics(),
      authenticate: (authorization) => authenticate(db, lastUsed, authorization),
      isReady: () => db.ping(),
      routes: [...productionRoutes(db), ...assetRoutes(db), ...platformRoutes(db), ...profileRoutes(db)],
    })
    const address = await server.listen({
      host: settings.host,
      port: settings.port,
      listenTextResolver: (address) => `listening at ${address}, on ${db.engine}`,
    })
    return {
      address,
      close: async () => {
        await server.close()
        await lastUsed.flush()
        await db.close()
      },
    }
  } catch (error) {
    await db.close()
    throw error
  }
}
