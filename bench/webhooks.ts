import type { Engine } from '../server/db/database.ts'
import { type Cell, ingests } from './cells.ts'
import type { Load } from './loader.ts'
import { type Measured, measure } from './measure.ts'
import type { SeededPlaces } from './places.ts'
import { startReceiver } from './receiver-process.ts'
import { measureClaims } from './webhook-claims.ts'
import { measureLateness } from './webhook-lateness.ts'
import { claimsText, ingestText, latenessText } from './webhook-report.ts'
import { registerWebhook, startSendingService } from './webhook-service.ts'

interface WebhookParts {
  places: SeededPlaces
  load: Load
  extent: { rounds: number; seconds: number }
  isWanted: (key: string) => boolean
  progress: (text: string) => void
}

/** What webhooks cost those who capture, how soon they arrive, and how long a worker looks for its next one. */
export async function measureWebhooks(
  engine: Engine,
  parts: WebhookParts,
  cleanup: AsyncDisposableStack,
): Promise<string> {
  const { places, isWanted, progress } = parts
  const texts = []
  const cells = [1, 32]
    .map((connections) => ({ key: `webhooks-ingest-${connections}`, name: 'POST ingest', connections }))
    .filter(({ key }) => isWanted(key))
  if (cells.length > 0) {
    progress(`${engine}: webhooks-ingest`)
    texts.push(ingestText(await compareIngest(cells, parts, cleanup)))
  }
  if (isWanted('webhooks-dead')) {
    progress(`${engine}: webhooks-dead`)
    texts.push(latenessText(await measureLateness(places, cleanup)))
  }
  if (isWanted('webhooks-claim')) {
    progress(`${engine}: webhooks-claim`)
    texts.push(claimsText([...(await measureClaims(places, 1)), ...(await measureClaims(places, 100))]))
  }
  return texts.join('\n\n')
}

/** The service with a webhook against the same service without one. */
async function compareIngest(
  cells: Omit<Cell, 'requests'>[],
  { places, load, extent }: WebhookParts,
  cleanup: AsyncDisposableStack,
): Promise<Measured[]> {
  await using processes = cleanup.use(new AsyncDisposableStack())
  const receiver = await startReceiver(processes)
  const reference = await startSendingService(await places.copy('webhooks-none'), processes)
  const service = await startSendingService(await places.copy('webhooks-one'), processes)
  await registerWebhook(service, places.seed, `${receiver.live}/only`)

  const measured: Measured[] = []
  for (const cell of cells) {
    measured.push(
      await measure({ ...cell, requests: ingests(places.seed) }, { reference, service, load }, extent),
    )
  }
  if ((await receiver.take()).length === 0) throw new Error('The webhook received nothing')
  return measured
}
