import { type QueryClient, useQueryClient } from '@tanstack/react-query'

/** To be called after something in a project changed: what counts it, or shows it, is asked for again. */
export function useProductionChanged() {
  const queryClient = useQueryClient()
  return () => productionChanged(queryClient)
}

function productionChanged(queryClient: QueryClient): Promise<unknown> {
  const shown = ['browseScenes', 'browseShots', 'readScene', 'readProject', 'browseProjects', 'readReport']
  return Promise.all(shown.map((name) => queryClient.invalidateQueries({ queryKey: [name] })))
}
