import { capture } from '@dailies/contract/capture.ts'
import { workspaceFile } from '@dailies/contract/workspace.ts'
import { createUser } from '../server/accounts/create-user.ts'
import { ingest } from '../server/assets/ingest.ts'
import type { Database } from '../server/db/database.ts'
import { type DatabaseSettings, openDatabase } from '../server/db/open.ts'
import { syncBuiltInCatalogue } from '../server/platforms/catalogue.ts'
import { importWorkspace } from '../server/production/import-workspace.ts'
import { allOf } from '../server/production/membership.ts'
import { listProjectsOfEditor } from '../server/production/queries.ts'
import { openIndex } from '../server/search/open-index.ts'
import { issueToken } from '../server/tokens/issue.ts'
import { commandLine } from '../server/tokens/token-manager.ts'
import { sampleCapture } from './captures.ts'

const sceneCount = 200
const versionsOfScene = 100

export interface SceneAddress {
  projectId: string
  sceneId: string
}

export interface Seed {
  userId: string
  token: string
  scenes: SceneAddress[]
}

/**
 * Fills an empty database by the service's own rules: a user with a token, and 200 scenes of 100 asset versions
 * spread over the projects, all of which the search has taken up: it would do so beside what is measured.
 */
export async function seed(settings: DatabaseSettings, projectCount: number): Promise<Seed> {
  const db = await openDatabase(settings, () => {})
  try {
    await syncBuiltInCatalogue(db)
    const account = { email: 'bench@studio.example', name: 'Bench', password: 'correct horse battery' }
    const userId = await createUser(db, account)
    const { token } = await issueToken(db, commandLine(userId), { name: 'bench' })
    const scenes = await addScenes(db, userId, projectCount)
    for (let take = 0; take < versionsOfScene; take += 1) await addTake(db, userId, scenes, take)
    await takeUpAll(db, settings)
    return { userId, token, scenes }
  } finally {
    await db.close()
  }
}

async function takeUpAll(db: Database, settings: DatabaseSettings): Promise<void> {
  const index = openIndex(db, settings)
  try {
    for (let state = await index.state(); state.waiting > 0 || state.isBuilding; state = await index.state())
      await index.takeUp()
  } finally {
    await index.close()
  }
}

async function addScenes(db: Database, userId: string, projectCount: number): Promise<SceneAddress[]> {
  const sceneNumbers = Array.from({ length: sceneCount / projectCount }, (_, index) =>
    String(index + 1).padStart(3, '0'),
  )
  const scenes = sceneNumbers.map((sceneId) => ({
    sceneId,
    storyBeat: `The lamp goes out for the ${sceneId}th time, and nobody on the island says so.`,
    act: 1,
    macroScene: 'Storm',
  }))
  const projects = Array.from({ length: projectCount }, (_, index) => ({
    name: `The Long Tide, part ${index + 1}`,
    status: 'PRODUCTION',
    genre: 'Drama',
    scenes,
  }))
  await importWorkspace(db, allOf(userId), workspaceFile.parse({ projects }))
  const stored = await db.all(listProjectsOfEditor, { userId })
  return stored.flatMap(({ id }) => sceneNumbers.map((sceneId) => ({ projectId: id, sceneId })))
}

/** One more asset version in every scene: so those of a scene lie apart in the file, as they do after months of use. */
async function addTake(db: Database, userId: string, scenes: SceneAddress[], take: number): Promise<void> {
  const captures = scenes.map((scene, index) =>
    capture.parse(sampleCapture(take * scenes.length + index, scene)),
  )
  await Promise.all(captures.map((one) => ingest(db, { actor: allOf(userId), capture: one })))
}
