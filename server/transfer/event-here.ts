import { assetStatus, assetType } from '@dailies/contract/asset-version.ts'
import { type EventName, eventData } from '@dailies/contract/event.ts'
import { verdictKind } from '@dailies/contract/verdict.ts'
import type { Value } from '../db/database.ts'
import { type Here, text, Unfit } from './columns.ts'

type NamedRow = Record<string, Value>

const ids = [
  'assetVersionId',
  'shotId',
  'previousSelectedId',
  'commentId',
  'parentId',
  'verdictId',
  'reviewId',
]
const people = 'changedBy selectedBy assigneeId assignedBy authorId givenBy startedBy endedBy'.split(' ')
/** No escape in JSON makes any other text of it. */
const anyText = text(100_000)

/** More is made of these than text. */
const listed: Record<string, readonly string[]> = {
  oldStatus: assetStatus.options,
  newStatus: assetStatus.options,
  assetType: assetType.options,
  verdict: verdictKind.options,
}

/** What an event tells, of what is here. Nobody is told of it again: it has a place in the feed before all others. */
export function eventHere(row: NamedRow, here: Here): NamedRow {
  const form = eventData[row.event as EventName]
  const found = form.safeParse(JSON.parse(String(row.data)))
  if (!found.success) throw new Unfit('does not tell what such an event tells')
  const data: Record<string, unknown> = { ...found.data }
  for (const value of Object.values(data)) if (typeof value === 'string') anyText.of(value, here)
  for (const [name, options] of Object.entries(listed))
    if (name in data && !options.includes(String(data[name]))) throw new Unfit(`has an unknown ${name}`)
  for (const name of ids) if (data[name]) data[name] = here.idOf(String(data[name]))
  for (const name of people) if (data[name]) data[name] = here.personOf(String(data[name])) ?? ''
  data.projectId = here.projectId
  if ('mediaPath' in data) data.mediaPath = `/api/media/${data.assetVersionId}/original`
  return { ...row, data: JSON.stringify(data) }
}
