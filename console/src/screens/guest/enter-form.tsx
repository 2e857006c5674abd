import type { OpenLink } from '@dailies/contract/guest.ts'
import { Button } from '@dailies/ui/button.tsx'
import { TextField } from '@dailies/ui/field.tsx'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { FormError, useSubmit } from '../../ui/form.tsx'
import { store, stored } from '../../waiting/storage.ts'

/** Under which the browser remembers what somebody called themself, for the next link. */
const remembered = 'dailies.guest'

interface EnterFormProps {
  secret: string
  needsPassword: boolean
  onEntered: (link: OpenLink) => void
}

/** Asks who somebody is, and for the password where there is one. */
export function EnterForm({ secret, needsPassword, onEntered }: EnterFormProps) {
  const [name, setName] = useState(() => stored<{ name: string }>(remembered)?.name ?? '')
  const [password, setPassword] = useState('')
  const form = useSubmit(async () => {
    const { data } = await call('enterLink', {
      body: { secret, name, ...(needsPassword && { password }) },
    })
    store(remembered, { name: data.guest.name })
    onEntered(data)
  })
  return (
    <form onSubmit={form.submit} className="flex flex-col gap-4">
      <TextField
        label="Your name"
        hint="It stands with what you say, and those who sent the link see it."
        name="name"
        autoComplete="name"
        required
        autoFocus
        maxLength={60}
        value={name}
        errors={form.fieldErrors.name}
        onChange={(event) => setName(event.target.value)}
      />
      {needsPassword && (
        <TextField
          label="Password"
          hint="Of this link: whoever sent it has told you."
          type="password"
          name="password"
          autoComplete="off"
          required
          value={password}
          errors={form.fieldErrors.password}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
      <FormError>{form.message(['name', 'password'])}</FormError>
      <Button type="submit" look="primary" busy={form.busy}>
        Look
      </Button>
    </form>
  )
}
