/** The floor on PostgreSQL, everything by hand: `node bench/floor-postgres.ts postgres://… PORT`. */
import { randomUUIDv7 } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { parse } from 'node:querystring'
import pg from 'pg'
import { checkCapture, type FloorCapture, versionValues } from './floor-capture.ts'
import { listen, readJson, sendJson } from './floor-http.ts'
import { floorStatements } from './floor-statements.ts'
import { tokenHash } from './floor-token.ts'

const [url, port] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: 10 })
pool.on('error', () => {})

const used = new Map<string, string>()
setInterval(markTokens, 1000)
listen(Number(port), (request, response) => {
  handle(request, response).catch(() => sendJson(response, 500, { error: 'Internal server error' }))
})
process.once('SIGTERM', () => process.exit(0))

async function markTokens(): Promise<void> {
  const marks = [...used]
  used.clear()
  for (const [id, at] of marks) await query(pool, 'markToken', [id, at])
}

/** Prepared once a connection, by its name. */
async function query(
  client: pg.Pool | pg.PoolClient,
  name: keyof typeof floorStatements,
  values: (string | number | null)[],
) {
  return (await client.query({ name, text: floorStatements[name], values })).rows
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const userId = await authenticate(request.headers.authorization)
  if (userId === undefined) return sendJson(response, 401, { error: 'Unauthorized' })
  const url = request.url as string
  const mark = url.indexOf('?')
  const path = mark === -1 ? url : url.slice(0, mark)
  if (request.method === 'GET' && path === '/api/extension/projects') {
    return sendJson(response, 200, { projects: await query(pool, 'listProjects', [userId]) })
  }
  if (request.method === 'GET' && path === '/api/extension/scene-assets') {
    return sendSceneAssets(response, userId, mark === -1 ? '' : url.slice(mark + 1))
  }
  if (request.method === 'POST' && path === '/api/extension/ingest') {
    return readJson<FloorCapture>(request, response, (capture) => {
      ingest(response, userId, capture).catch(() =>
        sendJson(response, 500, { error: 'Internal server error' }),
      )
    })
  }
  sendJson(response, 404, { error: 'Not found' })
}

async function authenticate(authorization: string | undefined): Promise<string | undefined> {
  const hash = tokenHash(authorization)
  if (!hash) return undefined
  const [token] = await query(pool, 'findToken', [hash])
  const now = new Date().toISOString()
  if (!token || token.revokedAt !== null || token.expiresAt <= now) return undefined
  used.set(token.id, now)
  return token.userId
}

async function sendSceneAssets(response: ServerResponse, userId: string, search: string): Promise<void> {
  const { projectId, sceneId, limit = '30' } = parse(search) as Record<string, string | undefined>
  if (!projectId || !sceneId || !(Number(limit) >= 1)) {
    return sendJson(response, 400, { error: 'Invalid payload' })
  }
  const [scene] = await query(pool, 'findScene', [projectId, sceneId.toUpperCase(), userId])
  if (!scene) return sendJson(response, 404, { error: 'Project not found' })
  if (scene.id === null) return sendJson(response, 404, { error: 'Scene not found' })
  const assets = await query(pool, 'listVersions', [scene.id, Math.min(Number(limit), 100)])
  sendJson(response, 200, { scene, assets })
}

async function ingest(response: ServerResponse, userId: string, capture: FloorCapture): Promise<void> {
  const fieldErrors = checkCapture(capture)
  if (fieldErrors) return sendJson(response, 400, { error: 'Invalid payload', details: { fieldErrors } })
  capture.sceneId = capture.sceneId.toUpperCase()
  capture.platformKey = capture.platformKey.toLowerCase()

  const { projectId, sceneId, platformKey, assetType } = capture
  const client = await pool.connect()
  try {
    await client.query('begin')
    const [target] = await query(client, 'findTarget', [projectId, sceneId, platformKey, userId])
    if (!target || target.sceneDbId === null) {
      await client.query('rollback')
      return sendJson(response, 404, { error: target ? 'Scene not found' : 'Project not found' })
    }
    const { sceneDbId, platformId } = target
    const [{ versionNumber }] = await query(client, 'countOn', [sceneDbId, assetType, platformKey])
    const id = randomUUIDv7()
    const createdAt = new Date().toISOString()
    const platformLabel = (capture.platformLabel || target.platformName || platformKey) as string
    const row = { id, sceneDbId, platformId, platformLabel, versionNumber, userId, createdAt }
    await query(client, 'insertVersion', versionValues(capture, row))
    await client.query('commit')
    const { status = 'DRAFT', rightsState = 'UNKNOWN' } = capture
    const answer = { versionNumber, platformKey, platformLabel, assetType, status, rightsState, shotId: null }
    sendJson(response, 200, { ok: true, asset: { id, ...answer, createdAt } })
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}
