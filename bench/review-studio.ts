import type { ProjectRole } from '@dailies/contract/member.ts'
import { workspaceFile } from '@dailies/contract/workspace.ts'
import { addUser } from '../server/accounts/create-user.ts'
import { hashPassword } from '../server/accounts/password.ts'
import { readSettings } from '../server/config.ts'
import { openDatabase } from '../server/db/open.ts'
import { syncBuiltInCatalogue } from '../server/platforms/catalogue.ts'
import { addMember } from '../server/production/add-member.ts'
import { importWorkspace } from '../server/production/import-workspace.ts'
import { allOf } from '../server/production/membership.ts'
import { listProjectsOfEditor } from '../server/production/queries.ts'
import { issueToken } from '../server/tokens/issue.ts'
import { commandLine } from '../server/tokens/token-manager.ts'
import type { Place } from './places.ts'

interface StudioUser {
  email: string
  password: string
  token: string
}

export interface ReviewStudio {
  /** Who owns the film, and leads. */
  leader: StudioUser
  others: StudioUser[]
  projectId: string
}

/** A film with its owner and so many others in that role, who may all sign in. */
export async function reviewStudio(
  place: Place,
  { others: count, role }: { others: number; role: ProjectRole },
): Promise<ReviewStudio> {
  const { folder, databaseUrl } = place
  const db = await openDatabase(readSettings({ dataFolder: folder, databaseUrl }, {}), () => {})
  try {
    await syncBuiltInCatalogue(db)
    const password = 'correct horse'
    const passwordHash = await hashPassword(password)
    const user = async (name: string) => {
      const email = `${name}@studio.example`
      const account = { email, name, role: 'member', passwordHash } as const
      const id = await db.transaction((transaction) => addUser(transaction, account))
      return { id, email, password, token: (await issueToken(db, commandLine(id), { name: 'bench' })).token }
    }
    const leader = await user('leader')
    const workspace = workspaceFile.parse({ projects: [{ name: 'Film', scenes: [{ sceneId: '1' }] }] })
    await importWorkspace(db, allOf(leader.id), workspace)
    const [film] = await db.all(listProjectsOfEditor, { userId: leader.id })
    const projectId = film!.id
    const others: StudioUser[] = []
    for (let index = 0; index < count; index += 1) {
      const other = await user(`follower-${index}`)
      await addMember(db, 'command line', { projectId, userId: other.id, role })
      others.push(other)
    }
    return { leader, others, projectId }
  } finally {
    await db.close()
  }
}
