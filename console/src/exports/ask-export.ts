import type { ListedExport } from '@dailies/contract/export.ts'
import type { QueryClient } from '@tanstack/react-query'
import { call, type Input } from '../api/call.ts'
import { outdate } from '../api/queries.ts'

export async function askExport(queryClient: QueryClient, request: Input<'createExport'>): Promise<void> {
  await call('createExport', request)
  await outdate(queryClient, 'listExports')
}

/** Asks for the same, and gives up the one that failed. */
export async function askAgain(queryClient: QueryClient, { id, projectId }: ListedExport): Promise<void> {
  const { request } = (await call('readExport', { params: { id } })).data
  await askExport(queryClient, { params: { id: projectId }, body: request })
  await call('deleteExport', { params: { id } })
  await outdate(queryClient, 'listExports')
}
