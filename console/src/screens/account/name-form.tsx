import { Button } from '@dailies/ui/button.tsx'
import { TextField } from '@dailies/ui/field.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call, type Reply } from '../../api/call.ts'
import { outdate, query } from '../../api/queries.ts'
import { FormError, useDraft, useSubmit } from '../../ui/form.tsx'
import { Section } from '../../ui/page.tsx'

export function NameForm({ account }: { account: Reply<'readAccount'>['data'] }) {
  const queryClient = useQueryClient()
  const { values, changed, set, reset } = useDraft({ name: account.name }, 'account-name')
  const form = useSubmit(async () => {
    const reply = await call('updateAccount', { body: values })
    queryClient.setQueryData(query('readAccount', {}).queryKey, reply)
    reset()
    notify('Saved.')
    await outdate(queryClient, 'listUsers')
  })
  const signsInByIt = account.signsIn?.password !== false
  return (
    <Section title="You">
      <form onSubmit={form.submit} className="flex flex-col gap-4">
        <TextField
          label="Email"
          type="email"
          readOnly
          value={account.email}
          hint={
            signsInByIt ? 'You sign in with it. It cannot be changed here.' : 'It cannot be changed here.'
          }
        />
        <TextField
          label="Name"
          hint="Others see it beside what you did."
          autoComplete="name"
          required
          maxLength={200}
          value={values.name}
          errors={form.fieldErrors.name}
          onChange={(event) => set({ name: event.target.value })}
        />
        <FormError>{form.message(['name'])}</FormError>
        <Button type="submit" className="self-start" disabled={!changed} busy={form.busy}>
          Save the name
        </Button>
      </form>
    </Section>
  )
}
