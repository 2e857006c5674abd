import { trimmedText } from '@dailies/contract/text.ts'
import { userByEmail } from '../accounts/create-user.ts'
import { findAccount } from '../accounts/queries.ts'
import { findFirstUser } from '../backups/queries.ts'
import type { Connection } from '../db/database.ts'
import { databaseTime } from '../db/time.ts'
import { DailiesError, unavailable } from '../error.ts'
import { listPlatforms } from '../platforms/queries.ts'
import { mostMembers, mostProjects } from '../production/limits.ts'
import { countProjectsOfUser, findProjectByName } from '../production/project-queries.ts'
import type { Here } from './columns.ts'
import { newIds } from './ids.ts'
import type { ProjectManifest } from './manifest.ts'
import { findPeople, type Person } from './people.ts'
import { findDeletionOfProject, findProjectById } from './queries.ts'
import type { Received } from './received.ts'
import { foreign } from './rows.ts'
import { type NamedRow, travelling } from './tables.ts'

/** What importing a project would do. */
export interface ImportPlan {
  /** The id that it gets, and its name. */
  projectId: string
  name: string
  people: Person[]
  /** Ids of the users here who will own it, and may come in. */
  owners: string[]
  /** Who is made an owner besides those who were. */
  owner: string | undefined
  rows: number
  /** Of its files, each as often as it is named. */
  mediaBytes: number
  here: Omit<Here, 'personOf' | 'bytesOf' | 'now'>
}

interface Wish {
  /** Instead of the one that it has. */
  name?: string | undefined
  /** An address: who owns it besides. */
  owner?: string | undefined
}

interface Came {
  manifest: ProjectManifest
  received: Received
  /** Characters of one text that is JSON. */
  mostJson: number
}

/** Looks at all of a project that was received, and writes nothing. Throws `invalid`, with what to do, where it cannot be brought in. */
export async function planImport(
  db: Connection,
  { manifest, received, mostJson }: Came,
  wish: Wish = {},
): Promise<ImportPlan> {
  const rows = await received.count()
  const now = await databaseTime(db)
  const { projectId, idOf } = await requireNew(db, manifest, now)
  const people = await findPeople(db, received.people, idOf)
  const slugs = new Map((await db.all(listPlatforms, {})).map(({ slug, id }) => [slug, id]))
  const here = {
    projectId,
    idOf,
    platformOf: (slug: string) => slugs.get(slug) ?? null,
    madeAt: manifest.madeAt,
    mostJson,
  }
  const known = new Map(people.map((person) => [person.id, person]))
  const named = new Set<string>()
  const asThere: Here = {
    ...here,
    personOf: (id) => {
      if (known.has(id)) named.add(id)
      return known.get(id)?.id
    },
    bytesOf: (hash) => received.blobs.get(hash),
    now,
  }
  let project: NamedRow | undefined
  const members: NamedRow[] = []
  let mediaBytes = 0
  for (const table of travelling) {
    for await (const page of received.rowsOf(table, asThere)) {
      if (table.name === 'projects') [project] = page
      if (table.name === 'project_members') members.push(...page)
      for (const { hash, bytes } of page) if (hash) mediaBytes += Number(bytes)
    }
  }
  if (!project) throw foreign('is empty')
  const owner = wish.owner === undefined ? undefined : await ownerOf(db, wish.owner)
  const whoOf = ({ user_id }: NamedRow) => known.get(String(user_id))
  const own = members
    .filter(({ role }) => role === 'owner')
    .map(whoOf)
    .filter((person) => person?.mayComeIn)
    .map((person) => person!.userId!)
  const plan = {
    projectId,
    name: nameIn(wish.name ?? String(project.name)),
    // Nobody is added who says nothing.
    people: people.filter(({ id }) => named.has(id)),
    owners: [...new Set([...own, ...(owner ? [owner] : [])])].sort(),
    owner,
    rows,
    mediaBytes,
    here,
  }
  if (plan.owners.length === 0)
    throw new DailiesError('invalid', 'None of its owners may sign in here: --owner says who is to own it')
  // Who is to be added has no projects as yet.
  const memberIds = members.map((member) => whoOf(member)?.userId ?? String(member.user_id))
  await requireRoomForMembers(db, new Set([...memberIds, ...plan.owners]))
  for (const userId of plan.owners) await requireOtherName(db, { userId, name: plan.name })
  return plan
}

/** The same project has the same id here each time, but for what was deleted. Throws `invalid` where it is here. */
async function requireNew(
  db: Connection,
  manifest: ProjectManifest,
  now: number,
): Promise<Pick<ImportPlan['here'], 'projectId' | 'idOf'>> {
  const installation = (await db.first(findFirstUser, {}))?.id
  if (installation === undefined)
    throw new DailiesError(
      'invalid',
      'Nobody is here as yet who could own it: add the first user, then import',
    )
  for (let time = 1; ; time += 1) {
    const idOf = newIds([installation, manifest.projectId, time].join('\n'), now)
    const projectId = idOf(manifest.projectId)
    const found = await db.first(findProjectById, { id: projectId })
    if (!found) return { projectId, idOf }
    if (found.createdBy !== null)
      throw new DailiesError(
        'invalid',
        `It is here already, as “${found.name}”: nothing is merged. Delete that one first to bring it in anew`,
      )
    const removal = await db.first(findDeletionOfProject, { projectId })
    if (removal && removal.leasedUntil > now)
      throw unavailable(
        undefined,
        'It is being brought in, or was half a minute ago: begin anew when that is over',
      )
  }
}

async function ownerOf(db: Connection, address: string): Promise<string> {
  const { id } = await userByEmail(db, address)
  const account = await db.first(findAccount, { id })
  if (account?.disabledAt !== null) throw new DailiesError('invalid', `--owner: ${address} may not sign in`)
  return id
}

function nameIn(name: string): string {
  const found = trimmedText(200).safeParse(name)
  if (!found.success) throw new DailiesError('invalid', '--name: Must be 1 to 200 characters')
  return found.data
}

/** Throws `invalid` where there would be too many members, or one of them is in as many projects as there may be. */
export async function requireRoomForMembers(db: Connection, userIds: ReadonlySet<string>): Promise<void> {
  if (userIds.size > mostMembers)
    throw new DailiesError('invalid', `It would have more than ${mostMembers} members, the most there may be`)
  for (const userId of userIds) {
    const projects = await db.first(countProjectsOfUser, { userId })
    if ((projects?.count ?? 0) < mostProjects) continue
    const account = await db.first(findAccount, { id: userId })
    throw new DailiesError(
      'invalid',
      `${account?.email} is a member of ${mostProjects} projects, the most there may be: take them out of one first`,
    )
  }
}

/** Throws `invalid` for a name that one of them has a project of already. */
export async function requireOtherName(
  db: Connection,
  named: { userId: string; name: string },
): Promise<void> {
  if (await db.first(findProjectByName, named))
    throw new DailiesError(
      'invalid',
      `There is a project “${named.name}” already: --name brings it in under another`,
    )
}
