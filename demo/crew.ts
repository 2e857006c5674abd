import { randomBytes } from 'node:crypto'
import { createUser } from '@dailies/server/accounts/create-user.ts'
import type { Database } from '@dailies/server/db/database.ts'
import { addMember } from '@dailies/server/production/add-member.ts'
import { type Actor, allOf } from '@dailies/server/production/membership.ts'
import { listProjectsOfEditor } from '@dailies/server/production/queries.ts'
import type { Person } from './film/notes.ts'

/** Who is in the films. */
export type Crew = Record<Person, Actor>

/** People who talk about the takes of the one who owns the films, and make some: nobody is to sign in as them. */
export async function crewOf(db: Database, demo: Actor): Promise<Crew> {
  const join = async (email: string, name: string, role: 'editor' | 'reviewer') => {
    const userId = await createUser(db, { email, name, password: newPassword() })
    for (const { id: projectId } of await db.all(listProjectsOfEditor, { userId: demo.userId })) {
      await addMember(db, demo, { projectId, userId, role })
    }
    return allOf(userId)
  }
  return {
    demo,
    june: await join('june@dailies.example', 'June Okafor', 'editor'),
    teo: await join('teo@dailies.example', 'Teo Marchetti', 'reviewer'),
  }
}

export function newPassword(): string {
  return randomBytes(12).toString('base64url')
}
