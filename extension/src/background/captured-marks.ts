import { client } from '../connection/client.ts'
import type { Mark } from '../messages.ts'
import { readSetting } from '../store/database.ts'

/** So long an answer counts, in milliseconds, and so many are kept. */
const keeps = 60_000
const most = 5_000

/** By `url:…` or `id:…`; null for what is not in the workspace. */
const known = new Map<string, { mark: Mark | null; until: number }>()

/** Whatever was captured since, or somewhere else, is asked for again. */
export function forgetMarks(): void {
  known.clear()
  generation += 1
}

/** An answer to a question that was asked before is not kept. */
let generation = 0

/**
 * Which of these are in the workspace: one question to the service about all that is not known yet. None when the service
 * cannot be asked, since a mark that is missing does no harm.
 */
export async function findMarks(outputUrls: string[], externalAssetIds: string[]): Promise<Mark[]> {
  const now = Date.now()
  const isNew = (name: string) => !((known.get(name)?.until ?? 0) > now)
  const urls = outputUrls.filter((url) => isNew(`url:${url}`))
  const ids = externalAssetIds.filter((id) => isNew(`id:${id}`))
  if (urls.length + ids.length > 0) await ask(urls, ids)
  const names = [...outputUrls.map((url) => `url:${url}`), ...externalAssetIds.map((id) => `id:${id}`)]
  return names.flatMap((name) => known.get(name)?.mark ?? [])
}

async function ask(outputUrls: string[], externalAssetIds: string[]): Promise<void> {
  const dailies = await client(10_000)
  const connection = await readSetting('connection')
  if (!dailies || !connection) return
  const asked = generation
  const found = await dailies.findCaptured({ outputUrls, externalAssetIds }).catch(() => undefined)
  if (!found || asked !== generation) return
  const until = Date.now() + keeps
  for (const url of outputUrls) known.set(`url:${url}`, { mark: null, until })
  for (const id of externalAssetIds) known.set(`id:${id}`, { mark: null, until })
  // The newest come first, and the newest is shown.
  for (const {
    outputUrl,
    externalAssetId,
    sceneId,
    versionNumber,
    assetVersionId,
  } of found.captured.reverse()) {
    const href = `${connection.address}/assets/${assetVersionId}`
    const mark = { outputUrl, externalAssetId, sceneId, versionNumber, href }
    if (outputUrls.includes(outputUrl)) known.set(`url:${outputUrl}`, { mark, until })
    if (externalAssetId && externalAssetIds.includes(externalAssetId)) {
      known.set(`id:${externalAssetId}`, { mark, until })
    }
  }
  for (const name of known.keys()) {
    if (known.size <= most) break
    known.delete(name)
  }
}
