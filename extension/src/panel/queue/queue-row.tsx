import { Button, buttonLook, IconButton } from '@dailies/ui/button.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { takeName } from '@dailies/ui/take-name.ts'
import { useNow, When } from '@dailies/ui/time.tsx'
import { CircleAlert, ExternalLink, Pencil, RotateCcw, Trash2, TriangleAlert } from 'lucide-react'
import type { QueuedCapture } from '../../queue/queued-capture.ts'
import { text } from '../../texts.ts'
import { useList } from '../lists/use-list.ts'
import { useService } from '../service.tsx'
import { ChangedRules } from '../teaching/changed-rules.tsx'
import { assetTypeLabels } from '../ui/labels.ts'
import { Thumbnail } from '../ui/thumbnail.tsx'
import { show } from '../use-view.ts'
import { discard } from './discard.ts'
import { MediaLine } from './media-line.tsx'
import { problemLines } from './problem-lines.ts'
import { sendTheseAgain } from './send-again.ts'
import { StateBadge } from './state-badge.tsx'

/** A capture: what it is, what became of it, and what can be done about that. */
export function QueueRow({ capture }: { capture: QueuedCapture }) {
  const { state, body, createdAt, changedAdapter, problem } = capture
  const now = useNow(30_000)
  const name = body.title || body.prompt || text('panelNoPrompt')
  return (
    <li
      aria-label={name.slice(0, 80)}
      className="flex flex-col gap-2 rounded-xl border border-line bg-surface p-2"
    >
      <div className="flex gap-3">
        <Thumbnail media={body} className="size-15" />
        <div className="min-w-0 flex-1">
          <p className={`line-clamp-2 text-sm wrap-anywhere ${body.prompt ? '' : 'text-muted'}`}>{name}</p>
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1 pt-1">
            <StateBadge capture={capture} />
            <p className="min-w-0 flex-1 basis-32 truncate text-xs text-muted">
              <When at={createdAt} now={now} /> · <Facts capture={capture} />
            </p>
          </div>
        </div>
      </div>
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
      <MediaLine id={capture.id} name={name.slice(0, 80)} />
      {changedAdapter && state !== 'synced' && <ChangedAdapter platform={changedAdapter} />}
      {capture.changedRules && state === 'failed' && <ChangedRules host={capture.changedRules} />}
      <RowActions capture={capture} name={name} />
    </li>
  )
}

function Facts({ capture: { body } }: { capture: QueuedCapture }) {
  const { assetType, platformKey, platformLabel, sceneId } = body
  const platform = useList('platforms', '').items?.find(({ slug }) => slug === platformKey)
  const facts = [
    sceneId && text('panelSceneOf', sceneId),
    assetType && assetTypeLabels[assetType],
    platform?.name ?? platformLabel ?? platformKey,
  ]
  return facts.filter(Boolean).join(' · ')
}

function ChangedAdapter({ platform: slug }: { platform: string }) {
  const name = useList('platforms', '').items?.find((platform) => platform.slug === slug)?.name ?? slug
  return (
    <p className="flex gap-1.5 text-sm text-warn">
      <TriangleAlert size={14} className="mt-1 shrink-0" aria-hidden />
      <span className="min-w-0">{text('panelAdapterChanged', name)}</span>
    </p>
  )
}

function RowActions({ capture, name }: { capture: QueuedCapture; name: string }) {
  const { hrefOf } = useService()
  const { id, state, asset } = capture
  const called = name.slice(0, 80)
  if (state === 'syncing') return null
  if (state === 'synced') {
    if (!asset) return null
    return (
      <a
        href={hrefOf(`/assets/${asset.id}`)}
        target="_blank"
        rel="noreferrer"
        className={`${buttonLook('quiet', 'small')} -m-1 self-start`}
      >
        {takeName(asset)}
        <ExternalLink size={14} aria-hidden />
        <span className="sr-only">{text('panelNewTab')}</span>
      </a>
    )
  }
  return (
    <div className="flex flex-wrap items-center justify-end gap-1">
      <IconButton
        icon={Trash2}
        size="small"
        label={text('panelDiscardOf', called)}
        tip={text('panelDiscard')}
        onClick={(event) => {
          focusBeside(event.currentTarget)
          void discard(capture)
        }}
      />
      {state === 'failed' && (
        <>
          <Button
            size="small"
            icon={RotateCcw}
            aria-label={text('panelRetryOf', called)}
            onClick={() => void retry(capture)}
          >
            {text('panelRetry')}
          </Button>
          <Button
            size="small"
            look="primary"
            icon={Pencil}
            aria-label={text('panelEditOf', called)}
            onClick={() => show({ name: 'form', id })}
          >
            {text('panelEdit')}
          </Button>
        </>
      )}
    </div>
  )
}

async function retry(capture: QueuedCapture): Promise<void> {
  const sent = await sendTheseAgain([capture])
  if (sent === 0) notify(text('panelStillMissing'), { failed: true })
}

/** The row goes away: its neighbour's first button gets the focus, else the heading. */
function focusBeside(button: HTMLElement): void {
  const row = button.closest('li')
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
  const target = neighbour?.querySelector<HTMLElement>('button, a') ?? document.getElementById('view')
  target?.focus()
}
