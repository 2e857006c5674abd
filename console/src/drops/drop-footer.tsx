import { Button } from '@dailies/ui/button.tsx'
import { useId } from 'react'
import { bytesText } from '../ui/bytes.ts'
import { counted } from '../ui/counted.ts'
import { missingText, type Tally } from './drop-words.ts'

interface DropFooterProps {
  tally: Tally
  isFound: boolean
  onCancel: () => void
  onSend: () => void
}

/** What is still to be done, and the buttons that end a drop. */
export function DropFooter({ tally, isFound, onCancel, onSend }: DropFooterProps) {
  const id = useId()
  const missing = isFound ? missingText(tally) : 'Looking for files'
  const going = tally.complete + tally.incomplete + tally.reading
  const isSome = missing !== '' && tally.reading === 0 && tally.complete > 0
  return (
    <footer className="flex flex-wrap items-center justify-end gap-2 px-5 py-3">
      <p id={id} role="status" className="min-w-0 flex-1 basis-48 text-sm">
        {missing && (
          <span className={tally.reading > 0 ? 'text-muted' : 'font-medium text-danger'}>{missing}. </span>
        )}
        <span className="text-muted">
          {counted(going, 'take')}
          {tally.bytes > 0 && `, ${bytesText(tally.bytes)}`}
        </span>
      </p>
      <Button className="max-sm:hidden" onClick={onCancel}>
        Cancel
      </Button>
      {isSome && (
        <Button onClick={onSend}>
          Add {tally.complete === 1 ? 'the one that is complete' : `the ${tally.complete} that are complete`}
        </Button>
      )}
      <Button
        look="primary"
        disabled={missing !== '' || tally.complete === 0}
        aria-describedby={id}
        onClick={onSend}
      >
        Add {counted(going, 'take')}
      </Button>
    </footer>
  )
}
