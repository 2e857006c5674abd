import type { Reply } from '@dailies/contract/endpoint.ts'
import { endpoints } from '@dailies/contract/endpoints.ts'
import { workspaceFile } from '@dailies/contract/workspace.ts'
import { createUser } from '../accounts/create-user.ts'
import type { Database, Engine } from '../db/database.ts'
import { openDatabase } from '../db/open.ts'
import { openLog } from '../log.ts'
import { startService } from '../main.ts'
import { importWorkspace } from '../production/import-workspace.ts'
import { allOf } from '../production/ownership.ts'
import { commandLine } from '../tokens/actor.ts'
import { issueToken } from '../tokens/issue.ts'
import { emptyPlace, type Place } from './engines.ts'

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

/** A service of its own on an empty database, listening on a free port of the loopback. */
export async function testService(
  engine: Engine,
  environment: Record<string, string> = {},
): Promise<TestService> {
  const place = await emptyPlace(engine, environment)
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

/** A user with a token, and requests made with it. */
export async function testUser({ db, address }: { db: Database; address: string }): Promise<TestUser> {
  users += 1
  const email = `user${users}@studio.example`
  const id = await createUser(db, { email, name: `User ${users}`, password: testPassword })
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
