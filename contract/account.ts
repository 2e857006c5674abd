import { z } from 'zod'
import { ofArray, ofText } from './length.ts'
import { projectRole } from './member.ts'
import { id, requiredText, text, timestamp } from './text.ts'

/** What somebody is to the installation, beside their own work in it. */
export const role = z.enum(['administrator', 'member']).meta({
  id: 'Role',
  description: 'administrator: also manages users and invitations',
})

export type Role = z.output<typeof role>

/** An address as it is stored: without space around it and in lower case, so that one is not taken twice. */
export const email = text(254)
  .trim()
  .toLowerCase()
  .check(z.email('Must be an email address'))
  .meta({ description: 'Its case does not count' })

export const userName = text(200).regex(/\S/, 'Required').trim().meta({ description: 'Shown to others' })

export const newPassword = text(128).min(8, ofText('Must be at least 8 characters'))

/** Whatever somebody types who wants to be let in. */
const givenPassword = requiredText(128)

const secret = requiredText(200).meta({ description: 'What stands behind # in the address' })

/** The body of POST sign-in. */
export const credentials = z
  .object({ email: requiredText(254).trim().toLowerCase(), password: givenPassword })
  .meta({ id: 'Credentials' })

export const newUser = z.object({ email, name: userName, password: newPassword })

export type NewUser = z.output<typeof newUser>

/** The body of POST setup and of POST invitation: a user, made by a secret. */
export const newUserBySecret = newUser.extend({ secret }).meta({ id: 'NewUserBySecret' })

export const secretOnly = z.object({ secret })

export const passwordChange = z
  .object({ currentPassword: givenPassword, newPassword })
  .meta({ id: 'PasswordChange' })

/** The body of POST forgotten. */
export const forgottenPassword = z.object({ email: requiredText(254).trim().toLowerCase() })

export const passwordMail = z
  .object({ validMinutes: z.int().meta({ description: 'For how long the link holds, where one is mailed' }) })
  .meta({ id: 'PasswordMail' })

/** The body of POST forgotten/set. */
export const passwordBySecret = z.object({ secret, newPassword }).meta({ id: 'PasswordBySecret' })

/** What the link to a new password says to whoever has it. */
export const passwordLink = z.object({ email: z.string(), expiresAt: timestamp }).meta({ id: 'PasswordLink' })

export const account = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    role,
    createdAt: timestamp,
    disabledAt: timestamp
      .nullable()
      .meta({ description: 'Since when the user is kept out; null: not at all' }),
  })
  .meta({ id: 'Account', description: 'A user, as the user and administrators see it' })

export type Account = z.output<typeof account>

/** The body of PATCH users: what is left out stays as it is. */
export const userUpdate = z
  .object({
    role: role.optional(),
    disabled: z.boolean().optional().meta({
      description: 'true keeps the user out: sessions end, tokens are refused; what they made stays',
    }),
  })
  .meta({ id: 'UserUpdate' })

export type UserUpdate = z.output<typeof userUpdate>

export const installation = z
  .object({
    setUp: z.boolean().meta({ description: 'Whether there is a user yet' }),
    version: z.string().meta({ description: 'Of the program' }),
    mail: z.boolean().meta({ description: 'Whether it sends mail' }),
    signs: z.boolean().meta({ description: 'Whether it can sign copies that are handed over' }),
  })
  .meta({ id: 'Installation' })

/** A browser that somebody is signed in with. */
export const session = z
  .object({
    id: z.string(),
    createdAt: timestamp,
    lastSeenAt: timestamp.meta({ description: 'To the hour' }),
    expiresAt: timestamp.meta({ description: 'Unless it is used before' }),
    address: z.string().nullable().meta({ description: 'Where it was signed in from' }),
    userAgent: z.string().nullable(),
    current: z.boolean().meta({ description: 'Whether it is the one that asks' }),
  })
  .meta({ id: 'Session' })

export type Session = z.output<typeof session>

export const endedSessions = z
  .object({ ended: z.int().meta({ description: 'How many sessions' }) })
  .meta({ id: 'EndedSessions' })

/** Projects of an invitation at most. */
const mostProjects = 20

/** The body of POST invitations. */
export const newInvitation = z
  .object({
    email: email
      .nullable()
      .default(null)
      .meta({ description: 'Only this address may accept; any when null' }),
    role: role.default('member'),
    projects: z
      .array(z.object({ projectId: id, role: projectRole }))
      .max(mostProjects, ofArray(`Must be at most ${mostProjects} projects`))
      .refine(
        (projects) => new Set(projects.map(({ projectId }) => projectId)).size === projects.length,
        'The same project twice',
      )
      .default([])
      .meta({
        description:
          'Whoever accepts is a member of these at once, as far as who invites is an owner of them then',
      }),
  })
  .meta({ id: 'NewInvitation' })

export type NewInvitation = z.output<typeof newInvitation>

export const invitation = z
  .object({
    id: z.string(),
    email: z.string().nullable(),
    role,
    projects: z
      .array(z.object({ id: z.string(), name: z.string(), role: projectRole }))
      .meta({ description: 'Those that are still there' }),
    createdAt: timestamp,
    expiresAt: timestamp,
  })
  .meta({ id: 'Invitation' })

export type Invitation = z.output<typeof invitation>

export const invitationWithLink = invitation
  .extend({
    link: z.string().meta({ description: 'Path and secret of the address to hand on: shown this once' }),
    mailed: z.boolean().meta({ description: 'Whether a link is mailed to the address as well' }),
  })
  .meta({ id: 'InvitationWithLink' })

/** What an invitation says to whoever has its secret. */
export const openInvitation = invitation.pick({ email: true, expiresAt: true }).meta({ id: 'OpenInvitation' })
