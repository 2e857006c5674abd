import { travelling } from '../transfer/tables.ts'
import type { Place } from './engines.ts'
import { runSql } from './process.ts'
import { textOfRow } from './rows.ts'

/** What is another thing in another place. */
const own: Record<string, string[]> = {
  projects: ['updated_at'],
  project_members: ['created_at'],
  asset_versions: ['platform_id'],
  deleted_asset_versions: ['platform_id'],
  version_media: ['due_at', 'attempts', 'leased_by', 'leased_until', 'summary', 'reason'],
  reviews: ['ended_at', 'leader_id', 'leader_page', 'lease_until', 'state'],
  review_people: ['seen_until'],
  events: ['position'],
}

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** The rows of a project, with people by their names, and of ids no more than when they were made, which they keep. */
export async function projectRows(place: Place, projectId: string): Promise<Map<string, string[]>> {
  const people = new Map(
    (await runSql(place, 'select id, name from users')).map(({ id, name }) => [String(id), String(name)]),
  )
  const found = new Map<string, string[]>()
  for (const { name, where } of travelling) {
    const rows = await runSql(place, `select * from ${name} where ${where.replaceAll('?', `'${projectId}'`)}`)
    const texts = rows.map((row) =>
      textOfRow(row, own[name]).replaceAll(uuids, (id) => people.get(id) ?? id.slice(0, 18)),
    )
    found.set(name, texts.sort())
  }
  return found
}
