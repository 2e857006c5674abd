import { workspaceFile } from '@dailies/contract/workspace.ts'
import { createUser } from '../server/accounts/create-user.ts'
import { readSettings } from '../server/config.ts'
import { openDatabase } from '../server/db/open.ts'
import { syncBuiltInCatalogue } from '../server/platforms/catalogue.ts'
import { importWorkspace } from '../server/production/import-workspace.ts'
import { allOf } from '../server/production/membership.ts'
import { listProjectsOfEditor } from '../server/production/queries.ts'
import { issueToken } from '../server/tokens/issue.ts'
import { commandLine } from '../server/tokens/token-manager.ts'
import type { Contender } from './contender.ts'
import type { Place } from './places.ts'
import type { Seed } from './seed.ts'

const sceneCount = 20

/** Media come as they are sent here: what the captures name is nowhere. */
export const withoutFetching = { DAILIES_MEDIA_FETCH: 'false' }

/** A user with a token and an empty production in a place with nothing in it. */
export async function studio({ folder, databaseUrl }: Place): Promise<Seed> {
  const db = await openDatabase(readSettings({ dataFolder: folder, databaseUrl }, {}), () => {})
  try {
    await syncBuiltInCatalogue(db)
    const account = { email: 'bench@studio.example', name: 'Bench', password: 'correct horse battery' }
    const userId = await createUser(db, account)
    const { token } = await issueToken(db, commandLine(userId), { name: 'bench' })
    const scenes = Array.from({ length: sceneCount }, (_, index) => ({ sceneId: `${index + 1}` }))
    const workspace = workspaceFile.parse({ projects: [{ name: 'The Long Tide', scenes }] })
    await importWorkspace(db, allOf(userId), workspace)
    const [project] = await db.all(listProjectsOfEditor, { userId })
    return { userId, token, scenes: scenes.map(({ sceneId }) => ({ projectId: project!.id, sceneId })) }
  } finally {
    await db.close()
  }
}

/** Captures takes that have no media yet; their ids. */
export async function captureTakes(
  { address }: Contender,
  { token, scenes }: Seed,
  count: number,
): Promise<string[]> {
  const ids: string[] = []
  for (let done = 0; done < count; done += 1) {
    const capture = { platformKey: 'midjourney', assetType: 'IMAGE', prompt: 'the lamp goes out' }
    const response = await fetch(`${address}/api/extension/ingest`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...scenes[done % scenes.length], ...capture }),
    })
    if (!response.ok) throw new Error(`A capture: ${response.status} ${await response.text()}`)
    ids.push(((await response.json()) as { asset: { id: string } }).asset.id)
  }
  return ids
}
