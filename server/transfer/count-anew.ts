import type { Target } from '../db/copy/side.ts'

const numbered = 'scene_id, asset_type, platform_key, version_number, created_at, id'

const ofOneWhoSaid = `asset_version_id, coalesce(user_id, guest_id)`

/**
 * What is kept so that nobody has to count, as the service would keep it: in SQL, of a whole project at once, each after the statement
 * by which the service keeps it. Whoever changes one of them changes the other.
 */
const kept: readonly string[] = [
  // nextVersionNumber (assets/queries.ts), nextVersionNumbers (assets/group-queries.ts). The last number ever given may be that of a version that went.
  `insert into version_counters (scene_id, asset_type, platform_key, last_number, last_created_at, last_id)
    select scene_id, asset_type, platform_key, max(version_number),
      substr(max(created_at || id), 1, 24), substr(max(created_at || id), 25)
    from (select ${numbered} from asset_versions union all select ${numbered} from deleted_asset_versions)
    where true group by scene_id, asset_type, platform_key
    on conflict (scene_id, asset_type, platform_key) do update set
      last_number = max(last_number, excluded.last_number),
      (last_created_at, last_id) = (
        substr(max(last_created_at || last_id, excluded.last_created_at || excluded.last_id), 1, 24),
        substr(max(last_created_at || last_id, excluded.last_created_at || excluded.last_id), 25))`,

  // reopenNotesOfVersion (comments/note-queries.ts).
  'delete from open_notes',
  `insert into open_notes (comment_id, asset_version_id, project_id, scene_id, shot_id, author_id)
    select comments.id, asset_version_id, comments.project_id, comments.scene_id, shot_id, author_id
    from comments inner join asset_versions on asset_versions.id = asset_version_id
    where thread_id is null and resolved_at is null`,

  // endVerdictOf, endVerdictOfGuest (comments/verdict-queries.ts). Where one of somebody counts it stays that one: ids are of clocks, which are set back.
  `update verdicts set is_current = id in (select max(id) from verdicts group by ${ofOneWhoSaid})
    where (${ofOneWhoSaid}) in (select ${ofOneWhoSaid} from verdicts group by ${ofOneWhoSaid} having sum(is_current) <> 1)`,

  // countReviews (comments/note-queries.ts).
  `insert into version_reviews (asset_version_id, scene_id, open_notes, approved, changes_needed, changed_at)
    select asset_version_id, scene_id, 0, 0, 0, max(created_at)
    from (select asset_version_id, scene_id, created_at from comments
      union all select asset_version_id, scene_id, created_at from verdicts)
    where true group by asset_version_id, scene_id
    on conflict (asset_version_id) do nothing`,
  // Of a version that was deleted it stays what it was; its notes are on no list meanwhile.
  `update version_reviews set
    open_notes = (select count(*) from comments where comments.asset_version_id = version_reviews.asset_version_id
      and thread_id is null and resolved_at is null),
    approved = ${verdictsOf('approve')},
    changes_needed = ${verdictsOf('changes_needed')}`,

  'update approval_rules set needed = min(needed, (select count(*) from approvers))',

  // sumCost (production/budget-queries.ts).
  `update budgets set spent_usd =
    (select coalesce(round(sum(min(cost_estimate_usd, 1e12)), 4), 0) from asset_versions)`,

  // setItemPositions (playlists/queries.ts).
  `update playlist_items set position = placed.place
    from (select id, row_number() over (partition by playlist_id order by position, id) as place
      from playlist_items) as placed
    where placed.id = playlist_items.id and playlist_id in
      (select playlist_id from playlist_items group by playlist_id
        having count(distinct position) < count(*) or min(position) < 1)`,
]

function verdictsOf(kind: 'approve' | 'changes_needed'): string {
  return `(select count(*) from verdicts where verdicts.asset_version_id = version_reviews.asset_version_id
    and is_current = 1 and verdict = '${kind}')`
}

/** Counts and places anew what a project that came says of itself: of what Dailies wrote nothing changes. */
export async function countAnew(stage: Target): Promise<void> {
  await stage.together(async () => {
    for (const statement of kept) await stage.execute(statement)
  })
}
