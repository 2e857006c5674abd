import { Button } from '@dailies/ui/button.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { Grid2x2Check, ImageDown } from 'lucide-react'
import { useState } from 'react'
import { text } from '../texts.ts'
import { orderPage } from './background.ts'

/** Captures from the page beside the panel. */
export function CaptureBar() {
  const [busy, setBusy] = useState<'capture' | 'grid'>()
  const order = async (which: 'capture' | 'grid') => {
    setBusy(which)
    const told = await orderPage(which).finally(() => setBusy(undefined))
    if (!told) notify(text('panelNoPage'), { failed: true })
  }
  return (
    <footer className="sticky bottom-0 z-10 flex gap-2 border-t border-line bg-canvas px-3 py-2.5">
      <Button
        look="primary"
        icon={ImageDown}
        busy={busy === 'capture'}
        onClick={() => void order('capture')}
        className="min-w-0 flex-1 px-2! tiny:px-1! tiny:text-sm narrow:[&_svg]:hidden"
      >
        {text('panelCapture')}
      </Button>
      <Button
        icon={Grid2x2Check}
        busy={busy === 'grid'}
        onClick={() => void order('grid')}
        className="min-w-0 flex-1 px-2! tiny:px-1! tiny:text-sm narrow:[&_svg]:hidden"
      >
        {text('panelGrid')}
      </Button>
    </footer>
  )
}
