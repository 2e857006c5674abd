import type { Webhook } from '@dailies/contract/webhook.ts'
import type { QueryClient } from '@tanstack/react-query'
import { outdate, query } from '../../api/queries.ts'

/** After a webhook was changed: it is shown as it is now, and its log and the list are read anew. */
export async function touched(queryClient: QueryClient, webhook: Webhook): Promise<void> {
  queryClient.setQueryData(query('readWebhook', { params: { id: webhook.id } }).queryKey, {
    data: webhook,
    metadata: {},
  })
  await outdate(queryClient, 'listWebhooks', 'listDeliveries')
}
