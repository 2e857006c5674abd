import { kyselyOn } from '../db/auth-dialect.ts'
import type { Database } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { type BrowserCookie, browserCookie } from './browser-cookie.ts'
import { hashPassword, isPassword } from './password.ts'

const day = 24 * 60 * 60

/** So often at most is it written that a session was used. */
const seenEverySeconds = 60 * 60

/** Better-auth is told in this header where a request comes from: it reads no others, which anybody could send. */
const addressHeader = 'x-dailies-address'
const longestUserAgent = 500

/** What a request says of itself, as far as sessions go. */
export interface Presented {
  /** The header `Cookie`. */
  cookie: string | undefined
  /** Where it comes from. */
  address: string
  userAgent: string | undefined
}

interface AuthOptions {
  /** The same on every node. */
  secret: string
  /** Whether users come by HTTPS: then the cookie is for that alone. */
  secure: boolean
  onError: (error: unknown, doing: string) => void
}

export interface Auth {
  /** Better-auth, loaded by the first who needs it: a node that only tokens come to starts sooner and stays smaller. */
  api(): ReturnType<typeof load>
  cookieName: string
  /** Of the browser in which a password was given, and a code is missing. It is no session: nothing else takes it. */
  stepCookie: BrowserCookie
}

/** Better-auth for sessions in cookies on our database; as a library, for it has no routes of its own here. */
export function openAuth(db: Database, { secret, secure, onError }: AuthOptions): Auth {
  const cookieName = cookieNameOf(secure)
  let loading: ReturnType<typeof load> | undefined
  return {
    cookieName,
    stepCookie: browserCookie('second_step', { secure }),
    api: () => {
      loading ??= load(db, { secret, secure, cookieName, onError })
      return loading
    },
  }
}

async function load(
  db: Database,
  { secret, secure, cookieName, onError }: AuthOptions & { cookieName: string },
) {
  const { betterAuth } = await import('better-auth')
  const { knownSessions } = await import('./known-sessions.ts')
  const { api } = betterAuth({
    // Nothing is mounted there, and no link leads there.
    baseURL: 'http://localhost',
    secrets: [{ version: 1, value: secret }],
    // For both engines: it makes dates text and booleans 0 and 1, as all our columns are.
    database: { db: kyselyOn(db), type: 'sqlite' },
    telemetry: { enabled: false },
    plugins: [knownSessions],
    logger: { level: 'error', log: (_level, message, ...details) => onError(details[0] ?? message, message) },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      password: { hash: hashPassword, verify: ({ hash, password }) => isPassword(password, hash) },
    },
    session: {
      modelName: 'sessions',
      fields: {
        userId: 'user_id',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        expiresAt: 'expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      additionalFields: {
        secondFactor: { type: 'boolean', fieldName: 'second_factor', required: false, input: false },
      },
      expiresIn: 30 * day,
      updateAge: seenEverySeconds,
    },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
      additionalFields: { role: { type: 'string', required: true, input: false } },
    },
    account: {
      modelName: 'accounts',
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    advanced: {
      database: { generateId: newId, validateSchema: false },
      ipAddress: { disableIpTracking: true },
      // The name says `__Host-`, which is more than its own `__Secure-`.
      useSecureCookies: false,
      cookies: {
        session_token: { name: cookieName, attributes: { secure, sameSite: 'strict' } },
      },
    },
    databaseHooks: {
      session: {
        create: {
          before: async (session, context) => ({
            data: { ...session, ipAddress: context?.headers?.get(addressHeader) ?? null },
          }),
        },
      },
    },
  })
  return api
}

/** RFC 6265bis, section 4.1.3.2: such a cookie cannot be set by another host, nor without HTTPS. */
function cookieNameOf(secure: boolean): string {
  return secure ? '__Host-dailies_session' : 'dailies_session'
}

/** What better-auth gets to see of a request. */
export function headersOf({ cookie, address, userAgent }: Presented): Headers {
  return new Headers({
    [addressHeader]: address,
    ...(cookie !== undefined && { cookie }),
    ...(userAgent !== undefined && { 'user-agent': userAgent.slice(0, longestUserAgent) }),
  })
}

/** Values for `Set-Cookie`, of what better-auth wants to set: it also ends cookies that we never set. */
export function cookiesOf({ cookieName }: Auth, headers: Headers | null | undefined): string[] {
  return headers?.getSetCookie().filter((cookie) => cookie.startsWith(`${cookieName}=`)) ?? []
}

/** The status that better-auth refuses with; undefined for whatever else went wrong. */
export function refusalOf(error: unknown): number | undefined {
  const { name, statusCode } = (error ?? {}) as { name?: string; statusCode?: number }
  return name === 'APIError' ? statusCode : undefined
}
