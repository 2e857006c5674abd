import { Button } from '@dailies/ui/button.tsx'
import { TextField } from '@dailies/ui/field.tsx'
import { useState } from 'react'
import { call, type Reply } from '../../api/call.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { Actions, Dialog } from '../../ui/dialog.tsx'
import { FormError, useDraft, useSubmit } from '../../ui/form.tsx'
import { PasswordStep } from './ask-password.tsx'
import { QrCode } from './qr-code.tsx'

interface SetUpProps {
  /** They have one: the app that is set up comes in place of another. */
  isMove: boolean
  onClose: () => void
  onDone: (made: Reply<'setUpSecondFactor'>['data']) => Promise<unknown>
}

/** The password, then the secret for the app, then a code of it. */
export function SetUpSecondFactor({ isMove, onClose, onDone }: SetUpProps) {
  const [made, setMade] = useState<Reply<'beginSecondFactor'>['data']>()
  return (
    <Dialog
      open
      onClose={onClose}
      title={made ? 'Scan this with your app' : isMove ? 'Move to another phone' : 'Set up a second factor'}
      description={
        made
          ? 'It adds Dailies to the app, which then shows a code of six digits.'
          : isMove
            ? 'The app on the old one counts no more, nor do the recovery codes: you get new ones. Your other sessions end.'
            : 'You need an authenticator app on your phone. Your other sessions end.'
      }
    >
      {made ? (
        <Scan made={made} onClose={onClose} onDone={onDone} />
      ) : (
        <PasswordStep
          action="Go on"
          onClose={onClose}
          onPassword={async (body) => setMade((await call('beginSecondFactor', { body })).data)}
        />
      )}
    </Dialog>
  )
}

function Scan({
  made,
  onClose,
  onDone,
}: Omit<SetUpProps, 'isMove'> & { made: Reply<'beginSecondFactor'>['data'] }) {
  const { values, set } = useDraft({ code: '' })
  const form = useSubmit(async () => onDone((await call('setUpSecondFactor', { body: values })).data))
  return (
    <form onSubmit={form.submit} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start gap-4">
        <QrCode text={made.address} label="QR code for the authenticator app" />
        <div className="flex min-w-0 flex-1 basis-44 flex-col items-start gap-2">
          <h3 className="text-sm font-medium">Or type this key into it</h3>
          <p className="font-mono text-sm break-words select-all">{made.secret.match(/.{4}/g)!.join(' ')}</p>
          <CopyButton text={made.secret} label="Copy the key">
            Copy
          </CopyButton>
          <a href={made.address} className="text-sm underline">
            Open the app on this device
          </a>
        </div>
      </div>
      <TextField
        label="Code"
        hint="What the app shows for Dailies now."
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={12}
        required
        autoFocus
        value={values.code}
        errors={form.fieldErrors.code}
        onChange={(event) => set({ code: event.target.value })}
      />
      <FormError>{form.message(['code'])}</FormError>
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={form.busy}>
          Turn on
        </Button>
      </Actions>
    </form>
  )
}
