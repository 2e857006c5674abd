import type { Verdict } from '@dailies/contract/verdict.ts'
import type { QueryClient } from '@tanstack/react-query'
import { outdate, pages, query } from '../api/queries.ts'

/** Asks again for whatever shows verdicts. */
export function verdictsChanged(queryClient: QueryClient): Promise<unknown> {
  return outdate(queryClient, 'listVerdicts', 'readAsset')
}

/** Shows one of one’s own before the lists are read anew. */
export function addVerdict(queryClient: QueryClient, verdict: Verdict): void {
  const params = { id: verdict.assetVersionId }
  queryClient.setQueryData(verdictPages(verdict.assetVersionId).queryKey, (data) => {
    const [first, ...others] = data?.pages ?? []
    if (!data || !first || first.data.some(({ id }) => id === verdict.id)) return data
    const before = first.data.map((one) => (one.by.id === verdict.by.id ? { ...one, current: false } : one))
    return { ...data, pages: [{ ...first, data: [verdict, ...before] }, ...others] }
  })
  queryClient.setQueryData(
    query('readAsset', { params }).queryKey,
    (answer) => answer && { ...answer, data: { ...answer.data, myVerdict: verdict.verdict } },
  )
}

/** All verdicts on a version, page by page, the newest first. */
export function verdictPages(assetId: string) {
  return pages('listVerdicts', { params: { id: assetId } })
}
