import { given } from '../given.ts'

type Update<Row> = { [Field in keyof Row]?: Row[Field] | undefined }

/** The row with what the update gives; undefined when nothing of it differs. */
export function changed<Row extends object>(row: Row, update: Update<Row>): Row | undefined {
  const differing = Object.entries(given(update)).filter(
    ([field, value]) => value !== row[field as keyof Row],
  )
  return differing.length > 0 ? { ...row, ...Object.fromEntries(differing) } : undefined
}
