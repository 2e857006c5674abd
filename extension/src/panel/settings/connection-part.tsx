import { Button } from '@dailies/ui/button.tsx'
import { External } from '@dailies/ui/external.tsx'
import { useState } from 'react'
import { disconnect } from '../../connection/disconnect.ts'
import { text } from '../../texts.ts'
import { tellChange } from '../background.ts'
import { lacksText } from '../connect/tell-connected.ts'
import { useCounts } from '../queue/use-captures.ts'
import { Dialog, DialogActions, DialogBody } from '../ui/dialog.tsx'
import { Part } from '../ui/part.tsx'
import { useSetting } from '../use-setting.ts'
import { show } from '../use-view.ts'

/** The service that captures are filed with. The token is never shown. */
export function ConnectionPart() {
  const connection = useSetting('connection')?.value
  const lacks = useSetting('lacks')?.value ?? []
  const [asking, setAsking] = useState(false)
  if (!connection) return null
  return (
    <Part title={text('panelConnection')}>
      <p className="wrap-anywhere">
        <External href={connection.address} />
      </p>
      {lacks.length > 0 && <p className="text-sm text-muted">{lacksText(lacks)}</p>}
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => show({ name: 'connect' })}>
          {text('connectOtherToken')}
        </Button>
        <Button size="small" look="danger" onClick={() => setAsking(true)}>
          {text('connectDisconnect')}
        </Button>
      </div>
      {asking && <AskDisconnect onClose={() => setAsking(false)} />}
    </Part>
  )
}

function AskDisconnect({ onClose }: { onClose: () => void }) {
  const counts = useCounts()
  const unsent = counts ? counts.pending + counts.syncing + counts.draft + counts.failed : 0
  const end = async () => {
    await disconnect()
    await tellChange()
    show({ name: 'scene' })
  }
  return (
    <Dialog title={text('connectDisconnectTitle')} onClose={onClose}>
      <DialogBody>
        <p>{text('connectDisconnectHint')}</p>
        {unsent > 0 && <p className="font-semibold text-warn">{text('connectUnsent', unsent)}</p>}
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>{text('panelCancel')}</Button>
        <Button look="danger" onClick={() => void end()}>
          {text('connectDisconnect')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
