/** The floor on SQLite, everything by hand: `node bench/floor-sqlite.ts FOLDER PORT`. */
import { randomUUIDv7 } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { parse } from 'node:querystring'
import { DatabaseSync } from 'node:sqlite'
import { checkCapture, type FloorCapture, versionValues } from './floor-capture.ts'
import { listen, readJson, sendJson } from './floor-http.ts'
import { floorStatements } from './floor-statements.ts'
import { tokenHash } from './floor-token.ts'

const [folder, port] = process.argv.slice(2)
const db = new DatabaseSync(join(folder!, 'dailies.db'), { timeout: 10_000 })
db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')

const prepare = (sql: string) => db.prepare(sql.replaceAll('$', '?'))
const findToken = prepare(floorStatements.findToken)
const markToken = prepare(floorStatements.markToken)
const listProjects = prepare(floorStatements.listProjects)
const findScene = prepare(floorStatements.findScene)
const listVersions = prepare(floorStatements.listVersions)
const findTarget = prepare(floorStatements.findTarget)
const countOn = prepare(floorStatements.countOn)
const insertVersion = prepare(floorStatements.insertVersion)
const begin = db.prepare('begin immediate')
const commit = db.prepare('commit')

const used = new Map<string, string>()
setInterval(markTokens, 1000)
listen(Number(port), handle)
process.once('SIGTERM', () => process.exit(0))

function markTokens(): void {
  for (const [id, at] of used) markToken.run(id, at)
  used.clear()
}

function handle(request: IncomingMessage, response: ServerResponse) {
  try {
    const userId = authenticate(request.headers.authorization)
    if (userId === undefined) return sendJson(response, 401, { error: 'Unauthorized' })
    const url = request.url as string
    const mark = url.indexOf('?')
    const path = mark === -1 ? url : url.slice(0, mark)
    if (request.method === 'GET' && path === '/api/extension/projects') {
      return sendJson(response, 200, { projects: listProjects.all(userId) })
    }
    if (request.method === 'GET' && path === '/api/extension/scene-assets') {
      return sendSceneAssets(response, userId, mark === -1 ? '' : url.slice(mark + 1))
    }
    if (request.method === 'POST' && path === '/api/extension/ingest') {
      return readJson<FloorCapture>(request, response, (capture) => ingest(response, userId, capture))
    }
    sendJson(response, 404, { error: 'Not found' })
  } catch {
    sendJson(response, 500, { error: 'Internal server error' })
  }
}

function authenticate(authorization: string | undefined): string | undefined {
  const hash = tokenHash(authorization)
  const token = hash && findToken.get(hash)
  const now = new Date().toISOString()
  if (!token || token.revokedAt !== null || (token.expiresAt as string) <= now) return undefined
  used.set(token.id as string, now)
  return token.userId as string
}

function sendSceneAssets(response: ServerResponse, userId: string, search: string) {
  const { projectId, sceneId, limit = '30' } = parse(search) as Record<string, string | undefined>
  if (!projectId || !sceneId || !(Number(limit) >= 1)) {
    return sendJson(response, 400, { error: 'Invalid payload' })
  }
  const scene = findScene.get(projectId, sceneId.toUpperCase(), userId)
  if (!scene) return sendJson(response, 404, { error: 'Project not found' })
  if (scene.id === null) return sendJson(response, 404, { error: 'Scene not found' })
  const assets = listVersions.all(scene.id!, Math.min(Number(limit), 100))
  sendJson(response, 200, { scene, assets })
}

function ingest(response: ServerResponse, userId: string, capture: FloorCapture) {
  const fieldErrors = checkCapture(capture)
  if (fieldErrors) return sendJson(response, 400, { error: 'Invalid payload', details: { fieldErrors } })
  capture.sceneId = capture.sceneId.toUpperCase()
  capture.platformKey = capture.platformKey.toLowerCase()

  const { projectId, sceneId, platformKey, assetType } = capture
  begin.run()
  try {
    const target = findTarget.get(projectId, sceneId, platformKey, userId)
    if (!target || target.sceneDbId === null) {
      db.exec('rollback')
      return sendJson(response, 404, { error: target ? 'Scene not found' : 'Project not found' })
    }
    const sceneDbId = target.sceneDbId as string
    const { versionNumber } = countOn.get(sceneDbId, assetType, platformKey) as { versionNumber: number }
    const id = randomUUIDv7()
    const createdAt = new Date().toISOString()
    const platformId = target.platformId as string | null
    const platformLabel = (capture.platformLabel || target.platformName || platformKey) as string
    const row = { id, sceneDbId, platformId, platformLabel, versionNumber, userId, createdAt }
    insertVersion.run(...versionValues(capture, row))
    commit.run()
    const { status = 'DRAFT', rightsState = 'UNKNOWN' } = capture
    const answer = { versionNumber, platformKey, platformLabel, assetType, status, rightsState, shotId: null }
    sendJson(response, 200, { ok: true, asset: { id, ...answer, createdAt } })
  } catch {
    if (db.isTransaction) db.exec('rollback')
    sendJson(response, 500, { error: 'Internal server error' })
  }
}
