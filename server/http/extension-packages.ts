import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { DailiesError } from '../error.ts'

/** Where extension/build.ts puts the packages. */
const built = fileURLToPath(new URL('../../extension/dist', import.meta.url))

/** Offers the packages of the browser extension for download; the console's page "Get the extension" links to them. */
export function mountExtensionPackages(app: FastifyInstance): void {
  for (const name of ['dailies-chrome.zip', 'dailies-firefox.zip']) {
    const path = `${built}/${name}`
    app.get(`/extension/${name}`, async (_request, reply) => {
      const file = await stat(path).catch(() => undefined)
      if (!file) {
        throw new DailiesError(
          'not_found',
          'The extension is not built yet: run npm run build in the checkout',
        )
      }
      return reply
        .header('content-type', 'application/zip')
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('content-length', file.size)
        .header('cache-control', 'no-cache')
        .send(createReadStream(path))
    })
  }
}
