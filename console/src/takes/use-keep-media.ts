import { notify } from '@dailies/ui/notices.ts'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { DailiesError } from '../../../sdk/src/error.ts'
import { call, type Reply } from '../api/call.ts'
import { outdate, query } from '../api/queries.ts'
import { errorText } from '../ui/error-text.ts'

/** Milliseconds: so long, and so often, it is asked how it went. Films may take longer; then the badge tells. */
const patience = 30_000
const lookAgain = 1000

/** Has the service fetch the media of an asset version now, and tells how that went. */
export function useKeepMedia(): UseMutationResult<Reply<'keepMedia'>, Error, { id: string }> {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: { id: string }) => call('keepMedia', { params: { id } }),
    onSuccess: (reply, { id }) => {
      queryClient.setQueryData(query('readMedia', { params: { id } }).queryKey, reply)
      if (reply.data.state === 'kept') notify('It is kept already')
      else {
        notify('It is being fetched')
        void tellHowItWent(id)
      }
      void outdate(queryClient, 'readAsset', 'listAssetChanges', 'listAssetFacets')
    },
    onError: (error) => {
      // That the session is over is asked about by itself.
      if (error instanceof DailiesError && error.status === 401) return
      notify(errorText(error), { failed: true })
    },
  })
}

async function tellHowItWent(id: string): Promise<void> {
  for (const end = performance.now() + patience; performance.now() < end; ) {
    await new Promise((resolve) => setTimeout(resolve, lookAgain))
    const media = (await call('readMedia', { params: { id } }).catch(() => undefined))?.data
    if (!media) return
    const { state, attempts, reason } = media
    if (state === 'kept') return notify('It is kept now')
    if (state === 'lost') return notify(`It is lost: ${reason}`, { failed: true })
    if (attempts > 0 || reason) return notify(`It could not be kept: ${reason}`, { failed: true })
  }
}
