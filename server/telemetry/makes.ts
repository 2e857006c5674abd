import { insertExport } from '../exports/queries.ts'
import { keepBlob } from '../media/blob-queries.ts'
import { insertEvent, insertEvents } from '../webhooks/event-queries.ts'
import type { Makes } from './tracer.ts'

/** What makes something that somebody else works at later, by its id. */
export const makes: Makes = new Map<object, (parameters: never) => string[]>([
  [insertEvent, ({ id }: { id: string }) => [id]],
  [insertEvents, ({ events }: { events: string }) => JSON.parse(events).map(({ id }: { id: string }) => id)],
  [insertExport, ({ id }: { id: string }) => [id]],
  [keepBlob, ({ hash }: { hash: string }) => [hash]],
]) as Makes
