import type { QueryClient } from '@tanstack/react-query'
import { outdate } from '../../api/queries.ts'

/** To be called after somebody became a member, another one, or none. */
export function membersChanged(queryClient: QueryClient): Promise<unknown> {
  return outdate(
    queryClient,
    'listMembers',
    'listMemberChanges',
    'findPeople',
    'readProject',
    'browseProjects',
    'browseShots',
    'listMyShots',
    'readProgress',
  )
}
