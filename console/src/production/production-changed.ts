import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { outdate } from '../api/queries.ts'

/** To be called after something in a project changed: what counts it, or shows it, is asked for again. */
export function useProductionChanged() {
  const queryClient = useQueryClient()
  return () => productionChanged(queryClient)
}

function productionChanged(queryClient: QueryClient): Promise<unknown> {
  return outdate(
    queryClient,
    'browseScenes',
    'browseShots',
    'readScene',
    'readProject',
    'browseProjects',
    'readReport',
    'browseReport',
    'listMyShots',
    'listTrash',
    'readProgress',
  )
}
