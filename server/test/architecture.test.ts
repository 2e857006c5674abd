import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { importsIn } from '../../scripts/imports.ts'

/** The rules of docs/architecture.md. */
const root = join(import.meta.dirname, '../..')

const imports = globSync('**/*.{ts,tsx,css}', {
  cwd: root,
  exclude: ['**/node_modules', '**/dist', '**/.wxt'],
}).flatMap((from) =>
  importsIn(readFileSync(join(root, from), 'utf8'), from).map((found) => ({ from, ...found })),
)

const isTest = (file: string) => /\.(test|long)\.ts$|^server\/test\//.test(file)
const isBuild = (file: string) => /^(console|extension)\/[^/]+\.ts$/.test(file)
const isTestOfClient = (file: string) => /\/(test|testing|sample)\//.test(file)
const product = imports.filter(({ from }) => !isTest(from))
const folder = (file: string) => file.split('/').slice(0, 2).join('/')
const domain = [
  ...[
    'accounts',
    'inbox',
    'mail',
    'tokens',
    'production',
    'cut',
    'prompt-packages',
    'platforms',
    'assets',
    'comments',
    'attachments',
    'reviews',
    'profile',
    'reports',
    'activity',
    'retention',
    'webhooks',
    'media',
    'playlists',
    'provenance',
    'exports',
    'outside',
  ],
].map((name) => `server/${name}`)

function assertNone(breaking: { from: string; to: string }[]): void {
  assert.deepEqual(
    breaking.map(({ from, to }) => `${from} imports ${to}`),
    [],
  )
}

test('imports are found at all', () => {
  assert.ok(imports.length > 100)
  assert.ok(imports.some(({ from, to }) => from === 'server/main.ts' && to === 'server/db/open.ts'))
})

test('the contract imports nothing of ours', () => {
  assertNone(
    product.filter(
      ({ from, to }) =>
        from.startsWith('contract/') &&
        /^(server|demo|sdk|ui|reading|console|extension|bench|scripts)\//.test(to),
    ),
  )
})

test('sdk, ui, reading, console and extension meet the server on the wire alone, and use what is theirs to use', () => {
  const ours = /^(contract|server|demo|sdk|ui|reading|console|extension|bench|scripts|e2e)\//
  const may: Record<string, RegExp> = {
    sdk: /^(sdk|contract)\//,
    ui: /^(ui|contract)\//,
    reading: /^(reading|contract)\//,
    console: /^(console|sdk|ui|reading|contract)\//,
    extension: /^(extension|sdk|ui|reading|contract)\//,
  }
  for (const [name, allowed] of Object.entries(may)) {
    const own = product.filter(
      ({ from }) => from.startsWith(`${name}/`) && !isTestOfClient(from) && !isBuild(from),
    )
    assert.ok(own.length > 10, name)
    assertNone(own.filter(({ to }) => ours.test(to) && !allowed.test(to)))
  }
})

test('console and extension import nothing of each other, their tests included', () => {
  const pairs = [
    ['console', 'extension'],
    ['extension', 'console'],
  ]
  for (const [one, other] of pairs)
    assertNone(imports.filter(({ from, to }) => from.startsWith(`${one}/`) && to.startsWith(`${other}/`)))
})

test('of the server, one command imports the demo, when it is asked for; the demo uses rules, and no test of theirs', () => {
  const users = product.filter(({ from, to }) => from.startsWith('server/') && to.startsWith('demo/'))
  assert.ok(users.length > 0)
  assertNone(users.filter(({ from, whenAsked }) => from !== 'server/commands/demo.ts' || !whenAsked))
  const own = product.filter(({ from }) => from.startsWith('demo/'))
  assert.ok(own.some(({ to }) => to === 'server/assets/ingest.ts'))
  const allowed = [...domain, 'server/links', 'server/db']
  assertNone(own.filter(({ to }) => to.startsWith('server/') && !allowed.includes(folder(to))))
})

test('filing/ meets a service on the wire alone, as any client; of the server, commands import it when they are asked for, and mcp/ how a file is read and filed once', () => {
  const own = product.filter(({ from }) => from.startsWith('server/filing/'))
  assert.ok(own.some(({ to }) => to.startsWith('sdk/')))
  assertNone(
    own.filter(
      ({ to }) =>
        !/^(server\/filing|sdk|reading|contract)\//.test(to) &&
        /^(server|demo|ui|console|extension|bench|scripts|e2e)\//.test(to) &&
        to !== 'server/error.ts',
    ),
  )
  const users = product.filter(
    ({ from, to }) => to.startsWith('server/filing/') && /^server\/(?!filing)/.test(from),
  )
  // Files that agents send are told by the same key as those of a terminal; mcp/ itself is loaded when it is asked for.
  const others = users.filter(
    ({ from, to }) => folder(from) !== 'server/mcp' || !/^server\/filing\/(once|read-file)\.ts$/.test(to),
  )
  assertNone(
    others.filter(
      ({ from, what, whenAsked }) => folder(from) !== 'server/commands' || !(whenAsked || what === 'types'),
    ),
  )
})

test('only http/ imports Fastify', () => {
  assertNone(
    product.filter(
      ({ from, to }) => /^(@fastify|fastify|@scalar\/fastify)/.test(to) && folder(from) !== 'server/http',
    ),
  )
})

test('only db/ imports a driver', () => {
  assertNone(
    product.filter(
      ({ from, to }) =>
        /^(pg|node:sqlite)$/.test(to) && from.startsWith('server/') && folder(from) !== 'server/db',
    ),
  )
})

test('only mcp/ imports the protocol of agents, and is loaded when one comes', () => {
  const users = product.filter(({ to }) => to.startsWith('@modelcontextprotocol/'))
  assert.ok(users.length > 0)
  assertNone(users.filter(({ from }) => folder(from) !== 'server/mcp'))
  const outside = product.filter(
    ({ from, to }) => folder(to) === 'server/mcp' && folder(from) !== 'server/mcp',
  )
  assert.deepEqual([...new Set(outside.map(({ from }) => from))].sort(), [
    'server/commands/mcp.ts',
    'server/http/mcp.ts',
  ])
  assertNone(outside.filter(({ whenAsked }) => !whenAsked))
})

test('mcp/ meets what is stored through the SDK alone, and uses what every folder may use', () => {
  const own = product.filter(({ from }) => folder(from) === 'server/mcp')
  assert.ok(own.some(({ to }) => to === 'sdk/src/dailies.ts'))
  assertNone(
    own.filter(
      ({ to }) =>
        to.startsWith('server/') &&
        folder(to) !== 'server/mcp' &&
        !/^server\/(printable|turns|version|filing\/once|filing\/read-file)\.ts$/.test(to),
    ),
  )
})

test('only accounts/ imports better-auth', () => {
  assertNone(
    product.filter(({ from, to }) => /^@?better-auth/.test(to) && folder(from) !== 'server/accounts'),
  )
})

test('only mail/ imports what speaks with mail servers', () => {
  assertNone(product.filter(({ from, to }) => to === 'nodemailer' && folder(from) !== 'server/mail'))
})

test('nothing imports assets/ but the composition root, the commands, playlists/, which has boards in another order, and assets/ itself', () => {
  const allowed = ['server/assets', 'server/playlists', 'server/main.ts', 'server/commands']
  assertNone(
    product.filter(
      ({ from, to }) =>
        folder(to) === 'server/assets' && from.startsWith('server/') && !allowed.includes(folder(from)),
    ),
  )
})

test('assets/ uses production, prompt-packages, platforms, comments, webhooks, inbox and media, and what every folder may use', () => {
  const others = [
    ...['production', 'prompt-packages', 'platforms', 'comments', 'webhooks', 'inbox', 'media'],
    ...['db', 'http'],
  ]
  const allowed = ['assets', ...others].map((name) => `server/${name}`)
  assertNone(
    product.filter(
      ({ from, to }) =>
        folder(from) === 'server/assets' &&
        to.startsWith('server/') &&
        !allowed.includes(folder(to)) &&
        !['error', 'clock', 'checked', 'given', 'order', 'pauses', 'shares']
          .map((name) => `server/${name}.ts`)
          .includes(to),
    ),
  )
})

test('prompt-packages/, reports/ and activity/ use production for what is whose, and what every folder may use', () => {
  for (const name of ['server/prompt-packages', 'server/reports', 'server/activity']) {
    const allowed = [name, 'server/production', 'server/db', 'server/http']
    assertNone(
      product.filter(
        ({ from, to }) =>
          folder(from) === name &&
          to.startsWith('server/') &&
          !allowed.includes(folder(to)) &&
          !['error', 'clock', 'given', 'order', 'pauses', 'shares']
            .map((one) => `server/${one}.ts`)
            .includes(to),
      ),
    )
  }
})

test('comments/ uses production for what is whose, attachments for its files, media for what cards show, webhooks and inbox to tell of it, and what every folder may use', () => {
  const allowed = ['comments', 'attachments', 'media', 'production', 'webhooks', 'inbox', 'db', 'http'].map(
    (name) => `server/${name}`,
  )
  const own = product.filter(({ from }) => folder(from) === 'server/comments')
  assert.ok(own.some(({ to }) => to === 'server/webhooks/record-event.ts'))
  assertNone(
    own.filter(
      ({ to }) =>
        to.startsWith('server/') &&
        !allowed.includes(folder(to)) &&
        !/^server\/(error|clock|given|order)\.ts$/.test(to),
    ),
  )
})

test('attachments/ uses media to keep files, comments and production for what is whose, and what every folder may use', () => {
  const allowed = ['attachments', 'media', 'comments', 'production', 'db', 'http'].map(
    (name) => `server/${name}`,
  )
  const own = product.filter(({ from }) => folder(from) === 'server/attachments')
  assert.ok(own.some(({ to }) => to === 'server/media/keep.ts'))
  assertNone(
    own.filter(
      ({ to }) =>
        to.startsWith('server/') &&
        !allowed.includes(folder(to)) &&
        !/^server\/(error|order|turns)\.ts$/.test(to),
    ),
  )
})

test('playlists/ uses assets and production for what is in a list and whose it is, media for its pictures, and what every folder may use', () => {
  const allowed = ['playlists', 'assets', 'production', 'media', 'db', 'http'].map((name) => `server/${name}`)
  const own = product.filter(({ from }) => folder(from) === 'server/playlists')
  assert.ok(own.some(({ to }) => to === 'server/assets/browse.ts'))
  assertNone(
    own.filter(
      ({ to }) =>
        to.startsWith('server/') &&
        !allowed.includes(folder(to)) &&
        !/^server\/(error|clock|order|shares)\.ts$/.test(to),
    ),
  )
})

test('links/ uses comments for what guests say, cut and media for what they see, production for what is whose, and what every folder may use; the demo alone uses links/', () => {
  const allowed = [
    'links',
    'comments',
    'attachments',
    'cut',
    'playlists',
    'production',
    'media',
    'accounts',
    'tokens',
    'webhooks',
    'db',
    'http',
  ]
  const own = product.filter(({ from }) => folder(from) === 'server/links')
  assert.ok(own.some(({ to }) => to === 'server/comments/create-comment.ts'))
  assertNone(
    own.filter(
      ({ to }) =>
        to.startsWith('server/') &&
        !allowed.includes(folder(to).replace('server/', '')) &&
        !/^server\/(error|clock|given|network|rate-limiter)\.ts$/.test(to),
    ),
  )
  // Of accounts no more than how secrets and passwords are kept, of tokens how guesses are slowed.
  assertNone(own.filter(({ to }) => /^server\/accounts\/(?!secret|password\.)/.test(to)))
  assertNone(own.filter(({ to }) => /^server\/tokens\/(?!bad-tokens)/.test(to)))
  assertNone(
    product.filter(
      ({ from, to }) => folder(to) === 'server/links' && !/^(server\/(links\/|main)|demo\/)/.test(from),
    ),
  )
})

test('provenance/ uses cut for what plays, media for what files say of themselves, production for what is whose, and what every folder may use', () => {
  const allowed = ['provenance', 'cut', 'media', 'production', 'db', 'http'].map((name) => `server/${name}`)
  const own = product.filter(({ from }) => folder(from) === 'server/provenance')
  assert.ok(own.some(({ to }) => to === 'server/cut/read-cut.ts'))
  assertNone(
    own.filter(
      ({ to }) =>
        to.startsWith('server/') &&
        !allowed.includes(folder(to)) &&
        !/^server\/(error|order|turns)\.ts$/.test(to),
    ),
  )
})

test('exports/ uses cut and playlists for what plays, provenance for sidecars, media for the files, and what every folder may use', () => {
  const allowed = ['exports', 'cut', 'playlists', 'provenance', 'media', 'production', 'db', 'http'].map(
    (name) => `server/${name}`,
  )
  const own = product.filter(({ from }) => from.startsWith('server/exports/'))
  assert.ok(own.some(({ to }) => to === 'server/cut/read-cut.ts'))
  assertNone(
    own.filter(
      ({ to }) =>
        to.startsWith('server/') &&
        !to.startsWith('server/exports/') &&
        !allowed.includes(folder(to)) &&
        !/^server\/(error|clock|lane|order|pauses)\.ts$/.test(to),
    ),
  )
})

test('transfer/ brings what every folder knows, by their rules where there are any; commands alone use it', () => {
  const allowed = ['transfer', 'accounts', 'backups', 'media', 'platforms', 'production', 'db'].map(
    (name) => `server/${name}`,
  )
  const own = product.filter(({ from }) => folder(from) === 'server/transfer')
  assert.ok(own.some(({ to }) => to === 'server/production/change-member.ts'))
  assertNone(
    own.filter(
      ({ to }) =>
        to.startsWith('server/') &&
        !allowed.includes(folder(to)) &&
        !/^server\/(error|clock|exact-json|order|packed|sealed|version)\.ts$/.test(to),
    ),
  )
  assertNone(
    product.filter(
      ({ from, to }) => folder(to) === 'server/transfer' && !/^server\/(transfer|commands)\//.test(from),
    ),
  )
})

test('webhooks/ uses production for what is whose, inbox to tell of it, outside to send, and what every folder may use', () => {
  const allowed = ['webhooks', 'outside', 'production', 'inbox', 'db', 'http'].map((name) => `server/${name}`)
  assertNone(
    product.filter(
      ({ from, to }) =>
        folder(from) === 'server/webhooks' &&
        to.startsWith('server/') &&
        !allowed.includes(folder(to)) &&
        !/^server\/(error|clock|given|nap|queue-gauges|secret-box|version)\.ts$/.test(to),
    ),
  )
})

test('reviews/ uses comments for the notes, media for what cards show, playlists for what is played, live to show, production, webhooks and inbox, and what every folder may use', () => {
  const allowed = [
    'reviews',
    'comments',
    'media',
    'playlists',
    'live',
    'production',
    'webhooks',
    'inbox',
    'db',
    'http',
  ].map((name) => `server/${name}`)
  const own = product.filter(({ from }) => folder(from) === 'server/reviews')
  assert.ok(own.length > 10)
  assertNone(
    own.filter(
      ({ to }) =>
        to.startsWith('server/') &&
        !allowed.includes(folder(to)) &&
        !['error', 'clock', 'order'].some((name) => to === `server/${name}.ts`),
    ),
  )
})

test('of webhooks/, the rest of the domain imports only how an event is recorded, and how they are switched off', () => {
  assertNone(
    product.filter(
      ({ from, to }) =>
        folder(to) === 'server/webhooks' &&
        domain.includes(folder(from)) &&
        folder(from) !== 'server/webhooks' &&
        !['record-event', 'event-queries', 'switch-off'].some((name) => to === `server/webhooks/${name}.ts`),
    ),
  )
})

test('media/ uses production for what is whose, webhooks to tell of it, outside to fetch, and what every folder may use', () => {
  const allowed = ['media', 'outside', 'production', 'webhooks', 'db', 'http'].map((name) => `server/${name}`)
  assertNone(
    product.filter(
      ({ from, to }) =>
        folder(from) === 'server/media' &&
        to.startsWith('server/') &&
        !allowed.includes(folder(to)) &&
        !/^server\/(error|clock|crumbs|order|lane|pauses|queue-gauges|turns)\.ts$/.test(to),
    ),
  )
})

test('of media/, the rest of the domain imports only what cards show, what is expected, and what is forgotten', () => {
  const may: Record<string, string[]> = {
    'server/attachments': [
      ...['content-headers', 'in-room', 'keep', 'quota', 'receive-body', 'serve', 'usage-queries'],
    ],
    'server/assets': ['card-queries', 'summary', 'expect', 'signed-addresses'],
    'server/comments': ['card-queries', 'summary', 'signed-addresses'],
    'server/playlists': ['card-queries', 'summary', 'signed-addresses'],
    'server/cut': ['card-queries', 'summary', 'signed-addresses'],
    'server/production': ['card-queries', 'summary', 'signed-addresses', 'forget'],
    'server/exports': [
      ...['hash-of-file', 'held', 'keep', 'leased-work', 'names', 'store', 'store-failure', 'summary'],
      ...['blob-queries', 'quota'],
      ...['place-file', 's3-list', 's3-requests', 's3-store', 's3-upload', 'unreadable', 'work/messages'],
    ],
    'server/provenance': ['credential-queries', 'store', 'work/workshop', 'work/cose'],
    'server/retention': ['forget'],
    'server/reviews': ['summary', 'signed-addresses'],
  }
  const users = product.filter(
    ({ from, to }) =>
      folder(to) === 'server/media' && domain.includes(folder(from)) && folder(from) !== 'server/media',
  )
  assert.deepEqual([...new Set(users.map(({ from }) => folder(from)))].sort(), Object.keys(may).sort())
  assertNone(
    users.filter(({ from, to }) => !may[folder(from)]!.some((name) => to === `server/media/${name}.ts`)),
  )
})

test('what looks into files is in media/work/ alone, where it runs in a process of its own', () => {
  const libraries = imports.filter(({ to }) =>
    /^(sharp|mediabunny|file-type|@contentauth\/c2pa-wasm)(\/|$)/.test(to),
  )
  assert.ok(libraries.length > 0)
  assertNone(
    libraries.filter(
      ({ from }) => from.startsWith('server/') && !isTest(from) && !from.startsWith('server/media/work/'),
    ),
  )
  const working = product.filter(({ from }) => from.startsWith('server/media/work/'))
  assertNone(working.filter(({ to }) => to.startsWith('server/') && !/^server\/(media\/|error\.ts)/.test(to)))
})

test('only webhooks/ and media/ ask addresses that somebody gave', () => {
  const allowed = ['server/outside', 'server/webhooks', 'server/media']
  assertNone(
    product.filter(
      ({ from, to }) =>
        folder(to) === 'server/outside' && domain.includes(folder(from)) && !allowed.includes(folder(from)),
    ),
  )
  assertNone(
    product.filter(
      ({ from, to }) => folder(from) === 'server/outside' && /^server\/(?!outside\/|error\.ts$)/.test(to),
    ),
  )
})

test('of inbox/, the rest of the domain imports only how users are told', () => {
  assertNone(
    product.filter(
      ({ from, to }) =>
        folder(to) === 'server/inbox' &&
        domain.includes(folder(from)) &&
        folder(from) !== 'server/inbox' &&
        to !== 'server/inbox/notify.ts',
    ),
  )
})

test('the domain is given its settings, and does not read them', () => {
  assertNone(product.filter(({ from, to }) => domain.includes(folder(from)) && to === 'server/config.ts'))
})

test('of http/, the domain imports only what a route is, and the forms of its answer', () => {
  assertNone(
    product.filter(
      ({ from, to }) =>
        domain.includes(folder(from)) &&
        folder(to) === 'server/http' &&
        !['route', 'envelope', 'long-list', 'written-reply', 'media-file'].some(
          (name) => to === `server/http/${name}.ts`,
        ),
    ),
  )
})

test('SQL lives in files of queries', () => {
  const users = product.filter(
    ({ to, what }) => what === 'values' && (to === 'server/db/statement.ts' || to === 'kysely'),
  )
  assertNone(
    users.filter(
      ({ from }) =>
        from.startsWith('server/') &&
        folder(from) !== 'server/db' &&
        !/queries\.ts$/.test(from) &&
        from !== 'server/production/import-workspace.ts',
    ),
  )
})

test('migrations import nothing of the application but the name of the engine, and of what kinds they may be', () => {
  assertNone(
    product.filter(
      ({ from, to, what }) =>
        from.startsWith('server/db/migrations/') &&
        !(what === 'types' && /^server\/db\/(batches|concurrent-index)\.ts$/.test(to)) &&
        to !== 'server/db/database.ts' &&
        to !== 'server/db/migrations/rebuild-table.ts',
    ),
  )
})

test('no screen of the console imports another: what several share stands beside screens/', () => {
  const screenOf = (file: string) => /^console\/src\/screens\/([^/]+)\//.exec(file)?.[1]
  assert.ok(imports.some(({ from, to }) => screenOf(from) && screenOf(to)))
  assertNone(
    imports.filter(
      ({ from, to }) =>
        screenOf(to) && screenOf(to) !== screenOf(from) && !from.startsWith('console/src/app/'),
    ),
  )
})

test('a circle of imports is found, and shown', () => {
  const ways = ['a b', 'b c', 'c d', 'd b', 'a d', 'e e'].map((way) => way.split(' ') as [string, string])
  assert.deepEqual(circles(ways.map(([from, to]) => ({ from, to }))), ['b → c → d → b', 'e → e'])
})

test('imports go in no circle, those of types neither', () => {
  assert.deepEqual(circles(imports.filter(({ what }) => what !== 'address')), [])
})

/** At least one of each set of files that import each other. */
function circles(among: { from: string; to: string }[]): string[] {
  const imported = Map.groupBy(among, ({ from }) => from)
  const found: string[] = []
  const way: string[] = []
  const done = new Set<string>()
  const follow = (file: string) => {
    const before = way.indexOf(file)
    if (before >= 0) found.push([...way.slice(before), file].join(' → '))
    if (before >= 0 || done.has(file)) return
    way.push(file)
    for (const { to } of imported.get(file) ?? []) follow(to)
    way.pop()
    done.add(file)
  }
  for (const file of imported.keys()) follow(file)
  return found
}
