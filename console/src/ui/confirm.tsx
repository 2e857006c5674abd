import { Button } from '@dailies/ui/button.tsx'
import { TextField } from '@dailies/ui/field.tsx'
import { type ReactNode, useRef, useState } from 'react'
import { Actions, Dialog } from './dialog.tsx'
import { errorText } from './error-text.ts'

interface ConfirmProps {
  open: boolean
  onClose: () => void
  /** It is gone, and the focus is back. */
  onClosed?: () => void
  title: string
  children: ReactNode
  /** What the button says that does it. */
  action: string
  look?: 'primary' | 'danger'
  /** What has to be typed before it can be done, for what cannot be undone. */
  typed?: { label: string; text: string }
  /** False keeps it open: something is to be said first. */
  onConfirm: () => Promise<unknown>
}

/**
 * Asks before something is done that matters. The focus is on what is safe to press: to go on, or to cancel where it
 * cannot be undone. Stays open, and says why, when it fails.
 */
export function Confirm({
  open,
  onClose,
  onClosed,
  title,
  children,
  action,
  look = 'danger',
  typed,
  onConfirm,
}: ConfirmProps) {
  const [text, setText] = useState('')
  const safe = useRef<HTMLButtonElement & HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const close = () => {
    setText('')
    setError(undefined)
    onClose()
  }
  const confirm = async () => {
    setBusy(true)
    setError(undefined)
    try {
      if ((await onConfirm()) !== false) close()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog open={open} onClose={close} onClosed={onClosed} title={title} initialFocus={safe}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void confirm()
        }}
      >
        <div className="flex flex-col gap-3">
          {children}
          {typed && (
            <TextField
              ref={safe}
              label={typed.label}
              value={text}
              onChange={(event) => setText(event.target.value)}
              autoComplete="off"
            />
          )}
          {error !== undefined && (
            <p role="alert" className="text-danger">
              {errorText(error)}
            </p>
          )}
        </div>
        <Actions>
          <Button ref={look === 'danger' && !typed ? safe : undefined} onClick={close}>
            Cancel
          </Button>
          <Button
            ref={look === 'primary' && !typed ? safe : undefined}
            type="submit"
            look={look}
            busy={busy}
            disabled={typed !== undefined && text !== typed.text}
          >
            {action}
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}
