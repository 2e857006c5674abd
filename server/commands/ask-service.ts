import { z } from 'zod'
import type { CallOptions, Dailies, EndpointName } from '../../sdk/src/dailies.ts'
import { checked } from '../checked.ts'
import { DailiesError } from '../error.ts'
import { codeOf } from './code-of.ts'
import { type ServiceFlags, servicePlace } from './service.ts'
import { stopSignal } from './stop-signal.ts'
import type { Terminal } from './terminal.ts'

/** What a command asks a service by. */
export interface Asking {
  dailies: Dailies
  /** With the signal that ends it. */
  more: CallOptions & { signal: AbortSignal }
}

/**
 * Runs what asks a service over the network: what is wrong with what was asked ends it with one code, the service and its token
 * with another (docs/command-line.md, "Exit codes"). `needs` is the endpoint that a refusal is of.
 */
export async function askService(
  terminal: Terminal,
  flags: ServiceFlags,
  needs: EndpointName,
  work: (asking: Asking) => Promise<void>,
): Promise<void> {
  const { signal, forget } = stopSignal()
  try {
    const place = await servicePlace(flags, terminal)
    // Only here: the other commands start without the client.
    const { connectToFile } = await import('../filing/service.ts')
    await work({ dailies: connectToFile(place), more: { signal } })
  } catch (error) {
    throw codeOf(await inWords(error, needs), terminal)
  } finally {
    forget()
  }
}

/** What cannot be so as it was asked, of the statuses of an answer. */
const cannotBe = [400, 404, 409]

async function inWords(error: unknown, needs: EndpointName): Promise<unknown> {
  const { name, status = 0, message, fieldErrors = {}, formErrors = [] } = error as Refusal
  if (name !== 'DailiesError') return error
  if (status === 403) {
    const { endpoints } = await import('@dailies/contract/endpoints.ts')
    const { permission, role } = endpoints[needs] as { permission?: string; role?: string }
    const least = role ? `, of a user who is at least ${role} in the project` : ''
    const { DailiesError: Refused } = await import('../../sdk/src/error.ts')
    return new Refused(`${message}: it takes a token with the permission "${permission}"${least}`, { status })
  }
  if (!cannotBe.includes(status)) return error
  const fields = Object.entries(fieldErrors).map(([field, all]) => `${field}: ${all.join(', ')}`)
  const told = [...fields, ...formErrors]
  return new DailiesError('invalid', told.length > 0 ? told.join('; ') : message)
}

interface Refusal {
  name?: string
  status?: number
  message: string
  fieldErrors?: Record<string, string[]>
  formErrors?: string[]
}

/** Of a list, as many as `--limit` says. Throws `invalid` where that is no number. */
export async function upTo<T>(
  { limit }: { limit: string },
  ask: (page: { limit: number; cursor: string | undefined }) => Promise<Page<T>>,
): Promise<{ found: T[]; isMore: boolean }> {
  const most = checked(ofLimit, { limit: Number(limit) }).limit
  const found: T[] = []
  let cursor: string | undefined
  do {
    const { data, metadata } = await ask({ limit: Math.min(most - found.length, 100), cursor })
    found.push(...data)
    cursor = metadata.nextCursor ?? undefined
  } while (cursor !== undefined && found.length < most)
  return { found, isMore: cursor !== undefined }
}

interface Page<T> {
  data: T[]
  metadata: { nextCursor: string | null }
}

const ofLimit = z.object({
  limit: z.int('Must be a whole number').min(1, 'Must be 1 or more').max(1000, 'Must be 1000 or less'),
})

const isId = (text: string) => /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text)

const isSame = (one: string, other: string) => one.trim().toUpperCase() === other.trim().toUpperCase()

/** The id of a project by its name, or as it is given. Throws `invalid` where none or several are called so. */
export function projectNamed(asking: Asking, wanted: string): Promise<string> {
  const { dailies, more } = asking
  return onlyOne(
    'project',
    wanted,
    (cursor) => dailies.browseProjects({ q: wanted, limit: 100, cursor }, more),
    'name',
  )
}

/** The id of a scene by its number, or as it is given. Throws `invalid`. */
export function sceneNumbered({ dailies, more }: Asking, projectId: string, wanted: string): Promise<string> {
  return onlyOne(
    'scene',
    wanted,
    (cursor) => dailies.browseScenes({ id: projectId, limit: 100, cursor }, more),
    'sceneId',
  )
}

/** The id of a shot of a scene by its code, or as it is given. Throws `invalid`. */
export function shotCoded({ dailies, more }: Asking, sceneDbId: string, wanted: string): Promise<string> {
  const all = async () => ({
    data: (await dailies.browseShots({ id: sceneDbId }, more)).data,
    metadata: { nextCursor: null },
  })
  return onlyOne('shot', wanted, all, 'shotCode')
}

async function onlyOne<K extends string>(
  thing: string,
  wanted: string,
  ask: (cursor: string | undefined) => Promise<Page<{ id: string } & Record<K, string>>>,
  key: K,
): Promise<string> {
  if (isId(wanted)) return wanted
  const found: string[] = []
  let cursor: string | undefined
  do {
    const { data, metadata } = await ask(cursor)
    found.push(...data.filter((one) => isSame(one[key], wanted)).map(({ id }) => id))
    cursor = metadata.nextCursor ?? undefined
  } while (cursor !== undefined)
  const [only, another] = found
  if (only === undefined)
    throw new DailiesError('invalid', `There is no ${thing} “${wanted}” that this token may see`)
  if (another === undefined) return only
  throw new DailiesError('invalid', `There are several: name the ${thing} by its id, ${found.join(', ')}`)
}
