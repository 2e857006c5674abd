import type { PromptPackage } from '@dailies/contract/prompt-package.ts'
import { Button } from '@dailies/ui/button.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { outdate, query } from '../../api/queries.ts'
import { Clashes } from '../../ui/clashes.tsx'
import { FormError, useDraft, useSubmit } from '../../ui/form.tsx'
import { changesOf, type Draft, draftOf, draftProblems, labels } from './draft.ts'
import { Fields } from './fields.tsx'

/** The form that a prompt package is changed by. */
export function EditPromptPackage({ promptPackage }: { promptPackage: PromptPackage }) {
  const queryClient = useQueryClient()
  const initial = draftOf(promptPackage)
  const draft = useDraft<Draft>(initial, `prompt-package.${promptPackage.id}`, promptPackage)
  const { values, set } = draft
  const changed =
    Object.keys(draftProblems(values)).length > 0 || Object.keys(changesOf(initial, values)).length > 0
  const params = { id: promptPackage.id }
  const wrong = Object.keys(draftProblems(values)).length > 0
  const form = useSubmit(async () => {
    const changes = changesOf(initial, values)
    const body = { ...changes, was: draft.wasOf(changes) }
    const answer = await call('updatePromptPackage', { params, body })
    queryClient.setQueryData(query('readPromptPackage', { params }).queryKey, answer)
    await outdate(queryClient, 'listPromptPackages')
    draft.sent(values, answer.data)
    notify('Saved')
  })
  const discard = () => {
    form.clear()
    draft.reset()
  }
  return (
    <form
      onSubmit={form.submit}
      className="flex max-w-4xl flex-col gap-4 rounded-2xl border border-line bg-surface p-4 sm:p-5"
    >
      <Fields values={values} set={set} errors={form.fieldErrors} />
      <FormError>{form.message([...Object.keys(labels), 'addTags'])}</FormError>
      <Clashes form={form} draft={draft} labels={labels} />
      <div
        className={`-mx-4 -mb-4 flex flex-wrap items-center justify-end gap-2 rounded-b-2xl border-t border-line bg-surface px-4 py-3 sm:-mx-5 sm:-mb-5 sm:px-5 ${changed ? 'sticky bottom-16 md:bottom-0' : ''}`}
      >
        <span role="status" className="mr-auto text-sm text-muted">
          {changed && 'Not saved yet. It is kept in this browser until it is.'}
        </span>
        {changed && <Button onClick={discard}>Discard</Button>}
        <Button type="submit" look="primary" busy={form.busy} disabled={!changed || wrong}>
          Save
        </Button>
      </div>
    </form>
  )
}
