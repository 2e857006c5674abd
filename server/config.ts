import { isIP } from 'node:net'
import { z } from 'zod'
import { isAddress } from './db/postgres-addresses.ts'
import { DailiesError } from './error.ts'
import { isLoopback } from './network.ts'
import { isCidr } from './outside/allowed-addresses.ts'
import { telemetrySettings } from './telemetry/settings.ts'
import { wholeNumber } from './whole-number.ts'

/** Bytes, or with a unit: 512kb, 1mb, 20gb. */
const size = (least: string, most: string) =>
  z
    .string()
    .regex(/^[0-9]+ ?(kb|mb|gb|tb)?$/i, 'Must be a number of bytes, or one with kb, mb, gb or tb behind it')
    .transform(sizeOf)
    .refine((bytes) => bytes >= sizeOf(least) && bytes <= sizeOf(most), `Must be from ${least} to ${most}`)

function sizeOf(text: string): number {
  const unit = ['kb', 'mb', 'gb', 'tb'].indexOf(text.slice(-2).toLowerCase()) + 1
  return Number.parseInt(text, 10) * 1024 ** unit
}

const seconds = (least: number, most: number) => wholeNumber(least, most).transform((value) => value * 1000)

const days = (least: number, most: number) =>
  wholeNumber(least, most).transform((value) => value * 24 * 60 * 60 * 1000)

const onOrOff = z.enum(['true', 'false'], 'Must be true or false').transform((value) => value === 'true')

const list = z.string().transform((text) => text.split(',').map((item) => item.trim()))

const ranges = list.refine((all) => all.every(isCidr), 'Must be ranges such as 10.1.0.0/16,fd00::/8')

/** 12h or 1d, from an hour to thirty days. */
const interval = z
  .string()
  .regex(/^[0-9]{1,3}[hd]$/, 'Must be hours or days such as 12h or 1d')
  .transform((text) => Number.parseInt(text, 10) * (text.endsWith('d') ? 24 : 1) * 3_600_000)
  .refine((every) => every >= 3_600_000 && every <= 30 * 86_400_000, 'Must be from 1h to 30d')

/** Not a range of all addresses: then anybody could say where a request comes from. */
const proxies = list.refine(
  (all) => all.every((item) => isIP(item) !== 0 || (isCidr(item) && !item.endsWith('/0'))),
  'Must be addresses or ranges such as 127.0.0.1,10.1.0.0/16',
)

/** `Dailies <dailies@studio.example>`, or the address alone. */
const sender = z
  .string()
  .regex(
    /^(?:[^<>\p{Cc}]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/u,
    'Must be an address, or a name and <address>',
  )

const groupName = z.string().min(1).max(200)

/** Groups of the identity provider: their names may hold commas, as those of directories do. */
const groups = z
  .string()
  .transform((text) => items(text))
  .pipe(z.array(groupName).max(100, 'Must be at most 100 groups'))

const domains = list.refine(
  (all) => all.length <= 100 && all.every((item) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(item)),
  'Must be domains in lower case such as studio.example,post.example',
)

/** Who is what in which project: `PROJECT-ID:editor=GROUP; …`. Owners are made in Dailies alone. */
const groupRoles = z.string().transform((text, context) => {
  const all = items(text).map((item) => /^([0-9a-f-]{36}):(editor|reviewer|viewer)=(.{1,200})$/.exec(item))
  if (all.length > 200 || all.includes(null)) {
    context.addIssue(
      'Must be at most 200 of PROJECT-ID:ROLE=GROUP with ; between them; ROLE is editor, reviewer or viewer',
    )
    return z.NEVER
  }
  return all.map((found) => {
    const [, projectId, role, group] = found!
    return { projectId: projectId!, role: role as 'editor' | 'reviewer' | 'viewer', group: group!.trim() }
  })
})

function items(text: string): string[] {
  return text
    .split(';')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** As the provider's discovery document has it, for it is compared with that. */
const issuer = z
  .string()
  .refine(isIssuer, 'Must be an https:// address without ? and #, as the provider names itself')

/** HTTP is for a provider on the same machine: nobody is between it and the service. */
function isIssuer(text: string): boolean {
  const url = URL.parse(text)
  if (!url || url.search || url.hash || url.username || url.password || text.length > 500) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

const postgres = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'Must begin with postgres://')
  .refine(isAddress, 'Must be a valid address, with special characters percent-encoded')

interface Setting {
  variable: string
  flag?: string
  schema: z.ZodType
  /** Whoever knows it can do what the service can: it may be in a file of its own. */
  secret?: true
}

/** Every setting: its variable, and (where there is one) its flag. Documented in docs/settings.md, which a test compares. */
const settings = {
  host: {
    variable: 'DAILIES_HOST',
    flag: 'host',
    schema: z.string().min(1, 'Required').default('127.0.0.1'),
  },
  port: { variable: 'DAILIES_PORT', flag: 'port', schema: wholeNumber(0, 65_535).default(8787) },
  dataFolder: {
    variable: 'DAILIES_DATA',
    flag: 'data',
    schema: z.string().min(1, 'Required').default('data'),
  },
  databaseUrl: {
    variable: 'DAILIES_DATABASE_URL',
    flag: 'database-url',
    secret: true,
    schema: postgres.optional(),
  },
  databaseDirectUrl: { variable: 'DAILIES_DATABASE_DIRECT_URL', secret: true, schema: postgres.optional() },
  databaseReplicaUrl: { variable: 'DAILIES_DATABASE_REPLICA_URL', secret: true, schema: postgres.optional() },
  databasePool: { variable: 'DAILIES_DATABASE_POOL', schema: wholeNumber(1, 1000).default(10) },
  tlsCertificate: {
    variable: 'DAILIES_TLS_CERTIFICATE',
    schema: z.string().min(1, 'Required').optional(),
  },
  tlsKey: { variable: 'DAILIES_TLS_KEY', schema: z.string().min(1, 'Required').optional() },
  publicUrl: {
    variable: 'DAILIES_PUBLIC_URL',
    schema: z.url({ protocol: /^https?$/, error: 'Must be an http:// or https:// address' }).optional(),
  },
  trustProxy: { variable: 'DAILIES_TRUST_PROXY', schema: proxies.default([]) },
  logLevel: {
    variable: 'DAILIES_LOG_LEVEL',
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  },
  slowStatement: { variable: 'DAILIES_SLOW_STATEMENT_MS', schema: wholeNumber(0, 600_000).default(1000) },
  bodyLimit: { variable: 'DAILIES_BODY_LIMIT', schema: size('1kb', '64mb').default(1024 ** 2) },
  headersTimeout: { variable: 'DAILIES_HEADERS_TIMEOUT', schema: seconds(1, 3600).default(10_000) },
  requestTimeout: { variable: 'DAILIES_REQUEST_TIMEOUT', schema: seconds(1, 3600).default(30_000) },
  keepAliveTimeout: { variable: 'DAILIES_KEEP_ALIVE_TIMEOUT', schema: seconds(1, 3600).default(72_000) },
  writeTimeout: { variable: 'DAILIES_WRITE_TIMEOUT', schema: seconds(1, 3600).default(30_000) },
  unreadLimit: { variable: 'DAILIES_UNREAD_LIMIT', schema: size('1mb', '65536mb').default(256 * 1024 ** 2) },
  drain: { variable: 'DAILIES_DRAIN', schema: seconds(0, 300).default(0) },
  shutdownTimeout: { variable: 'DAILIES_SHUTDOWN_TIMEOUT', schema: seconds(1, 300).default(15_000) },
  rateLimit: { variable: 'DAILIES_RATE_LIMIT', schema: onOrOff.default(false) },
  rateLimitPerMinute: {
    variable: 'DAILIES_RATE_LIMIT_PER_MINUTE',
    schema: wholeNumber(1, 1_000_000).default(100),
  },
  rateLimitPerHour: {
    variable: 'DAILIES_RATE_LIMIT_PER_HOUR',
    schema: wholeNumber(1, 10_000_000).default(1000),
  },
  rateLimitBurst: { variable: 'DAILIES_RATE_LIMIT_BURST', schema: wholeNumber(0, 1_000_000).default(200) },
  slowBadTokens: { variable: 'DAILIES_SLOW_BAD_TOKENS', schema: onOrOff.default(true) },
  secretKey: {
    variable: 'DAILIES_SECRET_KEY',
    secret: true,
    schema: z.string().min(32, 'Must be at least 32 characters').optional(),
  },
  media: { variable: 'DAILIES_MEDIA', schema: z.string().min(1, 'Required').optional() },
  mediaLimit: { variable: 'DAILIES_MEDIA_LIMIT', schema: size('1kb', '1tb').default(16 * 1024 ** 3) },
  mediaQuota: { variable: 'DAILIES_MEDIA_QUOTA', schema: size('1mb', '8192tb').optional() },
  mediaProjectQuota: { variable: 'DAILIES_MEDIA_PROJECT_QUOTA', schema: size('1mb', '8192tb').optional() },
  mediaMarked: { variable: 'DAILIES_MEDIA_MARKED', schema: size('1mb', '8192tb').default(20 * 1024 ** 3) },
  c2paTrust: { variable: 'DAILIES_C2PA_TRUST', schema: z.string().min(1, 'Required').optional() },
  c2paCertificate: {
    variable: 'DAILIES_C2PA_CERTIFICATE',
    schema: z.string().min(1, 'Required').optional(),
  },
  c2paKey: { variable: 'DAILIES_C2PA_KEY', schema: z.string().min(1, 'Required').optional() },
  mediaFetch: { variable: 'DAILIES_MEDIA_FETCH', schema: onOrOff.default(true) },
  mediaFetchAllow: { variable: 'DAILIES_MEDIA_FETCH_ALLOW', schema: ranges.default([]) },
  mediaRedirect: { variable: 'DAILIES_MEDIA_REDIRECT', schema: onOrOff.default(false) },
  mediaWorkers: { variable: 'DAILIES_MEDIA_WORKERS', schema: wholeNumber(1, 64).optional() },
  ffmpeg: { variable: 'DAILIES_FFMPEG', schema: z.string().min(1, 'Required').optional() },
  remotePreviews: { variable: 'DAILIES_REMOTE_PREVIEWS', schema: onOrOff.default(true) },
  backup: { variable: 'DAILIES_BACKUP', schema: z.string().min(1, 'Required').optional() },
  backupEvery: { variable: 'DAILIES_BACKUP_EVERY', schema: interval.default(86_400_000) },
  backupKeep: {
    variable: 'DAILIES_BACKUP_KEEP',
    schema: z
      .string()
      .regex(
        /^(all|[1-9][0-9]{0,3}[dwmy](,[1-9][0-9]{0,3}[dwmy])*)$/,
        'Must be such as 7d,4w,12m: days, weeks, months, years; or all',
      )
      .default('7d,4w,12m'),
  },
  mcp: { variable: 'DAILIES_MCP', schema: onOrOff.default(true) },
  development: { variable: 'DAILIES_DEVELOPMENT', schema: onOrOff.default(false) },
  webhookWorker: { variable: 'DAILIES_WEBHOOK_WORKER', schema: onOrOff.default(true) },
  webhookAllow: { variable: 'DAILIES_WEBHOOK_ALLOW', schema: ranges.default([]) },
  webhookPauseAfter: { variable: 'DAILIES_WEBHOOK_PAUSE_DAYS', schema: days(1, 365).default(3 * 86_400_000) },
  smtpUrl: {
    variable: 'DAILIES_SMTP_URL',
    secret: true,
    schema: z
      .string()
      .regex(/^smtps?:\/\//, 'Must begin with smtp:// or smtps://')
      .refine((url) => URL.canParse(url), 'Must be a valid address, with special characters percent-encoded')
      .optional(),
  },
  mailFrom: { variable: 'DAILIES_MAIL_FROM', schema: sender.optional() },
  oidcIssuer: { variable: 'DAILIES_OIDC_ISSUER', schema: issuer.optional() },
  oidcClientId: {
    variable: 'DAILIES_OIDC_CLIENT_ID',
    schema: z.string().max(500, 'Must be at most 500 characters').optional(),
  },
  oidcClientSecret: {
    variable: 'DAILIES_OIDC_CLIENT_SECRET',
    secret: true,
    schema: z.string().max(1000, 'Must be at most 1000 characters').optional(),
  },
  oidcName: {
    variable: 'DAILIES_OIDC_NAME',
    schema: z
      .string()
      .trim()
      .regex(/^[^\p{Cc}\p{Bidi_Control}]{1,60}$/u, 'Must be 1 to 60 characters')
      .default('single sign-on'),
  },
  oidcScopes: {
    variable: 'DAILIES_OIDC_SCOPES',
    schema: z
      .string()
      .regex(
        /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/,
        'Must be words with a space between them',
      )
      .max(500, 'Must be at most 500 characters')
      .refine((text) => text.split(' ').includes('openid'), 'Must have openid among them')
      .default('openid profile email offline_access'),
  },
  oidcGroupsClaim: {
    variable: 'DAILIES_OIDC_GROUPS_CLAIM',
    schema: z.string().max(200, 'Must be at most 200 characters').default('groups'),
  },
  oidcAdministrators: { variable: 'DAILIES_OIDC_ADMINISTRATORS', schema: groups.default([]) },
  oidcProjects: { variable: 'DAILIES_OIDC_PROJECTS', schema: groupRoles.default([]) },
  oidcSignUp: {
    variable: 'DAILIES_OIDC_SIGN_UP',
    schema: z.enum(['off', 'verified', 'unverified'], 'Must be off, verified or unverified').default('off'),
  },
  oidcGroups: { variable: 'DAILIES_OIDC_GROUPS', schema: groups.default([]) },
  oidcDomains: { variable: 'DAILIES_OIDC_DOMAINS', schema: domains.default([]) },
  oidcLink: { variable: 'DAILIES_OIDC_LINK', schema: onOrOff.default(false) },
  oidcSignOut: { variable: 'DAILIES_OIDC_SIGN_OUT', schema: onOrOff.default(false) },
  passwords: {
    variable: 'DAILIES_PASSWORDS',
    schema: z
      .enum(['everybody', 'administrators', 'nobody'], 'Must be everybody, administrators or nobody')
      .default('everybody'),
  },
  secondFactor: {
    variable: 'DAILIES_SECOND_FACTOR',
    schema: z.enum(['optional', 'required'], 'Must be optional or required').default('optional'),
  },
  keepCaptureKeys: {
    variable: 'DAILIES_KEEP_CAPTURE_KEYS_DAYS',
    schema: days(90, 36_500).default(1095 * 86_400_000),
  },
  keepDeleted: { variable: 'DAILIES_KEEP_DELETED_DAYS', schema: days(1, 36_500).default(30 * 86_400_000) },
  keepAudit: { variable: 'DAILIES_KEEP_AUDIT_DAYS', schema: days(30, 36_500).default(1095 * 86_400_000) },
  keepNotices: { variable: 'DAILIES_KEEP_NOTICES_DAYS', schema: days(1, 3650).default(90 * 86_400_000) },
  keepEvents: { variable: 'DAILIES_KEEP_EVENTS_DAYS', schema: days(1, 3650).default(30 * 86_400_000) },
  ...telemetrySettings,
} satisfies Record<string, Setting>

export type Settings = { [Name in keyof typeof settings]: z.output<(typeof settings)[Name]['schema']> }

/** Times are in milliseconds and sizes in bytes. A flag wins over the environment; an empty variable is unset. */
export function readSettings(
  flags: Partial<Record<keyof Settings, string | undefined>>,
  environment: NodeJS.ProcessEnv,
): Settings {
  const values: Record<string, unknown> = {}
  const problems: string[] = []
  for (const [name, setting] of Object.entries<Setting>(settings)) {
    const { variable, flag, schema } = setting
    const byFlag = flags[name as keyof Settings]
    const result = schema.safeParse(byFlag ?? (environment[variable] || undefined))
    if (result.success) values[name] = result.data
    else {
      const source = byFlag === undefined ? variable : `--${flag}`
      problems.push(`${source}: ${result.error.issues.map(({ message }) => message).join('; ')}`)
    }
  }
  for (const [name, wanted] of together) {
    if (values[name] === undefined) continue
    for (const other of wanted) {
      const isMissing =
        values[other] === undefined && !problems.some((one) => one.startsWith(settings[other].variable))
      if (isMissing)
        problems.push(`${settings[other].variable}: Required where ${settings[name].variable} is set`)
    }
  }
  if (values.tlsCertificate !== undefined && /^http:/.test(String(values.publicUrl)))
    problems.push('DAILIES_PUBLIC_URL: Must begin with https:// where DAILIES_TLS_CERTIFICATE is set')
  problems.push(...problemsOfProvider(values as Partial<Settings>))
  // What was named for this command alone is another database than the one that the environment has further addresses of.
  if (flags.databaseUrl !== undefined) {
    delete values.databaseDirectUrl
    delete values.databaseReplicaUrl
  }
  if (problems.length > 0) throw new DailiesError('invalid', problems.join('\n'))
  return values as Settings
}

/** What goes together wrongly, of settings that are each right. */
function problemsOfProvider({
  oidcIssuer,
  oidcSignUp,
  oidcDomains = [],
  passwords,
}: Partial<Settings>): string[] {
  const problems: string[] = []
  if (passwords !== undefined && passwords !== 'everybody' && oidcIssuer === undefined)
    problems.push(
      'DAILIES_PASSWORDS: Must be everybody where DAILIES_OIDC_ISSUER is not set: nobody could sign in',
    )
  if (oidcSignUp === 'unverified' && oidcDomains.length > 0)
    problems.push(
      'DAILIES_OIDC_DOMAINS: Says nothing of addresses that are unverified: use DAILIES_OIDC_GROUPS',
    )
  return problems
}

/** Which settings want which others. */
const together: [keyof Settings, (keyof Settings)[]][] = [
  ['databaseDirectUrl', ['databaseUrl']],
  ['databaseReplicaUrl', ['databaseUrl']],
  ['smtpUrl', ['mailFrom', 'publicUrl']],
  ['tlsCertificate', ['tlsKey']],
  ['oidcIssuer', ['oidcClientId', 'oidcClientSecret', 'publicUrl']],
  ['tlsKey', ['tlsCertificate']],
]

/** The variables, in the order in which they are documented. */
export const variables = Object.values(settings).map(({ variable }) => variable)

/** Those that are secrets, and those of a bucket, which are no settings of ours. Each may be in a file that `…_FILE` names. */
export const secretVariables: readonly string[] = [
  ...Object.values<Setting>(settings)
    .filter(({ secret }) => secret)
    .map(({ variable }) => variable),
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
]

export const isSecret = (variable: string) => secretVariables.includes(variable)

/** What is wrong with a value of a variable; undefined where it is none of ours, too. */
export function problemWith(variable: string, value: string): string | undefined {
  const setting = Object.values<Setting>(settings).find((one) => one.variable === variable)
  const result = setting?.schema.safeParse(value)
  return result?.error?.issues.map(({ message }) => message).join('; ')
}

/** Whether browsers come by HTTPS: to this service itself, or to a proxy in front of it. */
export function comesByHttps({
  publicUrl,
  tlsCertificate,
}: Pick<Settings, 'publicUrl' | 'tlsCertificate'>): boolean {
  return publicUrl?.startsWith('https:') ?? tlsCertificate !== undefined
}
