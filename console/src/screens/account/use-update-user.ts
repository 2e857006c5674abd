import type { Account, UserUpdate } from '@dailies/contract/account.ts'
import { notify } from '@dailies/ui/notices.ts'
import { useQueryClient } from '@tanstack/react-query'
import { DailiesError } from '../../../../sdk/src/error.ts'
import { call } from '../../api/call.ts'
import { outdate } from '../../api/queries.ts'

/**
 * Changes a user, says that it is done, and reads anew what it shows in. What the service says of a field, which nobody
 * typed, stands for itself.
 */
export function useUpdateUser({ id }: Account): (body: UserUpdate, done: string) => Promise<void> {
  const queryClient = useQueryClient()
  return async (body, done) => {
    await call('updateUser', { params: { id }, body }).catch(sayPlainly)
    notify(done)
    await outdate(queryClient, 'listUsers', 'listInvitations', 'readAccount')
  }
}

function sayPlainly(error: unknown): never {
  const messages = error instanceof DailiesError ? Object.values(error.fieldErrors).flat() : []
  if (messages.length === 0) throw error
  throw new DailiesError(messages.join('. '), { status: (error as DailiesError).status })
}
