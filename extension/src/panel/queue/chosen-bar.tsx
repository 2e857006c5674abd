import { Button, IconButton } from '@dailies/ui/button.tsx'
import { PencilLine, RotateCcw, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { text } from '../../texts.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { discard } from './discard.ts'
import { sendTheseAgain } from './send-again.ts'
import { tellSent } from './tell-sent.ts'
import type { Chosen } from './use-chosen.ts'

/** What can be done with all that are chosen; it stands above the bar at the bottom of the panel. */
export function ChosenBar({ chosen }: { chosen: Chosen }) {
  const [isChanging, setChanging] = useState(false)
  const ids = [...chosen.ids]
  const leave = () => {
    chosen.none()
    document.getElementById('view')?.focus()
  }
  return (
    <>
      {/* Always there, for else a screen reader would not hear the first. */}
      <p role="status" className="sr-only">
        {ids.length > 0 && text('panelChosen', ids.length)}
      </p>
      {ids.length > 0 && (
        <div
          role="toolbar"
          aria-label={text('panelChosen', ids.length)}
          className="sticky bottom-17 z-10 mt-auto flex flex-wrap items-center justify-end gap-1 rounded-xl border border-accent bg-raised p-1.5 shadow-xl"
        >
          <IconButton icon={X} size="small" label={text('panelChooseNone')} onClick={leave} />
          <p aria-hidden className="min-w-fit flex-1 text-sm font-semibold whitespace-nowrap">
            {text('panelChosen', ids.length)}
          </p>
          <IconButton
            icon={Trash2}
            size="small"
            label={text('panelDiscardChosen')}
            onClick={() => {
              leave()
              void discard(ids)
            }}
          />
          <IconButton
            icon={RotateCcw}
            size="small"
            label={text('panelSendChosen')}
            onClick={() => void sendTheseAgain(ids).then(tellSent)}
          />
          <Button size="small" look="primary" icon={PencilLine} onClick={() => setChanging(true)}>
            {text('panelChange')}
          </Button>
        </div>
      )}
      {isChanging && (
        <ChangeDialog
          ids={ids}
          onClose={() => setChanging(false)}
          onDone={() => {
            setChanging(false)
            leave()
          }}
        />
      )}
    </>
  )
}
