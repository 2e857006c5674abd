import { Button, IconButton } from '@dailies/ui/button.tsx'
import { External } from '@dailies/ui/external.tsx'
import { Field, TextField } from '@dailies/ui/field.tsx'
import { Eye, EyeOff, Plug, TriangleAlert } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { addressesIn, isReadableByOthers } from '../../connection/address.ts'
import { type ConnectProblem, connectTo } from '../../connection/connect.ts'
import { text } from '../../texts.ts'
import { Banner } from '../ui/states.tsx'
import { problemText } from './problem-text.ts'
import { tellConnected } from './tell-connected.ts'

interface ConnectFormProps {
  /** Of the connection that was paused. */
  address?: string
  onConnected?: () => void
}

/** Address and token. Both are checked at once, and what is wrong is said where it is. */
export function ConnectForm({ address: known = '', onConnected }: ConnectFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [address, setAddress] = useState(known)
  const [token, setToken] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ConnectProblem>()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    // The browser asks for access only within the click, so nothing is awaited before.
    const connected = await connectTo(address, token).finally(() => setBusy(false))
    if (!('problem' in connected)) {
      tellConnected(connected)
      return onConnected?.()
    }
    setProblem(connected.problem)
    if (connected.problem.kind === 'moved') setAddress(connected.problem.to)
    form.current?.querySelector<HTMLInputElement>(`[name="${connected.problem.at}"]`)?.focus()
  }

  const errorsAt = (at: ConnectProblem['at']) => (problem?.at === at ? [problemText(problem)] : undefined)
  const target = addressesIn(address)[0]
  return (
    <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-4">
      <div className="flex flex-col gap-2">
        <TextField
          label={text('connectAddress')}
          hint={text('connectAddressHint')}
          name="address"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder="https://dailies.studio.example"
          value={address}
          onChange={({ target }) => setAddress(target.value)}
          errors={errorsAt('address')}
        />
        {problem?.kind === 'unreachable' && (
          <p className="text-sm">
            <External href={problem.address}>{text('connectOpenAddress')}</External>
          </p>
        )}
        {target && isReadableByOthers(target) && (
          <Banner tone="warn" icon={TriangleAlert}>
            {text('connectNotSecret')}
          </Banner>
        )}
      </div>
      <TokenField value={token} onChange={setToken} errors={errorsAt('token')} address={target} />
      {problem?.at === 'service' && (
        <p role="alert" className="rounded-lg bg-danger-soft px-3 py-2 text-sm text-danger">
          {problemText(problem)}
        </p>
      )}
      <Button type="submit" look="primary" icon={Plug} busy={busy}>
        {busy ? text('connectChecking') : text('connectConnect')}
      </Button>
    </form>
  )
}

interface TokenFieldProps {
  value: string
  onChange: (token: string) => void
  errors: string[] | undefined
  /** Of the console, where tokens are made. */
  address: string | undefined
}

function TokenField({ value, onChange, errors, address }: TokenFieldProps) {
  const [isShown, setIsShown] = useState(false)
  const hintId = useId()
  return (
    <div className="flex flex-col gap-1">
      <Field label={text('connectToken')} errors={errors}>
        {(control) => (
          <div className="flex gap-1">
            <input
              {...control}
              aria-describedby={[control['aria-describedby'], hintId].filter(Boolean).join(' ')}
              name="token"
              type={isShown ? 'text' : 'password'}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              placeholder="svc_…"
              value={value}
              onChange={({ target }) => onChange(target.value)}
              className="h-10 min-w-0 flex-1 rounded-lg border border-strong-line bg-raised px-3 font-mono text-sm placeholder:text-muted aria-invalid:border-danger"
            />
            <IconButton
              icon={isShown ? EyeOff : Eye}
              label={isShown ? text('connectHide') : text('connectReveal')}
              aria-pressed={isShown}
              onClick={() => setIsShown(!isShown)}
            />
          </div>
        )}
      </Field>
      <p id={hintId} className="text-sm text-muted">
        {text('connectTokenHint')}{' '}
        {address && <External href={`${address}/tokens`}>{text('connectTokens')}</External>}
      </p>
    </div>
  )
}
