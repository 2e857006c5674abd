import type { QueryClient } from '@tanstack/react-query'

/** After something was done to a token: the list and the audit trail are other ones. */
export async function tokensChanged(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['listTokens'] }),
    queryClient.invalidateQueries({ queryKey: ['listTokenAudit'] }),
  ])
}
