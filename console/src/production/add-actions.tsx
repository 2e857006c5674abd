import { Button } from '@dailies/ui/button.tsx'
import type { RefObject } from 'react'
import { Actions } from '../ui/dialog.tsx'

interface AddActionsProps {
  /** Whether something new is made, which may be followed by another. */
  adds: boolean
  busy: boolean
  /** Set before the form is submitted: whether another one is to follow. */
  again: RefObject<boolean>
  onCancel: () => void
}

/** The buttons below the form of something that is one of many. */
export function AddActions({ adds, busy, again, onCancel }: AddActionsProps) {
  return (
    <Actions>
      <Button onClick={onCancel}>Cancel</Button>
      {adds && (
        // No button that submits: the first of those is what Enter presses.
        <Button
          busy={busy && again.current}
          onClick={(event) => {
            again.current = true
            event.currentTarget.form?.requestSubmit()
          }}
        >
          Add, then another
        </Button>
      )}
      <Button
        type="submit"
        look="primary"
        busy={busy && !again.current}
        onClick={() => {
          again.current = false
        }}
      >
        {adds ? 'Add' : 'Save'}
      </Button>
    </Actions>
  )
}
