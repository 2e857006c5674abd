import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { capture as captureSchema } from '@dailies/contract/capture.ts'
import { createUser } from '../accounts/create-user.ts'
import { ingest } from '../assets/ingest.ts'
import type { Database } from '../db/database.ts'
import { importWorkspace } from '../production/import-workspace.ts'
import { allOf } from '../production/ownership.ts'
import { listProjectsOfOwner, listScenesOfProject, listShotsOfScene } from '../production/queries.ts'
import { commandLine } from '../tokens/actor.ts'
import { issueToken } from '../tokens/issue.ts'
import { takes, workspace } from './film.ts'
import { picture } from './picture.ts'

export interface Demo {
  email: string
  rawToken: string
  /** One of the asset versions that are no winner, and where it is. */
  projectId: string
  sceneId: string
  assetId: string
}

/** Fills an empty database with the sample film. The pictures go to `mediaFolder`, which `mediaUrl` will serve. */
export async function makeDemo(
  db: Database,
  { mediaFolder, mediaUrl }: { mediaFolder: string; mediaUrl: string },
): Promise<Demo> {
  const email = 'demo@dailies.example'
  const password = randomBytes(12).toString('base64url')
  const userId = await createUser(db, { email, name: 'Demo', password })
  await importWorkspace(db, userId, workspace)
  const places = await placesOf(db, userId)

  await mkdir(mediaFolder, { recursive: true })
  const filed = []
  for (const [index, take] of takes.entries()) {
    const file = `take-${String(index + 1).padStart(2, '0')}.png`
    await writeFile(join(mediaFolder, file), picture(take.picture))
    const capture = captureSchema.parse({
      ...take.capture,
      projectId: places.projectId(take.project),
      sceneId: take.sceneId,
      shotId: take.shotCode && places.shotId(take.project, take.sceneId, take.shotCode),
      outputUrl: mediaUrl + file,
      thumbnailUrl: mediaUrl + file,
    })
    filed.push({ capture, asset: await ingest(db, { owner: allOf(userId), capture }) })
  }

  const { capture, asset } = filed.find(({ asset }) => asset.status !== 'SELECTED') ?? filed[0]!
  const { token: rawToken } = await issueToken(db, commandLine(userId), { name: 'Demo' })
  return { email, rawToken, projectId: capture.projectId, sceneId: capture.sceneId, assetId: asset.id }
}

/** The ids of projects and shots by what names them. */
async function placesOf(db: Database, userId: string) {
  const ids = new Map<string, string>()
  for (const project of await db.all(listProjectsOfOwner, { userId })) {
    ids.set(project.name, project.id)
    for (const scene of await db.all(listScenesOfProject, { projectId: project.id })) {
      for (const shot of await db.all(listShotsOfScene, { sceneDbId: scene.id })) {
        ids.set(`${project.name} ${scene.sceneId} ${shot.shotCode}`, shot.id)
      }
    }
  }
  return {
    projectId: (project: string) => ids.get(project),
    shotId: (project: string, sceneId: string, shotCode: string) =>
      ids.get(`${project} ${sceneId} ${shotCode}`),
  }
}
