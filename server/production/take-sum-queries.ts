import { type RawBuilder, sql } from 'kysely'
import { asText } from '../db/statement.ts'

/** Versions that were captured from `from` on and before `to`; by that user, or, where that is empty, by anybody. */
export interface Captured {
  from: string
  to: string
  by: string
}

/** After every time that there is, as text. */
export const afterAll = '~'

/** The same with the whole days in it: from `fromDay` on, before `toDay`. */
export interface CapturedDays extends Captured {
  fromDay: string
  toDay: string
}

export function inDays({ from, to, by }: Captured): CapturedDays {
  const midnight = 'T00:00:00.000Z'
  const next = (day: string) =>
    new Date(Date.parse(`${day}${midnight}`) + 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  const fromDay = from === '' || from.endsWith(midnight) ? from.slice(0, 10) : next(from.slice(0, 10))
  return { from, to, by, fromDay, toDay: to.slice(0, 10) }
}

/** A sum of so much could be more than a number holds, so none counts for more. */
const most = sql.lit(1e12)

/** Of an amount of versions. */
function sumOf(column: string): RawBuilder<number> {
  const value = sql.ref(column)
  return sql<number>`coalesce(sum(case when ${value} > ${most} then ${most} else ${value} end), 0)`
}

/** What versions are together, as `take_sums` has it. */
const sums = sql`count(*) as versions, sum(selected) as winners,
  sum(case when selected = 1 or status in ('APPROVED', 'FINAL') then 1 else 0 end) as in_use,
  ${sumOf('cost_estimate_usd')} as cost_usd, count(cost_estimate_usd) as with_cost,
  ${sumOf('generation_seconds')} as generation_seconds, count(generation_seconds) as with_generation_time,
  ${sumOf('queue_wait_seconds')} as queue_wait_seconds, count(queue_wait_seconds) as with_queue_time`

const alike = sql`platform_key, platform_label, model_name, rights_state, created_by`
/** In this order everywhere. */
const figures = [
  ...['versions', 'winners', 'in_use', 'cost_usd', 'with_cost', 'generation_seconds', 'with_generation_time'],
  ...['queue_wait_seconds', 'with_queue_time'],
]
const amounts = new Set(['cost_usd', 'generation_seconds', 'queue_wait_seconds'])
const summed = sql.join(figures.map((name) => sql.ref(name)))

const day = sql`substr(asset_versions.created_at, 1, 10)`

/**
 * What the versions of a project are together, by scene, day (empty for all days that are summed up), platform, label, model, state of
 * rights and person; from what is summed up, and from the takes themselves of days that are not, or have changed since, or of which
 * only hours are asked for. In one statement, so that nothing is summed up in between.
 */
export function sumsOfProject(projectId: string, { from, to, by, fromDay, toDay }: CapturedDays) {
  const [start, end, first, last] = [asText(from), asText(to), asText(fromDay), asText(toDay)]
  const least = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) =>
    sql`case when ${one} < ${other} then ${one} else ${other} end`
  const greatest = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) =>
    sql`case when ${one} > ${other} then ${one} else ${other} end`
  const before = sql.ref('scene.before')
  const hasChanged = (on: RawBuilder<unknown>) => sql`exists (select 1 from changed_days as changed
    where changed.scene_id = scene.id and ${on})`
  const isWhole = sql`(${start} = '' and ${end} >= ${before} and not ${hasChanged(sql`true`)})`
  const isBy = (person: string) => sql`(${asText(by)} = '' or ${sql.ref(person)} = ${asText(by)})`
  const scene = sql`(select scenes.id, coalesce(summed.before, '') as before from scenes
    left join summed_scenes as summed on summed.scene_id = scenes.id where scenes.project_id = ${projectId}) as scene`
  const spans = sql`
    select scene.id as scene_id, ${greatest(before, start)} as since, ${end} as until from ${scene}
    union all
    select scene.id, ${start}, ${least(first, least(before, end))} from ${scene} where ${start} < ${first}
    union all
    select scene.id, ${greatest(first, last)}, ${least(end, before)} from ${scene} where ${last} < ${end}
    union all
    select distinct scene.id, changed.day, changed.day || '~' from ${scene}
    cross join changed_days as changed
    where changed.scene_id = scene.id and changed.day >= ${first} and changed.day < ${last} and changed.day < ${before}`
  const kept = (where: RawBuilder<unknown>) => sql`
    select take_sums.scene_id, take_sums.day, ${alike}, ${summed} from ${scene}
    cross join take_sums where take_sums.scene_id = scene.id and ${isBy('take_sums.created_by')} and ${where}`
  return sql<SumRow>`(
    ${kept(sql`take_sums.day = '' and ${isWhole}`)}
    union all
    ${kept(sql`take_sums.day > '' and take_sums.day >= ${first} and take_sums.day < ${last}
      and not ${isWhole} and not ${hasChanged(sql`changed.day = take_sums.day`)}`)}
    union all
    select asset_versions.scene_id, ${day} as day, ${alike}, ${sums} from (${spans}) as span
    cross join asset_versions
    where asset_versions.scene_id = span.scene_id and asset_versions.created_at >= span.since
      and asset_versions.created_at < span.until and ${isBy('asset_versions.created_by')}
    group by asset_versions.scene_id, ${day}, ${alike}
  )`
}

interface SumRow {
  scene_id: string
  day: string
  platform_key: string
  platform_label: string
  model_name: string | null
  rights_state: string
  created_by: string
  versions: number
  winners: number
  in_use: number
  cost_usd: number
  with_cost: number
  generation_seconds: number
  with_generation_time: number
  queue_wait_seconds: number
  with_queue_time: number
}

/** How many versions the scene of the row `scenes` has. Where takes of a day changed, that day is counted anew. */
export const countVersions = sql<number>`cast(
    coalesce((select sum(versions) from take_sums where take_sums.scene_id = scenes.id and take_sums.day = ''), 0)
    + (select count(*) from asset_versions where asset_versions.scene_id = scenes.id
      and asset_versions.created_at >= ${beforeOf('scenes')})
    + coalesce((select sum(
        (select count(*) from asset_versions where asset_versions.scene_id = scenes.id
          and asset_versions.created_at >= changed.day and asset_versions.created_at < changed.day || '~')
        - coalesce((select sum(versions) from take_sums
          where take_sums.scene_id = scenes.id and take_sums.day = changed.day), 0))
      from changed_days as changed where changed.scene_id = scenes.id and changed.day < ${beforeOf('scenes')}
        and not exists (select 1 from changed_days as other
          where other.scene_id = changed.scene_id and other.day = changed.day and other.number < changed.number)), 0)
  as bigint)`

function beforeOf(scenes: string) {
  return sql`coalesce((select summed.before from summed_scenes as summed where summed.scene_id = ${sql.ref(`${scenes}.id`)}), '')`
}

/**
 * The days and kinds of versions of a scene of which what is summed up is not what the versions say, of days that are not known to have
 * changed. Of amounts the last digits depend on the order in which they are added.
 */
export function wrongSums(sceneDbId: string) {
  const less = sql.join(figures.map((name) => sql`-${sql.ref(name)}`))
  const before = sql`coalesce((select before from summed_scenes where scene_id = ${sceneDbId}), '')`
  const hasNotChanged = (on: string) => sql`not exists (select 1 from changed_days as changed
    where changed.scene_id = ${sceneDbId} and changed.day = ${sql.ref(on)})`
  const differs = figures.map((name) => {
    const sum = sql`sum(${sql.ref(name)})`
    const least = sql`0.000001 + 0.000000001 * sum(abs(${sql.ref(name)}))`
    return amounts.has(name) ? sql`abs(${sum}) > ${least}` : sql`${sum} <> 0`
  })
  return sql<{ day: string }>`(select day from (
      select day, ${alike}, ${summed} from take_sums where scene_id = ${sceneDbId} and day > '' and ${hasNotChanged('day')}
      union all
      select day, ${alike}, ${less} from (
        select ${day} as day, ${alike}, ${sums} from asset_versions
        where scene_id = ${sceneDbId} and created_at < ${before}
        group by ${day}, ${alike}) as taken where ${hasNotChanged('day')}
      union all
      select day, ${alike}, ${summed} from take_sums where scene_id = ${sceneDbId} and day = ''
      union all
      select '', ${alike}, ${less} from take_sums where scene_id = ${sceneDbId} and day > ''
    ) as side group by day, ${alike} having ${sql.join(differs, sql` or `)})`
}

/** Sums up the versions of a scene of the days from `from` on and before `to`. */
export function sumsOfDays(sceneDbId: string, from: string, to: string) {
  return sql`select scene_id, ${day} as day, row_number() over (order by scene_id), ${alike}, ${sums} from asset_versions
    where scene_id = ${sceneDbId} and created_at >= ${asText(from)} and created_at < ${asText(to)}
    group by scene_id, ${day}, ${alike}`
}
