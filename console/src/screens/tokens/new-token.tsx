import { Button } from '@dailies/ui/button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { call, type Reply } from '../../api/call.ts'
import { tokensChanged } from '../../api/tokens-changed.ts'
import { Actions, Dialog } from '../../ui/dialog.tsx'
import { FormError, useDraft, useSubmit } from '../../ui/form.tsx'
import { bodyOf, emptyToken, TokenFields, tokenFields } from './token-form.tsx'

interface NewTokenProps {
  onClose: () => void
  onMade: (made: Reply<'createToken'>['data']) => void
}

export function NewToken({ onClose, onMade }: NewTokenProps) {
  const queryClient = useQueryClient()
  const { values, changed, set, reset } = useDraft(emptyToken, 'new-token')
  const form = useSubmit(async () => {
    const { data } = await call('createToken', { body: bodyOf(values) })
    reset()
    onMade(data)
    await tokensChanged(queryClient)
  })
  return (
    <Dialog open onClose={onClose} width="wide" title="New token" description="Valid for 90 days.">
      <form onSubmit={form.submit} className="flex flex-col gap-5">
        <TokenFields values={values} set={set} fieldErrors={form.fieldErrors} />
        <FormError>{form.message(tokenFields)}</FormError>
        <Actions sticky>
          {changed && (
            <Button look="quiet" onClick={() => reset()}>
              Start over
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={form.busy}>
            Make the token
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}
