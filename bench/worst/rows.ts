import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { createUser } from '../../server/accounts/create-user.ts'
import { readSettings } from '../../server/config.ts'
import type { Database, Engine } from '../../server/db/database.ts'
import { openDatabase } from '../../server/db/open.ts'
import { syncBuiltInCatalogue } from '../../server/platforms/catalogue.ts'
import { issueToken } from '../../server/tokens/issue.ts'
import { commandLine } from '../../server/tokens/token-manager.ts'
import type { Place } from '../places.ts'

interface Somebody {
  id: string
  email: string
  token: string
}

export const password = 'correct horse battery'

/** Users of an installation where one has as much of everything as the limits allow. */
export interface Crowd {
  /** Has it all. */
  heavy: Somebody
  /** Has nothing, and does something else meanwhile. */
  bystander: Somebody
  /** Whose account is changed. */
  changing: Somebody
}

/** Rows that requests name; `row(kind, number)` is the id of one. */
export const kinds = {
  project: 1,
  scene: 2,
  shot: 3,
  character: 4,
  version: 5,
  promptPackage: 6,
  webhook: 7,
  event: 8,
  token: 9,
  statusChange: 10,
  invitation: 11,
  session: 12,
  notice: 13,
  member: 14,
  comment: 15,
  link: 31,
  guest: 32,
  linkChange: 33,
  verdict: 34,
  winnerChange: 35,
  playlist: 16,
  playlistItem: 17,
  review: 20,
  attachment: 21,
  export: 22,
  assetChange: 23,
  savedSearch: 36,
} as const

export function row(kind: keyof typeof kinds, number: number): string {
  return `00000000-0000-7000-8${hex(kinds[kind], 3)}-${hex(number, 12)}`
}

/** Those of the first rows. */
export function ids(kind: keyof typeof kinds, count: number): string[] {
  return Array.from({ length: count }, (_, index) => row(kind, index + 1))
}

const longTags = Array.from({ length: 100 }, (_, at) => `${at} `.padEnd(200, 'lamp '))
const longestTags = JSON.stringify({ kind: 'tags', addTags: longTags, removeTags: longTags })
const rightsOfThousand = JSON.stringify(
  ids('version', 1000).map((id) => ({
    id,
    before: { rightsState: 'RESTRICTED' },
    after: { rightsState: 'UNKNOWN' },
  })),
)

/** Scenes of the first project, by what they hold the most of. */
export const scenes = { platforms: 1, longPrompts: 2, longShots: 3, family: 4, listed: 5, doomed: 6 } as const

/** Fills an empty database. Takes minutes: it writes as much as a user may have, by the limits of the contract. */
export async function fill(engine: Engine, place: Place): Promise<Crowd> {
  const settings = readSettings({ dataFolder: place.folder, databaseUrl: place.databaseUrl }, {})
  const db = await openDatabase(settings, () => {})
  try {
    await syncBuiltInCatalogue(db)
    const crowd = {
      heavy: await somebody(db, 'heavy'),
      bystander: await somebody(db, 'bystander'),
      changing: await somebody(db, 'changing'),
    }
    const sql = statements(engine, crowd.heavy.id)
    await (engine === 'sqlite' ? runOnSqlite(place, sql) : runOnPostgres(place, sql))
    return crowd
  } finally {
    await db.close()
  }
}

async function somebody(db: Database, name: string): Promise<Somebody> {
  const email = `${name}@studio.example`
  const id = await createUser(db, { email, name, password })
  const { token } = await issueToken(db, commandLine(id), { name: 'worst' })
  return { id, email, token }
}

async function runOnSqlite({ folder }: Place, sql: string[]): Promise<void> {
  const database = new DatabaseSync(`${folder}/dailies.db`)
  try {
    for (const statement of sql) database.exec(statement)
    database.exec('pragma wal_checkpoint(truncate)')
  } finally {
    database.close()
  }
}

async function runOnPostgres({ databaseUrl }: Place, sql: string[]): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    for (const statement of sql) await client.query(statement)
    // As the server itself does in time.
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

function statements(engine: Engine, user: string): string[] {
  const sqlite = engine === 'sqlite'
  const number = (digits: number, of = 'i') =>
    sqlite ? `printf('%0${digits}d', ${of})` : `lpad((${of})::text, ${digits}, '0')`
  const id = (kind: keyof typeof kinds, of = 'i') => {
    const end = sqlite ? `printf('%012x', ${of})` : `lpad(to_hex((${of})::bigint), 12, '0')`
    return `'00000000-0000-7000-8${hex(kinds[kind], 3)}-' || ${end}`
  }
  const words = (length: number) => {
    const sentence = 'the keeper climbs the stairs with a lamp, rain on glass '
    const times = Math.floor(length / sentence.length)
    return sqlite
      ? `replace(printf('%.${times}c', 'x'), 'x', '${sentence}')`
      : `repeat('${sentence}', ${times})`
  }
  // Yesterday and a bit: nothing of it is old enough to be pruned.
  const start = Math.floor(Date.now() / 1000) - 120_000
  const time = (of = 'i') =>
    sqlite
      ? `strftime('%Y-%m-%dT%H:%M:%fZ', ${start} + ${of}, 'unixepoch')`
      : `to_char(to_timestamp(${start} + ${of}) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  const fill = (table: string, count: number, columns: Record<string, string>) =>
    `insert into ${table} (${Object.keys(columns).join(', ')})
      with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})
      select ${Object.values(columns).join(', ')} from n`

  let versions = 0
  const fillVersions = (scene: number, count: number, columns: Record<string, string>) => {
    const first = versions
    versions += count
    const counter = fill('version_counters', 1, {
      scene_id: id('scene', String(scene)),
      asset_type: "'IMAGE'",
      platform_key: "'midjourney'",
      last_number: String(count),
    })
    const rows = fill('asset_versions', count, {
      id: id('version', `i + ${first}`),
      project_id: id('project', '1'),
      scene_id: id('scene', String(scene)),
      asset_type: "'IMAGE'",
      platform_key: "'midjourney'",
      platform_label: "'Midjourney'",
      version_number: 'i',
      status: "'GENERATED'",
      selected: '0',
      rights_state: "'UNKNOWN'",
      prompt: "'a lighthouse at dusk'",
      output_url: `'https://cdn.example/' || i`,
      cost_estimate_usd: '0.04',
      created_by: `'${user}'`,
      created_at: time(),
      updated_at: time(),
      ...columns,
    })
    return [counter, rows]
  }
  const inFirstProject = { project_id: id('project', '1') }
  return [
    fill('projects', 900, {
      id: id('project'),
      created_by: `'${user}'`,
      name: `'Film ' || i`,
      status: "'PRODUCTION'",
      created_at: time(),
      updated_at: time(),
    }),
    fill('project_members', 900, {
      project_id: id('project'),
      user_id: `'${user}'`,
      role: "'owner'",
      created_at: time(),
    }),
    fill('users', 20, {
      id: id('member'),
      email: `'member' || i || '@studio.example'`,
      name: `'Member ' || i`,
      role: "'member'",
      created_at: time(),
      updated_at: time(),
    }),
    fill('project_members', 20, {
      ...inFirstProject,
      user_id: id('member'),
      role: "'viewer'",
      created_at: time(),
    }),
    fill('scenes', 9900, {
      id: id('scene'),
      ...inFirstProject,
      scene_number: number(6),
      number_order: number(6),
      story_beat: words(20_000),
    }),
    fill('shots', 9900, {
      id: id('shot'),
      scene_id: id('scene', String(scenes.longShots)),
      shot_code: number(6),
      description: words(20_000),
      sort_order: 'i',
      required: '1',
    }),
    fill('characters', 9900, {
      id: id('character'),
      ...inFirstProject,
      name: number(6),
      name_order: number(6),
      description: words(20_000),
    }),
    fill('prompt_packages', 200, {
      id: id('promptPackage'),
      ...inFirstProject,
      name: number(6),
      prompt: words(100_000),
      negative_prompt: words(100_000),
      created_at: time(),
      updated_at: time(),
    }),
    ...fillVersions(scenes.platforms, 20_000, {
      platform_key: `'site-' || i`,
      compare_group: `'group ' || i`,
      // Many takes have each of a few, and one each of many.
      tags: `'["harbour ' || (i % 200) || '","take ' || i || '"]'`,
    }),
    fill('project_tags', 499, { ...inFirstProject, name: `'harbour ' || i`, color: "'teal'" }),
    ...fillVersions(scenes.longPrompts, 5000, { prompt: words(80_000) }),
    fill('playlists', 499, {
      id: id('playlist'),
      ...inFirstProject,
      name: number(6),
      note: words(2000),
      created_by: `'${user}'`,
      created_at: time(),
      updated_at: time(),
    }),
    // The first hundred of them are full.
    fill('playlist_items', 100_000, {
      id: id('playlistItem'),
      playlist_id: id('playlist', '1 + (i - 1) / 1000'),
      version_id: id('version', '1 + (i - 1) % 1000'),
      position: '1 + (i - 1) % 1000',
    }),
    // The first is of as many takes as one may be of, which are as it left them; the others say as much as they may.
    fill('asset_change_sets', 200, {
      id: id('assetChange'),
      ...inFirstProject,
      user_id: `'${user}'`,
      kind: `case when i = 1 then 'rights' else 'tags' end`,
      created_at: time(),
      changed: '1000',
      said: `case when i = 1 then '${JSON.stringify({ kind: 'rights', rightsState: 'UNKNOWN' })}' else '${longestTags}' end`,
      answer: `'{}'`,
      items: `case when i = 1 then '${rightsOfThousand}' else '[]' end`,
    }),
    // As many as a project may have, and all that a user may pin: each finds too much to look at all of it.
    fill('saved_searches', 99, {
      id: id('savedSearch'),
      ...inFirstProject,
      name: number(6),
      q: `'a* ' || i || '*'`,
      created_by: `'${user}'`,
      created_at: time(),
      updated_at: time(),
    }),
    fill('saved_search_users', 19, {
      user_id: `'${user}'`,
      saved_search_id: id('savedSearch'),
      position: 'i',
      seen_at: `'2020-01-01T00:00:00.000Z'`,
    }),
    // A chain: each was made from the one before.
    ...fillVersions(scenes.family, 10_000, {
      parent_version_id: `case when i > 1 then ${id('version', 'i + 24999')} end`,
    }),
    ...fillVersions(scenes.listed, 200, {
      prompt: words(100_000),
      negative_prompt: words(100_000),
      notes: words(20_000),
      thumbnail_url: `'https://cdn.example/' || ${words(8000)}`,
    }),
    ...fillVersions(scenes.doomed, 2000, { platform_key: "'sora'" }),
    // Each shot has its winner, and every one is trimmed.
    ...fillVersions(scenes.longShots, 9900, { selected: '1', shot_id: id('shot'), asset_type: "'VIDEO'" }),
    fill('deleted_asset_versions', 20_000, {
      id: id('version', 'i + 1000000'),
      ...inFirstProject,
      scene_id: id('scene', String(scenes.platforms)),
      asset_type: "'IMAGE'",
      platform_key: "'midjourney'",
      platform_label: "'Midjourney'",
      version_number: 'i + 1000000',
      status: "'DRAFT'",
      selected: '0',
      rights_state: "'UNKNOWN'",
      prompt: words(2000),
      created_by: `'${user}'`,
      created_at: time(),
      updated_at: time(),
      deleted_at: time(),
      deleted_by: `'${user}'`,
    }),
    fill('shot_trims', 9900, {
      shot_id: id('shot'),
      asset_version_id: id('version', `i + ${versions - 9900}`),
      in_frame: '1',
      out_frame: '100',
      rate_numerator: '24000',
      rate_denominator: '1001',
    }),
    fill('winner_changes', 20_000, {
      id: id('winnerChange'),
      ...inFirstProject,
      scene_id: id('scene', String(scenes.longShots)),
      number: 'i',
      shot_id: id('shot', '1 + i % 9900'),
      shot_code: number(6, '1 + i % 9900'),
      asset_type: "'VIDEO'",
      old_version_id: id('version', '1'),
      new_version_id: id('version', '2'),
      changed_by: `'${user}'`,
      created_at: time(),
    }),
    // Room is left for a hundred more, as of verdicts. Half of them are replies to the first; every hundredth has as large a drawing as there may be.
    fill('comments', 4900, {
      id: id('comment'),
      ...inFirstProject,
      asset_version_id: id('version', '1'),
      scene_id: id('scene', '1'),
      thread_id: `case when i % 2 = 0 then ${id('comment', '1')} end`,
      author_id: `'${user}'`,
      audience: "'everybody'",
      first_frame: '1',
      last_frame: '9',
      rate_numerator: '24',
      rate_denominator: '1',
      created_at: time(),
      text: words(10_000),
      drawing: `case when i % 100 = 1 then '${JSON.stringify(largestDrawing())}' end`,
    }),
    fill('open_notes', 2450, {
      comment_id: id('comment', '2 * i - 1'),
      ...inFirstProject,
      asset_version_id: id('version', '1'),
      scene_id: id('scene', '1'),
      author_id: `'${user}'`,
    }),
    fill('verdicts', 4900, {
      id: id('verdict'),
      ...inFirstProject,
      asset_version_id: id('version', '1'),
      scene_id: id('scene', '1'),
      user_id: `'${user}'`,
      verdict: "'changes_needed'",
      is_current: 'case when i = 4900 then 1 else 0 end',
      created_at: time(),
      note: words(10_000),
    }),
    ...[`'${user}'`, "''"].map((whose) =>
      fill('take_marks', 20_000, {
        asset_version_id: id('version'),
        user_id: whose,
        ...inFirstProject,
        scene_id: id('scene', '1'),
        flag: "case i % 3 when 0 then 'none' when 1 then 'rejected' else 'shortlisted' end",
        stars: 'i % 6',
        seen_at: whose === "''" ? 'null' : time(),
        updated_at: time(),
      }),
    ),
    // Of the versions of the first scene, each a file of its own.
    fill('blobs', 20_000, { hash: number(64), bytes: '1000000', kept_at: time(), touched_at: '0' }),
    // All of them look alike: three of four parts are the same.
    fill('looks', 20_000, { hash: number(64), a: '1', b: '2', c: '3', d: 'i', work_attempts: '0' }),
    fill('version_media', 20_000, {
      version_id: id('version'),
      kind: "'original'",
      ...inFirstProject,
      state: "'kept'",
      hash: number(64),
      bytes: '1000000',
      summary: summaryOf(number(16)),
    }),
    fill('exports', 49, {
      id: id('export'),
      ...inFirstProject,
      created_by: `'${user}'`,
      created_at: time(),
      ends_at: "'2999-01-01T00:00:00.000Z'",
      name: words(200),
      request: `'${JSON.stringify({ of: 'versions', versionIds: ids('version', 1000) })}'`,
      state: "'ready'",
      prepared: '20000',
      files: '20000',
      missing: '0',
      directory_offset: '20000000000',
      directory_bytes: '2000000',
      work_attempts: '0',
    }),
    fill('export_files', 20_000, {
      export_id: id('export', '1'),
      zip_offset: '(i - 1) * 1000000',
      name: `'media/' || ${number(64)} || '.mp4'`,
      bytes: '999900',
      crc: '1',
      hash: number(64),
      blob_offset: '0',
    }),
    ...[320, 640, 1280].map((width) =>
      fill('made_media', 20_000, {
        of_hash: number(64),
        kind: `'thumb-${width}'`,
        hash: number(64),
        width: String(width),
        height: String(width),
      }),
    ),
    // As many as a comment may have, of each of the last of them.
    fill('attachments', 4900, {
      id: id('attachment'),
      ...inFirstProject,
      asset_version_id: id('version', '1'),
      scene_id: id('scene', '1'),
      user_id: `'${user}'`,
      comment_id: id('comment', '4900 - (i - 1) / 10'),
      position: '(i - 1) % 10',
      hash: number(64),
      bytes: '1000000',
      created_at: '0',
      name: words(200),
    }),
    fill('media_usage', 1, { ...inFirstProject, files: '20000', bytes: '20000000000' }),
    fill('status_changes', 20_000, {
      id: id('statusChange'),
      ...inFirstProject,
      asset_version_id: id('version', '1'),
      old_status: "'DRAFT'",
      new_status: "'GENERATED'",
      changed_by: `'${user}'`,
      created_at: time(),
    }),
    fill('webhooks', 180, {
      id: id('webhook'),
      user_id: `'${user}'`,
      url: "'http://127.0.0.1:9/hook'",
      events: `'["asset.created"]'`,
      batch_events: '1',
      batch_seconds: '0',
      active: '0',
      secret: "'none'",
      failed_attempts: '0',
      recent_attempts: "'[]'",
      resume_at: '0',
      leased_until: '0',
      created_at: time(),
      updated_at: time(),
    }),
    fill('events', 100_000, {
      id: id('event'),
      user_id: `'${user}'`,
      event: "'asset.created'",
      ...inFirstProject,
      created_at: time(),
      data: `'{"assetVersionId":"' || ${id('version')} || '","prompt":"' || ${words(2000)} || '"}'`,
      position: 'i',
    }),
    'update installation set feed_position = 100000',
    fill('deliveries', 100_000, {
      webhook_id: id('webhook', '1'),
      event_id: id('event'),
      status: "'Failed'",
      attempt_count: '4',
      retry_count: '3',
      response_code: '500',
    }),
    fill('reviews', 5000, {
      id: id('review'),
      project_id: id('project', '1'),
      name: "'Dailies'",
      plays_kind: "'film'",
      started_by: `'${user}'`,
      started_at: "'2026-01-01T00:00:00.000Z'",
      // The first goes on.
      ended_at: "case when i > 1 then '2026-01-01T01:00:00.000Z' end",
      leader_id: `'${user}'`,
      leader_page: "'one'",
      term: '1',
      lease_until: '0',
    }),
    fill('review_people', 20, {
      review_id: id('review', '1'),
      user_id: id('member', 'i'),
      project_id: id('project', '1'),
      seen_until: '4000000000000',
    }),
    fill('review_versions', 5000, {
      review_id: id('review', '1'),
      asset_version_id: id('version', 'i'),
      project_id: id('project', '1'),
    }),
    fill('tokens', 5000, {
      id: id('token'),
      user_id: `'${user}'`,
      name: "'old'",
      hash: `'none ' || i`,
      created_at: "'2026-01-01T00:00:00.000Z'",
      // The first is still good.
      expires_at: "case when i > 1 then '2026-04-01T00:00:00.000Z' else '2096-04-01T00:00:00.000Z' end",
    }),
    fill('links', 150, {
      id: id('link'),
      project_id: id('project', '1'),
      name: "'Client'",
      hash: `'none ' || i`,
      shows: "'film'",
      may_comment: '1',
      may_give_verdict: '1',
      may_download: '1',
      watermark: '1',
      created_by: `'${user}'`,
      created_at: "'2026-01-01T00:00:00.000Z'",
      expires_at: "'2096-04-01T00:00:00.000Z'",
      guests: '1000',
      views: '1000',
    }),
    fill('link_guests', 1000, {
      id: id('guest'),
      link_id: id('link', '1'),
      project_id: id('project', '1'),
      name: "'Grace'",
      created_at: "'2026-01-01T00:00:00.000Z'",
      last_seen_at: "'2026-01-01T00:00:00.000Z'",
    }),
    fill('link_changes', 20_000, {
      id: id('linkChange'),
      project_id: id('project', '1'),
      link_id: id('link', '1'),
      link_name: "'Client'",
      action: "'changed'",
      changed_by: `'${user}'`,
      created_at: time(),
      details: "'{}'",
    }),
    fill('token_audit', 20_000, {
      id: id('token', 'i'),
      user_id: `'${user}'`,
      token_id: id('token', '1'),
      token_name: "'old'",
      action: "'updated'",
      done_by: "'command line'",
      created_at: time(),
      details: "'{}'",
    }),
  ]
}

/** As server/media/summary.ts writes it, in SQL; `file` is the expression of the beginning of a hash. */
function summaryOf(file: string): string {
  const placeholder = `data:image/webp;base64,${'A'.repeat(300)}`
  const summary = {
    ...{ state: 'kept', endsAt: null, type: 'image/png', bytes: 1_000_000, width: 1920, height: 1080 },
    ...{ durationSeconds: null, placeholder, looks: 'FILE', isWorkedOn: false, original: 'FILE' },
    thumbnails: [320, 640, 1280].map((width) => [`thumb-${width}`, 'FILE', width, width]),
  }
  return `replace('${JSON.stringify(summary)}', 'FILE', ${file})`
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0')
}

/** As many points as one drawing has room for. */
export function largestDrawing() {
  const points = Array.from({ length: 2400 }, (_, n) => [n / 2400, 0.12345, 0.54321])
  return { shapes: [{ kind: 'pen', colour: '#ff3355', width: 0.01, points }] }
}
