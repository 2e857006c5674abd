import type { NamedRow, TableName } from './tables.ts'

/** What is wrong with a row where it is not so. */
type Rule = [wrong: string, holds: (row: NamedRow) => boolean]

const together = (row: NamedRow, ...names: string[]) =>
  new Set(names.map((name) => row[name] === null)).size === 1

const isOfSomebody =
  (user: string) =>
  (row: NamedRow): boolean =>
    (row[user] === null) === (row.guest_name !== null) && together(row, 'guest_id', 'guest_name')

const ofVersion: Rule[] = [
  [
    'is the winner and has the status DRAFT or GENERATED, or is SELECTED and not the winner',
    ({ selected, status }) =>
      selected === 1 ? status !== 'DRAFT' && status !== 'GENERATED' : status !== 'SELECTED',
  ],
]

const rules: { [Name in TableName]?: Rule[] } = {
  member_changes: [['changes nothing', ({ old_role, new_role }) => old_role !== new_role]],
  asset_versions: ofVersion,
  deleted_asset_versions: ofVersion,
  version_media: [
    [
      'is no waveform',
      ({ kind, summary }) =>
        kind !== 'waveform' || summary === null || /^[A-Za-z0-9+/]*={0,2}$/.test(String(summary)),
    ],
  ],
  status_changes: [['changes nothing', ({ old_status, new_status }) => old_status !== new_status]],
  winner_changes: [
    ['changes nothing', ({ old_version_id, new_version_id }) => old_version_id !== new_version_id],
  ],
  shot_trims: [['ends before it begins', ({ in_frame, out_frame }) => Number(in_frame) < Number(out_frame)]],
  comments: [
    ['is of nobody, or of two', isOfSomebody('author_id')],
    [
      'has frames that are no range',
      (row) =>
        together(row, 'first_frame', 'last_frame', 'rate_numerator', 'rate_denominator') &&
        Number(row.first_frame) <= Number(row.last_frame),
    ],
    [
      'was ticked off by nobody, or at no time, or is a reply that was',
      (row) => together(row, 'resolved_at', 'resolved_by') && (!row.resolved_at || row.thread_id === null),
    ],
    [
      'was deleted, and still says something, or is a reply that was',
      ({ deleted_at, text, drawing, thread_id }) =>
        deleted_at === null || (text === '' && drawing === null && thread_id === null),
    ],
  ],
  take_marks: [
    [
      'is of the film, which looks at nothing, and was looked at',
      ({ user_id, seen_at }) => user_id !== '' || seen_at === null,
    ],
  ],
  verdicts: [['is of nobody, or of two', isOfSomebody('user_id')]],
  reviews: [
    [
      'plays what it does not name',
      ({ plays_kind, plays_id }) => (plays_kind === 'film') === (plays_id === null),
    ],
  ],
}

/** What a row is not that it always is where Dailies wrote it, of several of its columns; undefined for nothing. */
export function wrongWith(table: TableName, row: NamedRow): string | undefined {
  return rules[table]?.find(([, holds]) => !holds(row))?.[0]
}
