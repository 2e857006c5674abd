import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { AssetStatus } from '@dailies/contract/asset-version.ts'
import { type Capture, capture as captureSchema } from '@dailies/contract/capture.ts'
import type { UploadKind } from '@dailies/contract/media.ts'
import { createUser } from '@dailies/server/accounts/create-user.ts'
import { changeStatus } from '@dailies/server/assets/change-status.ts'
import { ingest } from '@dailies/server/assets/ingest.ts'
import type { Database } from '@dailies/server/db/database.ts'
import { beyondIds } from '@dailies/server/db/id.ts'
import type { Store } from '@dailies/server/media/store.ts'
import { importWorkspace } from '@dailies/server/production/import-workspace.ts'
import { allOf } from '@dailies/server/production/membership.ts'
import {
  listProjectsOfEditor,
  listScenesOfProject,
  listShotsOfScene,
} from '@dailies/server/production/queries.ts'
import { updateProject } from '@dailies/server/production/update-project.ts'
import { updateShot } from '@dailies/server/production/update-shot.ts'
import { listPromptPackages, listPromptPackagesOfIds } from '@dailies/server/prompt-packages/queries.ts'
import { setTagColor } from '@dailies/server/tags/set-color.ts'
import { issueToken } from '@dailies/server/tokens/issue.ts'
import { commandLine } from '@dailies/server/tokens/token-manager.ts'
import { crewOf, newPassword } from './crew.ts'
import { drawPictures, type PictureFile } from './draw-pictures.ts'
import { assignments } from './film/assignments.ts'
import { tagColors } from './film/tag-colors.ts'
import type { Take } from './film/take.ts'
import { takes } from './film/takes.ts'
import { SALT_ROUND, workspace } from './film/workspace.ts'
import { keepMedia } from './keep-media.ts'
import { type FiledTake, makeReview } from './make-review.ts'
import { mediaFile } from './media-file.ts'

/** Of so many takes that are approved one is so by somebody else. */
const every = 3

/** Dollars: of so much some is left, and little. */
const budgetOfFilm = 45

/** Title of the take that is offered to be tried on: no winner, and nothing approved stands in its way. */
const tried = 'Under the bridge, she waits'

export interface Demo {
  email: string
  password: string
  rawToken: string
  /** Opens the film to who has no account. */
  linkSecret: string
  /** An asset version that is no winner, and where it is. */
  projectId: string
  sceneId: string
  assetId: string
}

/**
 * Fills an empty database with the sample film. The pictures go to `mediaFolder`, which `mediaUrl` will serve as a platform does, and are
 * kept in the store.
 */
export async function makeDemo(
  db: Database,
  { mediaFolder, mediaUrl, store }: { mediaFolder: string; mediaUrl: string; store: Store },
): Promise<Demo> {
  const email = 'demo@dailies.example'
  const password = newPassword()
  const userId = await createUser(db, { email, name: 'Demo', password })
  await importWorkspace(db, allOf(userId), workspace)
  const actor = allOf(userId)
  const crew = await crewOf(db, actor)
  const places = await placesOf(db, userId)

  const pictures = pictureFiles(mediaFolder)
  await mkdir(mediaFolder, { recursive: true })
  const drawn = drawPictures([...pictures.values()])
  const filed = new Map<string, FiledTake & { capture: Capture }>()
  const toKeep: { id: string; kind: UploadKind; path: string; by: string }[] = []
  let approved = 0
  for (const take of takes) {
    const picture = mediaUrl + basename(pictures.get(JSON.stringify(take.picture))![0])
    const media = await mediaFile(mediaFolder, take)
    const capture = captureSchema.parse({
      ...take.capture,
      projectId: places.projectId(take.project),
      sceneId: take.sceneId,
      shotId: take.shotCode && places.shotId(take.project, take.sceneId, take.shotCode),
      parentVersionId: take.from && filed.get(take.from)!.id,
      promptPackageId: take.madeWith && places.promptPackageId(take.project, take.madeWith),
      outputUrl: media ? mediaUrl + media : picture,
      thumbnailUrl: picture,
    })
    const maker = crew[take.by]
    const { id, assetType } = await ingest(db, { actor: maker, capture })
    filed.set(take.capture.title, { id, assetType, shotId: capture.shotId, capture })
    const drawing = join(mediaFolder, basename(picture))
    const by = maker.userId
    toKeep.push({ id, kind: 'original', path: media ? join(mediaFolder, media) : drawing, by })
    if (media && assetType === 'VIDEO') toKeep.push({ id, kind: 'poster', path: drawing, by })
    if (take.reached) approved += 1
    const decides = approved % every === 0 ? crew.june : actor
    for (const status of stepsTo(take.reached)) await changeStatus(db, decides, { id, status })
  }
  for (const { project, sceneId, shotCode, dueInDays, note } of assignments) {
    const id = places.shotId(project, sceneId, shotCode)!
    const update = { assigneeIds: [userId], dueOn: dayIn(dueInDays), note }
    await updateShot(db, actor, { id, update })
  }
  const projectId = places.projectId(SALT_ROUND)!
  for (const [name, color] of Object.entries(tagColors))
    await setTagColor(db, actor, { projectId, name, color })
  await updateProject(db, actor, { id: projectId, update: { budgetUsd: budgetOfFilm } })
  const linkSecret = await makeReview(db, { projectId, crew, take: (title) => filed.get(title)! })
  await drawn
  for (const media of toKeep) await keepMedia(db, store, media)

  const { capture, id: assetId } = filed.get(tried)!
  const { token: rawToken } = await issueToken(db, commandLine(userId), { name: 'Demo' })
  return {
    email,
    password,
    rawToken,
    linkSecret,
    projectId,
    sceneId: capture.sceneId,
    assetId,
  }
}

/** As the days of this machine go. */
function dayIn(days: number): string {
  const today = new Date()
  const day = Date.UTC(today.getFullYear(), today.getMonth(), today.getDate() + days)
  return new Date(day).toISOString().slice(0, 10)
}

/** By recipe: an upscale has the picture of what it was made from. */
function pictureFiles(folder: string): Map<string, PictureFile> {
  const files = new Map<string, PictureFile>()
  for (const { picture } of takes) {
    const recipe = JSON.stringify(picture)
    const name = `take-${String(files.size + 1).padStart(2, '0')}.png`
    if (!files.has(recipe)) files.set(recipe, [join(folder, name), picture])
  }
  return files
}

function stepsTo(reached: Take['reached']): AssetStatus[] {
  if (!reached) return []
  return reached === 'FINAL' ? ['APPROVED', 'FINAL'] : ['APPROVED']
}

/** The ids of projects, prompt packages and shots by what names them. */
async function placesOf(db: Database, userId: string) {
  const ids = new Map<string, string>()
  for (const project of await db.all(listProjectsOfEditor, { userId })) {
    ids.set(project.name, project.id)
    const page = { projectId: project.id, before: beyondIds, limit: 100 }
    const found = (await db.all(listPromptPackages, page)).map(({ id }) => id)
    for (const { id, name } of await db.all(listPromptPackagesOfIds, { ids: JSON.stringify(found) })) {
      ids.set(`${project.name} ${name}`, id)
    }
    for (const scene of await db.all(listScenesOfProject, { projectId: project.id })) {
      for (const shot of await db.all(listShotsOfScene, { sceneDbId: scene.id })) {
        ids.set(`${project.name} ${scene.sceneId} ${shot.shotCode}`, shot.id)
      }
    }
  }
  return {
    projectId: (project: string) => ids.get(project),
    promptPackageId: (project: string, name: string) => ids.get(`${project} ${name}`),
    shotId: (project: string, sceneId: string, shotCode: string) =>
      ids.get(`${project} ${sceneId} ${shotCode}`),
  }
}
