import { Button } from '@dailies/ui/button.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { outdate } from '../../api/queries.ts'
import { Actions, Dialog } from '../../ui/dialog.tsx'
import { FormError, useDraft, useSubmit } from '../../ui/form.tsx'
import { bodyOf, type Draft, draftProblems, emptyDraft, labels } from './draft.ts'
import { Fields } from './fields.tsx'

interface NewPromptPackageProps {
  projectId: string
  /** What it begins with, and the id of the version that this comes from. */
  from?: { id: string; draft: Draft } | undefined
  onClose: () => void
}

/** Makes a prompt package, from nothing or from a version. */
export function NewPromptPackage({ projectId, from, onClose }: NewPromptPackageProps) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const initial = from?.draft ?? emptyDraft
  const { values, set, reset } = useDraft<Draft>(initial, `prompt-package.new.${from?.id ?? projectId}`)
  const wrong = Object.keys(draftProblems(values)).length > 0
  const form = useSubmit(async () => {
    const { data } = await call('createPromptPackage', { params: { id: projectId }, body: bodyOf(values) })
    reset()
    await outdate(queryClient, 'listPromptPackages')
    notify('The prompt package is made')
    await router.navigate({ to: '/prompt-packages/$promptPackageId', params: { promptPackageId: data.id } })
  })
  return (
    <Dialog
      open
      width="wide"
      onClose={onClose}
      title="New prompt package"
      description={
        from
          ? 'Filled in from the version. Change what you like.'
          : 'A prompt to use again, with what belongs to it.'
      }
    >
      <form onSubmit={form.submit} className="flex flex-col gap-4">
        <Fields autoFocus values={values} set={set} errors={form.fieldErrors} />
        <FormError>{form.message(Object.keys(labels))}</FormError>
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={form.busy} disabled={wrong}>
            Make it
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}
