import { Button, IconButton } from '@dailies/ui/button.tsx'
import { External } from '@dailies/ui/external.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { takeName } from '@dailies/ui/take-name.ts'
import { CircleAlert, Pencil, RotateCcw, TriangleAlert } from 'lucide-react'
import type { QueuedCapture } from '../../queue/queued-capture.ts'
import { text } from '../../texts.ts'
import { useList } from '../lists/use-list.ts'
import { useService } from '../service.tsx'
import { show } from '../use-view.ts'
import { DiscardButton } from './discard-button.tsx'
import { usePlaceNames } from './facts.tsx'
import { MediaLine } from './media-line.tsx'
import { nameOf } from './name-of.ts'
import { problemLines } from './problem-lines.ts'
import { RowShell } from './row-shell.tsx'
import { sendTheseAgain } from './send-again.ts'
import type { Chosen } from './use-chosen.ts'

/** A capture: what it is, what became of it, and what can be done about that. */
export function QueueRow({ capture, chosen }: { capture: QueuedCapture; chosen: Chosen }) {
  const { id, state, changedAdapter, problem, replaces } = capture
  const name = nameOf(capture).slice(0, 80)
  const mayChoose = state === 'failed' || state === 'pending'
  return (
    <RowShell capture={capture} chosen={mayChoose ? chosen : undefined}>
      {state === 'failed' && problem && (
        <ul className="flex flex-col gap-0.5 text-sm text-danger">
          {problemLines(problem).map((line) => (
            <li key={line} className="flex gap-1.5">
              <CircleAlert size={14} className="mt-1 shrink-0" aria-hidden />
              <span className="min-w-0 wrap-anywhere">{line}</span>
            </li>
          ))}
        </ul>
      )}
      <MediaLine id={id} name={name} />
      {changedAdapter && state !== 'synced' && <ChangedAdapter platform={changedAdapter} />}
      {replaces?.stays && <Warning>{text('takeBackStays', replaces.stays)}</Warning>}
      {state === 'synced' ? (
        <Filed capture={capture} name={name} />
      ) : (
        <RowActions capture={capture} name={name} />
      )}
    </RowShell>
  )
}

export function ChangedAdapter({ platform: slug }: { platform: string }) {
  const name = useList('platforms', '').items?.find((platform) => platform.slug === slug)?.name ?? slug
  return <Warning>{text('panelAdapterChanged', name)}</Warning>
}

function Warning({ children }: { children: string }) {
  return (
    <p className="flex gap-1.5 text-sm text-warn">
      <TriangleAlert size={14} className="mt-1 shrink-0" aria-hidden />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  )
}

/** Where it is now, with a link; what of it was wrong can be changed yet. */
function Filed({ capture, name }: { capture: QueuedCapture; name: string }) {
  const { hrefOf } = useService()
  const { id, body, asset } = capture
  const { scene, shot } = usePlaceNames({ ...body, shotId: asset?.shotId ?? undefined })
  if (!asset) return null
  const where = [scene && text('panelSceneOf', scene), shot, takeName(asset)].filter(Boolean).join(' · ')
  return (
    <div className="flex items-center gap-1 text-sm">
      <p className="min-w-0 flex-1">
        <External href={hrefOf(`/assets/${asset.id}`)}>{where}</External>
      </p>
      <IconButton
        icon={Pencil}
        size="small"
        label={text('panelChangeOf', name)}
        tip={text('panelChange')}
        onClick={() => show({ name: 'form', id })}
      />
    </div>
  )
}

function RowActions({ capture, name }: { capture: QueuedCapture; name: string }) {
  const { id, state, unread } = capture
  if (state === 'syncing') return null
  return (
    <div className="flex flex-wrap items-center justify-end gap-1">
      <DiscardButton id={id} name={name} />
      {state === 'failed' && (
        <Button
          size="small"
          icon={RotateCcw}
          aria-label={text('panelRetryOf', name)}
          onClick={() => void retry(id)}
        >
          {text('panelRetry')}
        </Button>
      )}
      {!unread && (
        <Button
          size="small"
          look={state === 'failed' ? 'primary' : 'plain'}
          icon={Pencil}
          aria-label={text('panelEditOf', name)}
          onClick={() => show({ name: 'form', id })}
        >
          {text('panelEdit')}
        </Button>
      )}
    </div>
  )
}

async function retry(id: string): Promise<void> {
  const { sent } = await sendTheseAgain([id])
  if (sent === 0) notify(text('panelStillMissing'), { failed: true })
}
