import { rightsLabels } from '@dailies/ui/badges.tsx'
import { optionsOf } from '@dailies/ui/options.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { EndpointName } from '../api/call.ts'
import { outdate } from '../api/queries.ts'

/** What can be said of a platform's output; nothing comes first. */
export const rightsOptions = optionsOf({ ...rightsLabels, UNKNOWN: 'Not known yet' })

const showing: EndpointName[] = ['readAsset', 'readReport', 'listAssetFacets', 'listRightsDefaults']

/** After rights were set for many versions: what shows them is read again. Boards hear of it by themselves. */
export function rightsChanged(queryClient: QueryClient): Promise<unknown> {
  return outdate(queryClient, ...showing)
}
