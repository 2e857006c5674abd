import { z } from 'zod'
import { jsonObject } from './json-object.ts'
import { ofArray, ofText } from './length.ts'
import { projectRole } from './member.ts'
import { longestPasskeyName } from './passkey-limits.ts'
import { id, requiredText, text, timestamp, trimmedText } from './text.ts'

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

export const userName = trimmedText(200).meta({ description: 'Shown to others' })

export const newPassword = text(128).min(8, ofText('Must be at least 8 characters'))

/** Whatever somebody types who wants to be let in. */
const givenPassword = requiredText(128)

const secret = requiredText(200).meta({ description: 'What stands behind # in the address' })

/** The body of POST sign-in. */
export const credentials = z
  .object({ email: requiredText(254).trim().toLowerCase(), password: givenPassword })
  .meta({ id: 'Credentials' })

/** The body of POST provider/finish. */
export const providerAnswer = z.object({
  answer: requiredText(8192).meta({
    description:
      'What stands behind ? in the address to which the provider sent the browser back, as it came',
  }),
})

export const providerAddress = z
  .object({ address: z.string().meta({ description: 'Of the provider: where the browser goes' }) })
  .meta({ id: 'ProviderAddress' })

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
    secondFactorAt: timestamp.nullable().meta({
      description: 'Since when a code is asked for beside the password; null: not at all',
    }),
    passkeys: z.int().meta({ description: 'How many passkeys the user has' }),
    secondFactorMissing: z.enum(['setUp', 'signIn']).optional().meta({
      description:
        'Of oneself alone, in a session that may do nothing else, for the installation requires a second factor. setUp: set one up, or add a passkey, in this session. signIn: there is one, without which this session was begun; sign in again with it',
    }),
    signsIn: z
      .object({
        password: z.boolean().meta({ description: 'By a password' }),
        provider: z.boolean().meta({ description: 'By the identity provider of the installation' }),
      })
      .optional()
      .meta({
        description: 'How: of oneself alone, and only where the installation has an identity provider',
      }),
  })
  .meta({ id: 'Account', description: 'A user, as the user and administrators see it' })

export type Account = z.output<typeof account>

/** What POST sign-in answers with instead of an account where the password is right, and a code is missing. */
export const codeAsked = z
  .object({
    codeAsked: z.literal(true).meta({
      description:
        'Nobody is signed in yet: POST /api/account/sign-in/code is, in this browser, within ten minutes',
    }),
  })
  .meta({ id: 'CodeAsked' })

/** The body of POST sign-in/code. */
export const givenCode = z.object({
  code: requiredText(64).meta({
    description: 'Of the authenticator app, or a recovery code: spaces, dashes and case do not count',
  }),
})

/** The body of what a browser that was left open is not enough for. */
export const ownPassword = z.object({ currentPassword: givenPassword })

export const secondFactor = z
  .object({
    since: timestamp.nullable().meta({ description: 'null: there is none' }),
    recoveryCodes: z.int().meta({ description: 'How many are not used yet' }),
  })
  .meta({ id: 'SecondFactor' })

export const secondFactorSecret = z
  .object({
    secret: z.string().meta({ description: 'In base32, to be typed into an authenticator app' }),
    address: z.string().meta({ description: '`otpauth://totp/…`: to be shown as a QR code' }),
  })
  .meta({ id: 'SecondFactorSecret' })

export const recoveryCodes = z
  .object({
    recoveryCodes: z
      .array(z.string())
      .meta({ description: 'Each lets in once, instead of a code of the app: shown this once' }),
  })
  .meta({ id: 'RecoveryCodes' })

export const newSecondFactor = recoveryCodes
  .extend({ ended: z.int().meta({ description: 'How many other sessions ended' }) })
  .meta({ id: 'NewSecondFactor' })

export const passkeyName = trimmedText(longestPasskeyName).meta({ description: 'Where it is' })

export const passkey = z
  .object({
    id: z.string(),
    name: z.string(),
    createdAt: timestamp,
    lastUsedAt: timestamp.nullable(),
  })
  .meta({ id: 'Passkey' })

export type Passkey = z.output<typeof passkey>

/** What the browser is asked for: as `PublicKeyCredential.parse…FromJSON` takes it. */
export const passkeyOptions = z
  .object({
    options: jsonObject.meta({
      description:
        '`PublicKeyCredentialRequestOptionsJSON` or `PublicKeyCredentialCreationOptionsJSON` of WebAuthn, level 3',
    }),
  })
  .meta({ id: 'PasskeyOptions' })

const binary = (most: number) => text(most).regex(/^[\w-]+$/, 'Must be base64url')

const credential = {
  id: binary(1400),
  rawId: binary(1400),
  type: z.literal('public-key'),
}

/** What the browser answered: `toJSON()` of it. */
const passkeyAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: binary(4000),
    authenticatorData: binary(4000),
    signature: binary(4000),
    userHandle: binary(100).optional(),
  }),
})

export type PasskeyAssertion = z.output<typeof passkeyAssertion>

const passkeyAttestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: binary(4000),
    attestationObject: binary(8000),
    transports: z.array(text(50)).max(10).optional(),
  }),
})

export type PasskeyAttestation = z.output<typeof passkeyAttestation>

/** The body of POST passkey/finish. */
export const passkeyAnswer = z.object({ response: passkeyAssertion })

/** The body of POST passkeys. */
export const newPasskey = z.object({ name: passkeyName, response: passkeyAttestation })

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
    passkeys: z.string().nullable().meta({
      description: 'The origin of pages at which passkeys work; null: nobody signs in by one here',
    }),
    secondFactorRequired: z
      .literal(true)
      .optional()
      .meta({ description: 'Where whoever signs in with a password needs a second factor' }),
    provider: z
      .object({
        name: z.string().meta({ description: 'What people know it by' }),
        passwords: z
          .enum(['everybody', 'administrators', 'nobody'])
          .meta({ description: 'Who may sign in by a password beside it' }),
      })
      .optional()
      .meta({ description: 'The identity provider that people sign in by, where there is one' }),
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
  .object({
    ended: z.int().meta({ description: 'How many sessions' }),
    provider: z.string().optional().meta({
      description:
        'Where the browser goes to sign out at the identity provider as well: of POST sign-out alone, and where that is switched on',
    }),
  })
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
