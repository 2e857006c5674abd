import { Button } from '@dailies/ui/button.tsx'
import { Empty, LoadingRows } from '@dailies/ui/states.tsx'
import { Inbox, ListChecks, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { type Counts, listIds } from '../../queue/captures.ts'
import { text } from '../../texts.ts'
import { ViewHeading } from '../ui/view-heading.tsx'
import { ChosenBar } from './chosen-bar.tsx'
import { CountRow } from './count-row.tsx'
import { DraftRow } from './draft-row.tsx'
import { QueuePart } from './queue-part.tsx'
import { QueueRow } from './queue-row.tsx'
import { sendAllAgain } from './send-again.ts'
import { tellSent } from './tell-sent.ts'
import { useCounts } from './use-captures.ts'
import { type Chosen, useChosen } from './use-chosen.ts'

/** What was captured, and what became of it. */
export function QueueView() {
  const counts = useCounts()
  const chosen = useChosen()
  return (
    <section aria-labelledby="view" className="flex flex-1 flex-col gap-3">
      <ViewHeading>{text('panelQueueTitle')}</ViewHeading>
      {counts ? <Counted counts={counts} chosen={chosen} /> : <LoadingRows rows={4} className="h-16" />}
      <ChosenBar chosen={chosen} />
    </section>
  )
}

function Counted({ counts, chosen }: { counts: Counts; chosen: Chosen }) {
  const { draft, failed, syncing, pending, synced } = counts
  return (
    <>
      <CountRow counts={counts} />
      {draft + failed + syncing + pending + synced === 0 && (
        <Empty small icon={Inbox} title={text('panelQueueEmpty')}>
          {text('panelQueueEmptyHint')}
        </Empty>
      )}
      <QueuePart
        states={['draft']}
        title={text('panelPartDrafts')}
        count={draft}
        action={draft > 1 && <ChooseDrafts chosen={chosen} />}
        row={(capture, place) => (
          <DraftRow key={capture.id} capture={capture} chosen={chosen} isFirst={place === 0} />
        )}
      />
      <QueuePart
        states={['failed']}
        title={text('panelPartFailed')}
        count={failed}
        action={failed > 1 && <SendAllAgain />}
        row={(capture) => <QueueRow key={capture.id} capture={capture} chosen={chosen} />}
      />
      <QueuePart
        states={['syncing', 'pending']}
        title={text('panelPartWaiting')}
        count={syncing + pending}
        row={(capture) => <QueueRow key={capture.id} capture={capture} chosen={chosen} />}
      />
      <QueuePart
        states={['synced']}
        title={text('panelPartSynced')}
        count={synced}
        row={(capture) => <QueueRow key={capture.id} capture={capture} chosen={chosen} />}
      />
    </>
  )
}

/** Several drafts are often takes of one prompt: it is written once. */
function ChooseDrafts({ chosen }: { chosen: Chosen }) {
  return (
    <Button
      size="small"
      icon={ListChecks}
      onClick={() => void listIds(['draft']).then((ids) => chosen.these(ids))}
    >
      {text('panelChooseAll')}
    </Button>
  )
}

function SendAllAgain() {
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    const sent = await sendAllAgain().finally(() => setBusy(false))
    tellSent(sent)
  }
  return (
    <Button size="small" icon={RotateCcw} busy={busy} onClick={() => void send()}>
      {text('panelSendAll')}
    </Button>
  )
}
