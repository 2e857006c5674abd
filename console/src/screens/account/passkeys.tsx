import { longestPasskeyName, mostPasskeys } from '@dailies/contract/passkey-limits.ts'
import { Button, IconButton } from '@dailies/ui/button.tsx'
import { TextField } from '@dailies/ui/field.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { LoadingRows } from '@dailies/ui/states.tsx'
import { exactTime, When } from '@dailies/ui/time.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call, type Reply } from '../../api/call.ts'
import { outdate, query } from '../../api/queries.ts'
import { addPasskey, usePasskeys } from '../../app/passkeys.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { useDraft, useSubmit } from '../../ui/form.tsx'
import { NameDialog } from '../../ui/name-dialog.tsx'
import { Section } from '../../ui/page.tsx'
import { Failed } from '../../ui/states.tsx'
import { AskPassword } from './ask-password.tsx'

type Passkey = Reply<'listPasskeys'>['data'][number]

/** By what somebody signs in without a password. */
export function Passkeys() {
  const queryClient = useQueryClient()
  const here = usePasskeys()
  const passkeys = useQuery(query('listPasskeys', {}))
  const [doing, setDoing] = useState<'add' | { deed: 'rename' | 'remove'; passkey: Passkey }>()
  const stop = () => setDoing(undefined)
  const changed = () => outdate(queryClient, 'listPasskeys')
  const list = passkeys.data?.data ?? []
  const of = typeof doing === 'object' ? doing : undefined

  return (
    <Section
      title="Passkeys"
      description="Sign in with a fingerprint, your face or a security key, and without a password."
      actions={
        here.works &&
        list.length < mostPasskeys && (
          <Button icon={Plus} onClick={() => setDoing('add')}>
            Add a passkey
          </Button>
        )
      }
    >
      {passkeys.isPending ? (
        <LoadingRows rows={1} />
      ) : passkeys.isError ? (
        <Failed error={passkeys.error} onRetry={() => void passkeys.refetch()} />
      ) : list.length === 0 ? (
        <p className="text-muted">You have none.</p>
      ) : (
        <ul aria-label="Passkeys" className="flex flex-col">
          {list.map((passkey) => (
            <Row
              key={passkey.id}
              passkey={passkey}
              onRename={() => setDoing({ deed: 'rename', passkey })}
              onRemove={() => setDoing({ deed: 'remove', passkey })}
            />
          ))}
        </ul>
      )}
      {!here.works && <NotHere at={here.at} />}
      {doing === 'add' && (
        <AddPasskey
          onClose={stop}
          onDone={async () => {
            stop()
            notify('The passkey is added.')
            await changed()
          }}
        />
      )}
      {of?.deed === 'rename' && (
        <RenamePasskey
          passkey={of.passkey}
          onClose={stop}
          onDone={async () => {
            stop()
            await changed()
          }}
        />
      )}
      {of?.deed === 'remove' && (
        <Confirm
          open
          onClose={stop}
          title="Remove the passkey?"
          action="Remove"
          onConfirm={async () => {
            await call('deletePasskey', { params: { id: of.passkey.id } })
            await changed()
          }}
        >
          <p className="font-medium wrap-anywhere">{of.passkey.name}</p>
          <p>It lets nobody in any more. The device may still offer it: remove it there as well.</p>
        </Confirm>
      )}
    </Section>
  )
}

interface RowProps {
  passkey: Passkey
  onRename: () => void
  onRemove: () => void
}

function Row({ passkey: { name, createdAt, lastUsedAt }, onRename, onRemove }: RowProps) {
  return (
    <li className="flex items-center gap-3 border-b border-line py-3 last:border-b-0">
      <KeyRound size={20} className="shrink-0 text-muted" aria-hidden />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-medium">{name}</p>
        <p className="text-sm text-muted">
          {lastUsedAt ? (
            <>
              Last used <When at={lastUsedAt} />
            </>
          ) : (
            'Never used'
          )}{' '}
          · added {exactTime(createdAt)}
        </p>
      </div>
      <IconButton icon={Pencil} label={`Rename ${name}`} tip="Rename" onClick={onRename} />
      <IconButton icon={Trash2} label={`Remove ${name}`} tip="Remove" onClick={onRemove} />
    </li>
  )
}

function NotHere({ at }: { at: string | undefined }) {
  if (at === undefined)
    return (
      <p className="mt-3 text-sm text-muted">
        None can be added here: browsers have passkeys only for an address with a name and HTTPS.
      </p>
    )
  return (
    <p className="mt-3 text-sm text-muted">
      They work, and are added, at{' '}
      <a href={`${at}/account`} className="underline wrap-anywhere">
        {at}
      </a>
      .
    </p>
  )
}

interface DoneProps {
  onClose: () => void
  onDone: () => Promise<unknown>
}

/** Asks for its name and the password, and has the browser make it. */
export function AddPasskey({ onClose, onDone }: DoneProps) {
  const { values, set } = useDraft({ name: '' })
  return (
    <AskPassword
      title="Add a passkey"
      description="The browser then asks where to keep it."
      action="Go on"
      onClose={onClose}
      onPassword={async ({ currentPassword }) => {
        await addPasskey(values.name, currentPassword)
        await onDone()
      }}
    >
      <TextField
        label="Name"
        hint="By which you know it again: “Laptop”, “Blue key”."
        required
        autoFocus
        autoComplete="off"
        maxLength={longestPasskeyName}
        value={values.name}
        onChange={(event) => set({ name: event.target.value })}
      />
    </AskPassword>
  )
}

function RenamePasskey({ passkey, onClose, onDone }: DoneProps & { passkey: Passkey }) {
  const { values, set } = useDraft({ name: passkey.name })
  const form = useSubmit(async () => {
    await call('updatePasskey', { params: { id: passkey.id }, body: values })
    await onDone()
  })
  return (
    <NameDialog
      title="Rename the passkey"
      name={values.name}
      onName={(name) => set({ name })}
      mostOfName={longestPasskeyName}
      action="Save"
      form={form}
      onClose={onClose}
    />
  )
}
