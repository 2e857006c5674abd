import { Button } from '@dailies/ui/button.tsx'
import { TextField } from '@dailies/ui/field.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call, type Reply } from '../../api/call.ts'
import { outdate } from '../../api/queries.ts'
import { FormError, useDraft, useSubmit } from '../../ui/form.tsx'
import { Section } from '../../ui/page.tsx'
import { NewPasswordField } from './new-password-field.tsx'

const empty = { currentPassword: '', newPassword: '' }

export function PasswordForm({ account }: { account: Reply<'readAccount'>['data'] }) {
  const queryClient = useQueryClient()
  const { values, set, reset } = useDraft(empty)
  const form = useSubmit(async () => {
    const { data } = await call('changePassword', { body: values })
    reset()
    notify(`Your password is changed. ${endedText(data.ended)}`)
    await outdate(queryClient, 'listSessions')
  })
  return (
    <Section
      title="Password"
      description="Changing it ends your other sessions; this one stays. Tokens stay valid."
    >
      <form onSubmit={form.submit} className="flex flex-col gap-4">
        {/* For password managers: whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={account.email} readOnly hidden />
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
          value={values.currentPassword}
          errors={form.fieldErrors.currentPassword}
          onChange={(event) => set({ currentPassword: event.target.value })}
        />
        <NewPasswordField
          value={values.newPassword}
          errors={form.fieldErrors.newPassword}
          onChange={(event) => set({ newPassword: event.target.value })}
        />
        <FormError>{form.message(['currentPassword', 'newPassword'])}</FormError>
        <Button type="submit" className="self-start" busy={form.busy}>
          Change the password
        </Button>
      </form>
    </Section>
  )
}

function endedText(ended: number): string {
  if (ended === 0) return 'There was no other session.'
  return ended === 1 ? 'Your other session ended.' : `Your ${ended} other sessions ended.`
}
