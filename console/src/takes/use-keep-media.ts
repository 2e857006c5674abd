import { notify } from '@dailies/ui/notices.ts'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { DailiesError } from '../../../sdk/src/error.ts'
import { call, type Reply } from '../api/call.ts'
import { outdate, query } from '../api/queries.ts'
import { errorText } from '../ui/error-text.ts'

/** Has the service fetch the media of an asset version now. What becomes of it is told by the live stream. */
export function useKeepMedia(): UseMutationResult<Reply<'keepMedia'>, Error, { id: string }> {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: { id: string }) => call('keepMedia', { params: { id } }),
    onSuccess: (reply, { id }) => {
      queryClient.setQueryData(query('readMedia', { params: { id } }).queryKey, reply)
      if (reply.data.state === 'kept') notify('It is kept already')
      else notify('It is being fetched')
      void outdate(queryClient, 'readAsset', 'listAssetChanges', 'listAssetFacets')
    },
    onError: (error) => {
      // That the session is over is asked about by itself.
      if (error instanceof DailiesError && error.status === 401) return
      notify(errorText(error), { failed: true })
    },
  })
}
