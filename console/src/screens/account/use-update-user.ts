import type { Account, UserUpdate } from '@dailies/contract/account.ts'
import { notify } from '@dailies/ui/notices.ts'
import { useQueryClient } from '@tanstack/react-query'
import { CallError, call } from '../../api/call.ts'

/**
 * Changes a user, says that it is done, and reads anew what it shows in. What the service says of a field, which nobody
 * typed, stands for itself.
 */
export function useUpdateUser({ id }: Account): (body: UserUpdate, done: string) => Promise<void> {
  const queryClient = useQueryClient()
  return async (body, done) => {
    await call('updateUser', { params: { id }, body }).catch(sayPlainly)
    notify(done)
    await Promise.all(
      ['listUsers', 'listInvitations', 'readAccount'].map((name) =>
        queryClient.invalidateQueries({ queryKey: [name] }),
      ),
    )
  }
}

function sayPlainly(error: unknown): never {
  const messages = error instanceof CallError ? Object.values(error.fieldErrors).flat() : []
  if (messages.length === 0) throw error
  throw new CallError((error as CallError).status, { error: messages.join('. ') })
}
