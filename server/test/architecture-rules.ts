import type { Import as Found } from '../../scripts/imports.ts'

/** The rules of docs/architecture.md as a table: what may import what. */

export type Import = Found & { from: string }

export interface Rule {
  says: string
  /** Whoever does not match is not meant. */
  from: RegExp
  /** What they may not import … */
  to: RegExp
  /** … but these: files, and folders, which end in a slash. */
  but?: string[]
  /** … or in this manner. */
  unless?: (found: Import) => boolean
  /** What it is about: imports that there are more of than `over`, or than none. Else it would hold of nothing, as where a folder has another name since. */
  seen: { from?: RegExp; to?: RegExp; over?: number }
  /** Tests are meant, too. */
  withTests?: true
}

/** Folders of the server, each of which knows one thing of the trade. */
export const domainNames = [
  'accounts',
  'inbox',
  'mail',
  'tokens',
  'production',
  'cut',
  'prompt-packages',
  'platforms',
  'assets',
  'search',
  'saved-searches',
  'tags',
  'comments',
  'marks',
  'attachments',
  'reviews',
  'profile',
  'reports',
  'activity',
  'trash',
  'retention',
  'webhooks',
  'media',
  'playlists',
  'provenance',
  'exports',
  'outside',
]

const server = /^server\//

const inServer = (names: string[]) => names.map((name) => `server/${name}/`)
const filesOf = (folder: string, names: string[]) => names.map((name) => `${folder}/${name}.ts`)

/** Files below the server, or below that folder. */
const below = (folder: string) => new RegExp(`^${folder}/`)
const domainBut = (...names: string[]) =>
  new RegExp(`^server/(${domainNames.filter((name) => !names.includes(name)).join('|')})/`)
const serverBut = (...names: string[]) => new RegExp(`^server/(?!(${names.join('|')})/)`)
const anyBut = (...folders: string[]) => new RegExp(`^(?!(${folders.join('|')})/)`)

const isWhenAsked = ({ whenAsked }: Import) => whenAsked

/** A folder of the server uses itself, `folders` and `files` of it, and of the rest of the server nothing; `why` says what for. */
function uses(
  name: string,
  why: string,
  [folders, files]: [string[], string[]],
  more: Partial<Rule> = {},
): Rule {
  return {
    says: `${name}/ uses ${why}, and what every folder may use`,
    from: below(`server/${name}`),
    to: server,
    but: [...inServer([name, ...folders]), ...filesOf('server', files)],
    seen: { from: below(`server/${name}`) },
    ...more,
  }
}

const importsOne = (folder: string, to: string) => ({ from: below(folder), to: new RegExp(`^${to}$`) })

/** By folder of the domain: what it imports of media/, which is what cards show, what is expected, what is forgotten, and how files are kept and read. */
const ofMedia: Record<string, string[]> = {
  attachments: ['content-headers', 'in-room', 'keep', 'quota', 'receive-body', 'serve', 'usage-queries'],
  assets: ['card-queries', 'summary', 'expect', 'signed-addresses', 'keep-many'],
  comments: ['card-queries', 'summary', 'signed-addresses'],
  playlists: ['card-queries', 'summary', 'signed-addresses'],
  search: ['card-queries', 'summary', 'signed-addresses', 'look-parts', 'reach'],
  trash: ['card-queries', 'summary', 'signed-addresses'],
  cut: ['card-queries', 'summary', 'signed-addresses'],
  production: ['card-queries', 'summary', 'signed-addresses', 'expect', 'forget'],
  exports: [
    ...['hash-of-file', 'held', 'keep', 'leased-work', 'names', 'store', 'store-failure', 'summary'],
    ...['blob-queries', 'quota'],
    ...['place-file', 's3-list', 's3-requests', 's3-store', 's3-upload', 'unreadable', 'work/messages'],
  ],
  provenance: ['credential-queries', 'store', 'work/workshop', 'work/cose'],
  retention: ['forget'],
  reviews: ['summary', 'signed-addresses'],
}

/** By client: what of ours it may import. They meet the server on the wire alone. */
const ofClients: Record<string, string[]> = {
  sdk: ['sdk/', 'contract/'],
  ui: ['ui/', 'contract/'],
  reading: ['reading/', 'contract/'],
  console: ['console/', 'sdk/', 'ui/', 'reading/', 'contract/'],
  extension: ['extension/', 'sdk/', 'ui/', 'reading/', 'contract/'],
}

const clients: Rule[] = [
  {
    says: 'the contract imports nothing of ours',
    from: /^contract\//,
    to: /^(server|demo|sdk|ui|reading|console|extension|bench|scripts)\//,
    seen: { from: /^contract\// },
  },
  ...Object.entries(ofClients).map(([name, but]): Rule => {
    // Neither what tests it nor what builds it.
    const builds = /^(console|extension)$/.test(name) ? '(?![^/]+\\.ts$)' : ''
    const from = new RegExp(`^${name}/(?!(.*/)?(test|testing|sample)/)${builds}`)
    return {
      says: `${name}/ imports ${but.join(', ')} and nothing else of ours`,
      from,
      to: /^(contract|server|demo|sdk|ui|reading|console|extension|bench|scripts|e2e)\//,
      but,
      seen: { from, over: 10 },
    }
  }),
  {
    says: 'console/ imports nothing of extension/, its tests neither',
    from: /^console\//,
    to: /^extension\//,
    withTests: true,
    seen: { from: /^console\// },
  },
  {
    says: 'extension/ imports nothing of console/, its tests neither',
    from: /^extension\//,
    to: /^console\//,
    withTests: true,
    seen: { from: /^extension\// },
  },
]

const demo: Rule[] = [
  {
    says: 'of the server, one command imports the demo',
    from: /^server\/(?!commands\/demo\.ts$)/,
    to: /^demo\//,
    seen: { from: server, to: /^demo\// },
  },
  {
    says: 'that command imports the demo when it is asked for',
    from: /^server\/commands\/demo\.ts$/,
    to: /^demo\//,
    unless: isWhenAsked,
    seen: { from: /^server\/commands\/demo\.ts$/, to: /^demo\// },
  },
  {
    says: 'the demo uses rules, and no test of theirs',
    from: /^demo\//,
    to: server,
    but: inServer([...domainNames, 'links', 'db']),
    seen: importsOne('demo', 'server/assets/ingest.ts'),
  },
]

const filing: Rule[] = [
  {
    says: 'filing/ meets a service on the wire alone, as any client',
    from: below('server/filing'),
    to: /^(server|demo|ui|console|extension|bench|scripts|e2e)\//,
    but: ['server/filing/', 'server/error.ts', 'server/make-folders.ts'],
    seen: { from: below('server/filing'), to: /^sdk\// },
  },
  {
    says: 'of the server, commands and mcp/ import filing/',
    from: /^server\/(?!filing|commands\/|mcp\/)/,
    to: below('server/filing'),
    seen: { to: below('server/filing') },
  },
  {
    says: 'commands import filing/ when they are asked for',
    from: below('server/commands'),
    to: below('server/filing'),
    unless: ({ what, whenAsked }) => whenAsked || what === 'types',
    seen: { from: below('server/commands'), to: below('server/filing') },
  },
  {
    // Files that agents send are told by the same key as those of a terminal; mcp/ itself is loaded when it is asked for.
    says: 'mcp/ imports of filing/ how a file is read and filed once',
    from: below('server/mcp'),
    to: below('server/filing'),
    but: filesOf('server/filing', ['once', 'read-file']),
    seen: { from: below('server/mcp'), to: below('server/filing') },
  },
]

/** Nobody of `from` imports what others do. */
const only = (says: string, from: RegExp, to: RegExp): Rule => ({ says, from, to, seen: { to } })

const libraries: Rule[] = [
  only('only http/ imports Fastify', anyBut('server/http'), /^(@fastify|fastify|@scalar\/fastify)/),
  only(
    'only db/ imports a driver, and search/ for the file of its index',
    /^server\/(?!db\/|search\/sqlite-(file|thread)\.ts$)/,
    /^(pg|node:sqlite)$/,
  ),
  only('only mcp/ imports the protocol of agents', anyBut('server/mcp'), /^@modelcontextprotocol\//),
  only('only accounts/ imports better-auth', anyBut('server/accounts'), /^@?better-auth/),
  only('only telemetry/ imports OpenTelemetry', anyBut('server/telemetry'), /^@opentelemetry\//),
  {
    says: 'the composition root loads telemetry/ when a collector is set: only what it is to do without one is there before',
    from: /^server\/(?!telemetry\/)/,
    to: below('server/telemetry'),
    but: filesOf('server/telemetry', ['settings', 'watch']),
    unless: ({ what, whenAsked }) => whenAsked || what === 'types',
    seen: { to: below('server/telemetry') },
  },
  only('only mail/ imports what speaks with mail servers', anyBut('server/mail'), /^nodemailer$/),
  only(
    'what looks into files is in media/work/ alone, where it runs in a process of its own',
    serverBut('media/work'),
    /^(sharp|mediabunny|file-type|@contentauth\/c2pa-wasm)(\/|$)/,
  ),
  {
    says: 'that uses media/ alone',
    from: below('server/media/work'),
    to: server,
    but: ['server/media/', 'server/error.ts'],
    seen: { from: below('server/media/work') },
  },
]

const mcp: Rule[] = [
  only(
    'mcp/ is imported by a command and a route',
    /^(?!server\/(mcp\/|(commands|http)\/mcp\.ts$))/,
    below('server/mcp'),
  ),
  ...['commands', 'http'].map((name): Rule => {
    const from = new RegExp(`^server/${name}/mcp\\.ts$`)
    const to = below('server/mcp')
    return {
      says: `${name}/mcp.ts loads mcp/ when one comes`,
      from,
      to,
      unless: isWhenAsked,
      seen: { from, to },
    }
  }),
  // What is stored it meets through the SDK alone.
  uses(
    'mcp',
    'the SDK alone for what is stored, filing for how a file is read and filed once',
    [[], ['printable', 'turns', 'version', 'filing/once', 'filing/read-file']],
    {
      seen: importsOne('server/mcp', 'sdk/src/dailies.ts'),
    },
  ),
]

const folders: Rule[] = [
  only(
    'nothing imports assets/ but the composition root, the commands, playlists/, which has boards in another order, search/ and tags/',
    /^server\/(?!(assets|playlists|search|tags|commands)\/|(main|statement-names)\.ts$)/,
    below('server/assets'),
  ),
  uses('assets', 'production, prompt-packages, platforms, comments, marks, webhooks, inbox and media', [
    [
      ...['production', 'prompt-packages', 'platforms', 'comments', 'marks', 'webhooks', 'inbox', 'media'],
      'db',
      'http',
    ],
    ['error', 'clock', 'checked', 'given', 'order', 'pauses', 'shares'],
  ]),
  ...['prompt-packages', 'reports', 'activity'].map((name) =>
    uses(name, 'production for what is whose', [
      ['production', 'db', 'http'],
      ['error', 'clock', 'given', 'order', 'pauses', 'shares'],
    ]),
  ),
  uses('marks', 'production for what is whose', [
    ['production', 'db', 'http'],
    ['error', 'clock', 'shares'],
  ]),
  uses('trash', 'production for what is whose and media for what cards show', [
    ['production', 'media', 'db', 'http'],
    ['order'],
  ]),
  uses(
    'comments',
    'production for what is whose, attachments for its files, media for what cards show, webhooks and inbox to tell of it',
    [
      ['attachments', 'media', 'production', 'webhooks', 'inbox', 'db', 'http'],
      ['error', 'clock', 'given', 'order'],
    ],
    { seen: importsOne('server/comments', 'server/webhooks/record-event.ts') },
  ),
  uses(
    'attachments',
    'media to keep files, comments and production for what is whose',
    [
      ['media', 'comments', 'production', 'db', 'http'],
      ['error', 'order', 'turns'],
    ],
    { seen: importsOne('server/attachments', 'server/media/keep.ts') },
  ),
  uses(
    'playlists',
    'assets and production for what is in a list and whose it is, media for its pictures',
    [
      ['assets', 'production', 'media', 'db', 'http'],
      ['error', 'clock', 'order', 'shares'],
    ],
    { seen: importsOne('server/playlists', 'server/assets/browse.ts') },
  ),
  uses(
    'search',
    'assets for what cards show, production for what is whose, media for its pictures',
    [
      ['assets', 'production', 'media', 'db', 'http'],
      ['error', 'nap', 'once', 'order', 'pauses', 'turns'],
    ],
    { seen: importsOne('server/search', 'server/assets/card.ts') },
  ),
  uses(
    'saved-searches',
    'search for what it finds, production for what is whose, accounts for who it is of',
    [
      ['search', 'production', 'accounts', 'db', 'http'],
      ['error', 'clock', 'turns'],
    ],
    { seen: importsOne('server/saved-searches', 'server/search/count-new.ts') },
  ),
  uses(
    'tags',
    'assets for how many are changed at once, production for what is whose',
    [
      ['assets', 'production', 'db', 'http'],
      ['error', 'shares'],
    ],
    { seen: importsOne('server/tags', 'server/assets/change-many.ts') },
  ),
  uses(
    'links',
    'comments for what guests say, attachments for its files, cut, playlists and media for what they see, production for what is whose',
    [
      [
        ...[
          'comments',
          'attachments',
          'cut',
          'playlists',
          'production',
          'media',
          'accounts',
          'tokens',
          'webhooks',
        ],
        ...['db', 'http'],
      ],
      ['error', 'clock', 'given', 'network', 'rate-limiter'],
    ],
    { seen: importsOne('server/links', 'server/comments/create-comment.ts') },
  ),
  {
    says: 'of accounts/, links/ imports no more than how secrets and passwords are kept',
    from: below('server/links'),
    to: /^server\/accounts\/(?!secret|password\.)/,
    seen: { from: below('server/links'), to: below('server/accounts') },
  },
  {
    says: 'of tokens/, links/ imports no more than how guesses are slowed',
    from: below('server/links'),
    to: /^server\/tokens\/(?!bad-tokens)/,
    seen: { from: below('server/links'), to: below('server/tokens') },
  },
  only(
    'the demo and the composition root alone use links/',
    /^(?!server\/(links\/|main|statement-names\.ts)|demo\/)/,
    below('server/links'),
  ),
  uses(
    'provenance',
    'cut for what plays, media for what files say of themselves, production for what is whose',
    [
      ['cut', 'media', 'production', 'db', 'http'],
      ['error', 'order', 'turns'],
    ],
    { seen: importsOne('server/provenance', 'server/cut/read-cut.ts') },
  ),
  uses(
    'exports',
    'cut and playlists for what plays, provenance for sidecars, media for the files, production for what is whose',
    [
      ['cut', 'playlists', 'provenance', 'media', 'production', 'db', 'http'],
      ['error', 'clock', 'lane', 'look-every', 'make-folders', 'order', 'pauses', 'tracing'],
    ],
    { seen: importsOne('server/exports', 'server/cut/read-cut.ts') },
  ),
  uses(
    'transfer',
    'accounts, backups, media, platforms and production, to bring what each knows by its rules',
    [
      ['accounts', 'backups', 'media', 'platforms', 'production', 'db'],
      ['error', 'clock', 'exact-json', 'order', 'packed', 'sealed', 'version'],
    ],
    { seen: importsOne('server/transfer', 'server/production/change-member.ts') },
  ),
  only(
    'commands alone use transfer/',
    /^(?!server\/(transfer\/|commands\/|statement-names\.ts$))/,
    below('server/transfer'),
  ),
  uses('webhooks', 'production for what is whose, inbox to tell of it, outside to send', [
    ['outside', 'production', 'inbox', 'db', 'http'],
    ['error', 'clock', 'given', 'look-every', 'nap', 'queue-gauges', 'secret-box', 'tracing', 'version'],
  ]),
  uses(
    'reviews',
    'comments for the notes, media for what cards show, playlists for what is played, live to show, production for what is whose, webhooks and inbox to tell of it',
    [
      ['comments', 'media', 'playlists', 'live', 'production', 'webhooks', 'inbox', 'db', 'http'],
      ['error', 'clock', 'order'],
    ],
    { seen: { from: below('server/reviews'), over: 10 } },
  ),
  uses('media', 'production for what is whose, webhooks to tell of it, outside to fetch', [
    ['outside', 'production', 'webhooks', 'db', 'http'],
    [
      'error',
      'clock',
      'crumbs',
      'make-folders',
      'order',
      'lane',
      'look-every',
      'pauses',
      'queue-gauges',
      'tracing',
      'turns',
    ],
  ]),
  uses('outside', 'nothing of the domain', [[], ['error']]),
  uses(
    'doctor',
    'accounts, backups, mail, media, outside and webhooks, to look at what each has by its rules, and the settings',
    [
      ['accounts', 'backups', 'mail', 'media', 'outside', 'webhooks', 'db', 'http'],
      ['clock', 'config', 'printable', 'secret-box', 'version'],
    ],
    { seen: importsOne('server/doctor', 'server/backups/schedule.ts') },
  ),
  only(
    'the composition root and a command alone use doctor/',
    /^server\/(?!(doctor\/|(main|statement-names)\.ts$|commands\/doctor\.ts$))/,
    below('server/doctor'),
  ),
]

const domain: Rule[] = [
  {
    says: 'of webhooks/, the rest of the domain imports how an event is recorded, and how they are switched off',
    from: domainBut('webhooks'),
    to: below('server/webhooks'),
    but: filesOf('server/webhooks', ['record-event', 'event-queries', 'switch-off']),
    seen: { to: below('server/webhooks') },
  },
  ...Object.entries(ofMedia).map(
    ([name, files]): Rule => ({
      says: `of media/, ${name}/ imports ${files.join(', ')}`,
      from: below(`server/${name}`),
      to: below('server/media'),
      but: filesOf('server/media', files),
      seen: { from: below(`server/${name}`), to: below('server/media') },
    }),
  ),
  only(
    'of media/, the rest of the domain imports nothing',
    domainBut('media', ...Object.keys(ofMedia)),
    below('server/media'),
  ),
  only(
    'only webhooks/ and media/ ask addresses that somebody gave',
    domainBut('outside', 'webhooks', 'media'),
    below('server/outside'),
  ),
  {
    says: 'of inbox/, the rest of the domain imports how users are told',
    from: domainBut('inbox'),
    to: below('server/inbox'),
    but: ['server/inbox/notify.ts'],
    seen: { to: below('server/inbox') },
  },
  only('the domain is given its settings, and does not read them', domainBut(), /^server\/config\.ts$/),
  {
    says: 'of http/, the domain imports what a route is, and the forms of its answer',
    from: domainBut(),
    to: below('server/http'),
    but: filesOf('server/http', ['route', 'envelope', 'long-list', 'written-reply', 'media-file']),
    seen: { to: below('server/http') },
  },
]

const sql: Rule[] = [
  {
    says: 'SQL lives in files of queries',
    from: /^server\/(?!db\/|production\/import-workspace\.ts$|.*queries\.ts$)/,
    to: /^(server\/db\/statement\.ts|kysely)$/,
    unless: ({ what }) => what !== 'values',
    seen: { to: /^(server\/db\/statement\.ts|kysely)$/ },
  },
  {
    says: 'migrations import nothing of the application but the name of the engine, and of what kinds they may be',
    from: below('server/db/migrations'),
    to: /^/,
    but: ['server/db/database.ts', 'server/db/migrations/rebuild-table.ts'],
    seen: { from: below('server/db/migrations') },
    unless: ({ what, to }) => what === 'types' && /^server\/db\/(batches|concurrent-index)\.ts$/.test(to),
  },
]

export const rules: Rule[] = [
  ...[...clients, ...demo, ...filing, ...libraries, ...mcp],
  ...[...folders, ...domain, ...sql],
]
