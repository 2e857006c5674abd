import type { Token } from '@dailies/contract/token.ts'
import { Button } from '@dailies/ui/button.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { onlyChanged } from '../../api/only-changed.ts'
import { tokensChanged } from '../../api/tokens-changed.ts'
import { Actions, Dialog } from '../../ui/dialog.tsx'
import { FormError, useDraft, useSubmit } from '../../ui/form.tsx'
import { bodyOf, draftOf, TokenFields, tokenFields } from './token-form.tsx'

export function EditToken({ token, onClose }: { token: Token; onClose: () => void }) {
  const queryClient = useQueryClient()
  const { values, set, reset } = useDraft(draftOf(token), `token-${token.id}`)
  const form = useSubmit(async () => {
    const body = onlyChanged(bodyOf(draftOf(token)), bodyOf(values))
    await call('updateToken', { params: { id: token.id }, body })
    reset()
    onClose()
    notify('Saved. It counts from the next request on.')
    await tokensChanged(queryClient)
  })
  const cancel = () => {
    reset()
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      width="wide"
      title="Change a token"
      description="It counts from its next request on."
    >
      <form onSubmit={form.submit} className="flex flex-col gap-5">
        <TokenFields values={values} set={set} fieldErrors={form.fieldErrors} />
        <FormError>{form.message(tokenFields)}</FormError>
        <Actions sticky>
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" look="primary" busy={form.busy}>
            Save
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}
