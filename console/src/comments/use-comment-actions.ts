import type { Comment } from '@dailies/contract/comment.ts'
import { notify } from '@dailies/ui/notices.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { errorText } from '../ui/error-text.ts'
import { commentsChanged, putComment } from './comments-changed.ts'

type Told = Pick<Comment, 'id'>

/** What can be done with a comment that is there. They tell whether it worked, and never throw. */
export function useCommentActions() {
  const queryClient = useQueryClient()
  const trying = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work()
      return true
    } catch (error) {
      notify(errorText(error), { failed: true })
      return false
    } finally {
      void commentsChanged(queryClient)
    }
  }
  const setResolved = ({ id }: Told, resolved: boolean) =>
    trying(async () => {
      const { data } = await call('resolveComment', { params: { id }, body: { resolved } })
      putComment(queryClient, data)
    })
  return {
    /** Ticks a thread off; that can be undone. */
    resolve: async (comment: Told): Promise<boolean> => {
      const worked = await setResolved(comment, true)
      if (worked) {
        const onClick = () => void setResolved(comment, false)
        notify('Ticked off', { action: { label: 'Undo', onClick } })
      }
      return worked
    },
    reopen: (comment: Told) => setResolved(comment, false),
    remove: ({ id }: Told) => trying(() => call('deleteComment', { params: { id } })),
  }
}
