import type { QueryClient } from '@tanstack/react-query'
import { outdate } from './queries.ts'

/** After something was done to a token: the list and the audit trail are other ones. */
export function tokensChanged(queryClient: QueryClient): Promise<unknown> {
  return outdate(queryClient, 'listTokens', 'listTokenAudit')
}
