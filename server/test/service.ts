import type { Role } from '@dailies/contract/account.ts'
import type { Reply } from '@dailies/contract/endpoint.ts'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { workspaceFile } from '@dailies/contract/workspace.ts'
import { addUser } from '../accounts/create-user.ts'
import { readSettings } from '../config.ts'
import type { Database, Engine } from '../db/database.ts'
import { openDatabase } from '../db/open.ts'
import { openLog } from '../log.ts'
import { importWorkspace } from '../production/import-workspace.ts'
import { allOf } from '../production/membership.ts'
import { issueToken } from '../tokens/issue.ts'
import { commandLine } from '../tokens/token-manager.ts'
import { type Place, preparedPlace } from './engines.ts'

export interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any
}

export interface TestService {
  address: string
  place: Place
  /** A connection of the test's own, beside the service's. */
  db: Database
  close(): Promise<void>
}

/** A service of its own on a database of its own, listening on a free port of the loopback. */
export async function testService(
  engine: Engine,
  environment: Record<string, string> = {},
): Promise<TestService> {
  // Only here: whoever takes the service that the run shares, or starts `dailies`, loads in a third of the time without it.
  const { startService } = await import('../main.ts')
  const place = await preparedPlace(engine, environment)
  // The test knows when its requests are over.
  const service = await startService(place.settings, silentLog, { silence: 0 })
  const db = await openDatabase(place.settings, () => {})
  return {
    address: service.address,
    place,
    db,
    close: async () => {
      await service.close()
      await db.close()
      await place.remove()
    },
  }
}

export const silentLog = openLog('silent')

/** Where the run tells its tests of the service that they share. */
const offered = {
  sqlite: 'DAILIES_TEST_SERVICE_SQLITE',
  postgres: 'DAILIES_TEST_SERVICE_POSTGRES',
} satisfies Record<Engine, string>

/** So that webhooks may go to a receiver of the test's. */
const toReceivers = { DAILIES_DEVELOPMENT: 'true', DAILIES_WEBHOOK_ALLOW: '127.0.0.0/8' }

/** Starts a service for many tests; `told` is what they find it by. */
export async function offerService(engine: Engine) {
  const { address, place, close } = await testService(engine, toReceivers)
  return { told: { [offered[engine]]: JSON.stringify({ address, environment: place.environment }) }, close }
}

/** The service that the run shares, with others' users in it; one of the test's own where there is none. */
export async function sharedService(engine: Engine): Promise<TestService> {
  const text = process.env[offered[engine]]
  if (!text) return testService(engine, toReceivers)
  const { address, environment } = JSON.parse(text)
  const settings = readSettings({}, environment)
  const db = await openDatabase(settings, () => {})
  const place = { engine, environment, settings, remove: async () => {} }
  return { address, place, db, close: () => db.close() }
}

let users = 0

/** Requests made by somebody. */
export interface AnyCaller {
  get(path: string): Promise<Answer>
  send(method: string, path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>
}

/** Requests made with a token. */
export interface TestCaller extends AnyCaller {
  token: string
  ingest(capture: object, headers?: Record<string, string>): Promise<Answer>
}

/** Requests made with the cookie of a session, as a browser makes them. */
export interface SessionTestCaller extends AnyCaller {
  cookie: string
}

export interface TestUser extends TestCaller {
  id: string
  email: string
}

/** The password of every test user. */
export const testPassword = 'correct horse'
export const ofTestUsers = {
  /** Of that, as `hashPassword` makes it, which takes a tenth of a second each time; see `cheap-hashing.ts`. */
  passwordHash:
    '274b9d9ff4c0df72dd5c020a291e64eb:753c67bb5004a9c32c2dd06401188ea8f7105ac7afb1d7de027aa23450a84f37' +
    '01848a13a81ed1d3265f738bf96857e515acebcc95fb00056d0e3fd50fe73eef',
}

/** A user with a token, and requests made with it. */
export async function testUser(
  { db, address }: { db: Database; address: string },
  { role = 'member' }: { role?: Role } = {},
): Promise<TestUser> {
  users += 1
  // Of this process: others have their users in the same service.
  const email = `user${users}.${process.pid}@studio.example`
  const user = { email, name: `User ${String(users).padStart(4, '0')}`, role, ...ofTestUsers }
  const id = await db.transaction((transaction) => addUser(transaction, user))
  const { token } = await issueToken(db, commandLine(id), { name: 'test' })
  return { id, email, ...callerWith(address, token) }
}

/** A session of the user's, and requests made with it. */
export async function signIn(
  { address }: { address: string },
  { email }: Pick<TestUser, 'email'>,
  password = testPassword,
): Promise<SessionTestCaller> {
  const answer = await openCaller(address).send('POST', endpoints.signIn.path, { email, password })
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return sessionCaller(address, cookieOf(answer))
}

/** What a browser sends back of the cookies that an answer sets: `name=value`. */
export function cookieOf({ headers }: Answer): string {
  const [cookie = ''] = headers.getSetCookie()
  return cookie.split(';', 1)[0]!
}

export function sessionCaller(address: string, cookie: string): SessionTestCaller {
  return { cookie, ...callerSending(address, { cookie, 'sec-fetch-site': 'same-origin' }) }
}

/** Requests made by nobody in particular. */
export function openCaller(address: string): AnyCaller {
  return callerSending(address, {})
}

export function callerWith(address: string, token: string): TestCaller {
  const caller = callerSending(address, { authorization: `Bearer ${token}` })
  return {
    token,
    ...caller,
    ingest: (capture, headers) => caller.send('POST', endpoints.ingest.path, capture, headers),
  }
}

function callerSending(address: string, always: Record<string, string>): AnyCaller {
  return {
    send: (method, path, body, headers = {}) =>
      request(address + path, {
        method,
        headers: { ...always, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    get: (path) => request(address + path, { headers: always }),
  }
}

/** Any request, with its body read as JSON where it is JSON. */
export async function request(url: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(url, { redirect: 'manual', ...init })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return {
    status: response.status,
    headers: response.headers,
    body: isJson && text ? JSON.parse(text) : text,
  }
}

export interface Film {
  projectId: string
  /** Of scene 012A, with shots 012A-A and 012A-B. */
  sceneDbId: string
  shotIds: string[]
  /** Of scene 2, without shots. */
  otherSceneDbId: string
  /** A capture into scene 012A, with what is required. */
  capture: { projectId: string; sceneId: string; platformKey: string; assetType: string; prompt: string }
}

/** A small production of the user's, made as an import makes it and read over HTTP. */
export async function testFilm(db: Database, user: TestUser, name = 'The Long Tide'): Promise<Film> {
  const workspace = {
    projects: [
      {
        name,
        status: 'PRODUCTION',
        genre: 'Drama',
        characters: [{ name: 'Mara', role: 'Keeper', description: 'Keeps the light.' }, { name: 'Élias' }],
        promptPackages: [{ name: 'House style', prompt: 'anamorphic, overcast, 35mm' }],
        scenes: [
          {
            sceneId: '012a',
            storyBeat: 'The lamp goes out.',
            act: 2,
            macroScene: 'Storm',
            shots: [
              { shotCode: '012A-B', sortOrder: 2, required: false },
              { shotCode: '012A-A', description: 'Wide, the tower.', sortOrder: 1 },
            ],
          },
          { sceneId: '2' },
          { sceneId: '10' },
          { sceneId: '10A' },
        ],
      },
    ],
  }
  await importWorkspace(db, allOf(user.id), workspaceFile.parse(workspace))
  const { projects } = (await user.get('/api/extension/projects')).body as Reply<
    typeof endpoints.listProjects
  >
  const projectId = projects.find((project) => project.name === name)!.id
  const { scenes } = (await user.get(`/api/extension/scenes?projectId=${projectId}`)).body as Reply<
    typeof endpoints.listScenes
  >
  const sceneDbId = scenes.find((scene) => scene.sceneId === '012A')!.id
  const { shots } = (await user.get(`/api/extension/shots?sceneDbId=${sceneDbId}`)).body as Reply<
    typeof endpoints.listShots
  >
  return {
    projectId,
    sceneDbId,
    shotIds: shots.map((shot) => shot.id),
    otherSceneDbId: scenes.find((scene) => scene.sceneId === '2')!.id,
    capture: {
      projectId,
      sceneId: '012A',
      platformKey: 'midjourney',
      assetType: 'IMAGE',
      prompt: 'a lighthouse at dusk',
    },
  }
}
