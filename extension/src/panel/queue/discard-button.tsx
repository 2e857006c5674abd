import { IconButton } from '@dailies/ui/button.tsx'
import { Trash2 } from 'lucide-react'
import { text } from '../../texts.ts'
import { discard } from './discard.ts'
import { focusBeside } from './focus-beside.ts'

/** Throws a capture away, and gives the focus to the one beside it. */
export function DiscardButton({ id, name }: { id: string; name: string }) {
  return (
    <IconButton
      icon={Trash2}
      size="small"
      label={text('panelDiscardOf', name)}
      tip={text('panelDiscard')}
      onClick={(event) => {
        focusBeside(event.currentTarget)
        void discard([id])
      }}
    />
  )
}
