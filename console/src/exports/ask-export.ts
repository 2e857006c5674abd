import type { QueryClient } from '@tanstack/react-query'
import { call, type Input } from '../api/call.ts'
import { outdate } from '../api/queries.ts'

type Request = Input<'createExport'>

/** What was asked for on this page, by the id of the export: the service does not tell. */
const asked = new Map<string, Request>()

export async function askExport(queryClient: QueryClient, request: Request): Promise<void> {
  const { data } = await call('createExport', request)
  asked.set(data.id, request)
  await outdate(queryClient, 'listExports')
}

/** Whether one that failed can be asked for again. */
export function canAskAgain(id: string): boolean {
  return asked.has(id)
}

/** Asks for the same, and gives up the one that failed. */
export async function askAgain(queryClient: QueryClient, id: string): Promise<void> {
  await askExport(queryClient, asked.get(id)!)
  await call('deleteExport', { params: { id } })
  await outdate(queryClient, 'listExports')
}
