import { z } from 'zod'
import { projectRoles } from './project-role.ts'
import { id, timestamp } from './text.ts'
import { was } from './was.ts'

/** What somebody is in a project. Each may all that those before may. docs/teams.md */
export const projectRole = z.enum(projectRoles).meta({
  id: 'ProjectRole',
  description:
    'viewer: looks; reviewer: also gives an opinion; editor: also captures, builds, picks and approves; owner: also decides who is a member, and deletes the project',
})

export type ProjectRole = z.output<typeof projectRole>

export const myRole = projectRole.meta({ description: 'What whoever asks is in the project' })

/** Somebody who is in a project. */
export const member = z
  .object({
    userId: z.string(),
    name: z.string(),
    role: projectRole,
    createdAt: timestamp.meta({ description: 'Since when' }),
    disabledAt: timestamp
      .nullable()
      .meta({ description: 'Since when an administrator keeps them out; null: not at all' }),
  })
  .meta({ id: 'Member' })

export type Member = z.output<typeof member>

/** The body of POST members. */
export const newMember = z.object({ userId: id, role: projectRole }).meta({ id: 'NewMember' })

/** The body of PATCH members. */
export const memberUpdate = z
  .object({ role: projectRole, was: was(z.object({ role: projectRole })) })
  .meta({ id: 'MemberUpdate' })

const roleThen = projectRole.nullable().meta({ description: 'null: no member' })

/** Somebody became a member, stopped being one, or got another role. */
export const memberChange = z
  .object({
    id: z.string(),
    user: z.object({ id: z.string(), name: z.string() }),
    oldRole: roleThen,
    newRole: roleThen,
    changedBy: z
      .object({ id: z.string(), name: z.string() })
      .nullable()
      .meta({ description: 'null: on the command line' }),
    createdAt: timestamp,
  })
  .meta({ id: 'MemberChange' })

export type MemberChange = z.output<typeof memberChange>

/** Somebody of the installation, as everybody else sees them. */
export const person = z
  .object({
    id: z.string(),
    name: z.string(),
    role: projectRole
      .nullable()
      .meta({ description: 'In the project that is asked for; null: no member, or none was asked for' }),
  })
  .meta({ id: 'Person' })

export type Person = z.output<typeof person>
