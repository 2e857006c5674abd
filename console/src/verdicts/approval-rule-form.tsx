import type { ApprovalRule } from '@dailies/contract/verdict.ts'
import { Button } from '@dailies/ui/button.tsx'
import { TextField } from '@dailies/ui/field.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { LoadingRows } from '@dailies/ui/states.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { call } from '../api/call.ts'
import { outdate, query } from '../api/queries.ts'
import { MemberPicker } from '../production/member-picker.tsx'
import { Clashes } from '../ui/clashes.tsx'
import { FormError, useDraft, useSubmit } from '../ui/form.tsx'
import { Failed } from '../ui/states.tsx'

const labels = { needed: 'How many', fromIds: 'Of whom' }

/** Whose approval a project asks for before a take becomes Approved: for its owners. */
export function ApprovalRuleForm({ projectId }: { projectId: string }) {
  const heading = useId()
  const rule = useQuery(query('readApprovalRule', { params: { id: projectId } }))
  return (
    <section aria-labelledby={heading} className="mt-5 flex flex-col gap-3 border-t border-line pt-4">
      <div>
        <h3 id={heading} className="font-semibold">
          Approvals
        </h3>
        <p className="text-sm text-muted">
          No take becomes Approved or Final before so many of these people gave the verdict that they approve.
          With none, nobody has to.
        </p>
      </div>
      {rule.isPending ? (
        <LoadingRows rows={1} />
      ) : rule.isError ? (
        <Failed error={rule.error} onRetry={() => void rule.refetch()} />
      ) : (
        <RuleForm projectId={projectId} rule={rule.data.data} />
      )}
    </section>
  )
}

function RuleForm({ projectId, rule }: { projectId: string; rule: ApprovalRule }) {
  const queryClient = useQueryClient()
  const fromIds = rule.from.map(({ id }) => id)
  const draft = useDraft({ needed: String(rule.needed), fromIds }, `approvals-${projectId}`, {
    needed: rule.needed,
    fromIds,
  })
  const { values, changed, set, reset } = draft
  const form = useSubmit(async () => {
    const params = { id: projectId }
    const body = { needed: Number(values.needed), fromIds: values.fromIds }
    const answer = await call('setApprovalRule', { params, body: { ...body, was: draft.wasOf(body) } })
    queryClient.setQueryData(query('readApprovalRule', { params }).queryKey, answer)
    reset()
    notify('Saved')
    await outdate(queryClient, 'readApprovalRule')
  })
  return (
    <form onSubmit={form.submit} className="flex flex-col gap-4">
      <MemberPicker
        label={labels.fromIds}
        projectId={projectId}
        values={values.fromIds}
        errors={form.fieldErrors.fromIds}
        onChange={(fromIds) => set({ fromIds })}
      />
      <TextField
        label={labels.needed}
        type="number"
        inputMode="numeric"
        required
        min={0}
        max={20}
        step={1}
        value={values.needed}
        errors={form.fieldErrors.needed}
        onChange={(event) => set({ needed: event.target.value })}
        className="max-w-32"
      />
      <FormError>{form.message(Object.keys(labels))}</FormError>
      <Clashes form={form} draft={draft} labels={labels} words={{ fromIds: peopleCount }} />
      {changed && (
        <div className="flex justify-end gap-2">
          <Button
            onClick={() => {
              reset()
              form.clear()
            }}
          >
            Discard
          </Button>
          <Button type="submit" look="primary" busy={form.busy}>
            Save the approvals
          </Button>
        </div>
      )}
    </form>
  )
}

function peopleCount(ids: string[]): string {
  return ids.length === 1 ? 'one other person' : `${ids.length} people`
}
