import { Button } from '@dailies/ui/button.tsx'
import { Plug } from 'lucide-react'
import { useState } from 'react'
import { isReadableByOthers } from '../../connection/address.ts'
import { type ConnectProblem, connectTo } from '../../connection/connect.ts'
import { forgetOffer, type Offer } from '../../connection/offer.ts'
import { text } from '../../texts.ts'
import { useSession } from '../use-session.ts'
import { useSetting } from '../use-setting.ts'
import { show } from '../use-view.ts'
import { problemText } from './problem-text.ts'
import { tellConnected } from './tell-connected.ts'

/** What the console handed over: one click connects to it. */
export function OfferCard() {
  const offer = useSession('offer')
  return offer ? <Offered key={offer.token} offer={offer} /> : null
}

function Offered({ offer: { address, token } }: { offer: Offer }) {
  const current = useSetting('connection')?.value?.address
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ConnectProblem>()
  const connect = async () => {
    setBusy(true)
    const connected = await connectTo(address, token).finally(() => setBusy(false))
    if ('problem' in connected) return setProblem(connected.problem)
    await forgetOffer()
    tellConnected(connected)
    show({ name: 'scene' })
  }
  return (
    <section
      aria-label={text('connectOffer', address)}
      className="m-3 flex flex-col gap-2 rounded-2xl border border-accent bg-accent-soft p-4"
    >
      <p role="status" className="font-semibold wrap-anywhere">
        {text('connectOffer', address)}
      </p>
      {current && current !== address && (
        <p className="text-sm wrap-anywhere">{text('connectInstead', current)}</p>
      )}
      {isReadableByOthers(address) && <p className="text-sm text-warn">{text('connectNotSecret')}</p>}
      {problem && (
        <p role="alert" className="text-sm font-medium text-danger wrap-anywhere">
          {problemText(problem)}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button look="primary" icon={Plug} busy={busy} onClick={() => void connect()}>
          {text('connectConnect')}
        </Button>
        <Button look="quiet" onClick={() => void forgetOffer()}>
          {text('connectNotNow')}
        </Button>
      </div>
    </section>
  )
}
