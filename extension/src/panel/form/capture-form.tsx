import { Button } from '@dailies/ui/button.tsx'
import { isComposing } from '@dailies/ui/composing.ts'
import { Empty, LoadingRows } from '@dailies/ui/states.tsx'
import { takeName } from '@dailies/ui/take-name.ts'
import { RotateCcw, Send, Trash2 } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { QueuedCapture } from '../../queue/queued-capture.ts'
import { text } from '../../texts.ts'
import { discard } from '../queue/discard.ts'
import { Thumbnail } from '../ui/thumbnail.tsx'
import { isFocusFree, ViewHeading } from '../ui/view-heading.tsx'
import { show } from '../use-view.ts'
import { CapturePlace } from './capture-place.tsx'
import { Details } from './details.tsx'
import { MainFields } from './main-fields.tsx'
import { type CaptureFormState, useCaptureForm } from './use-capture-form.ts'

/** Everything that ingest takes: of a capture in the queue, filed ones too, or of a take that is made by hand. */
export function CaptureForm({ id }: { id: string }) {
  const form = useCaptureForm(id)
  return (
    <section aria-labelledby="view" className="flex flex-1 flex-col gap-1">
      <ViewHeading>{id === 'new' ? text('panelNewTitle') : text('panelEditTitle')}</ViewHeading>
      {form === 'busy' && <p className="text-sm text-muted">{text('panelEditSoon')}</p>}
      {(!form || form === 'busy') && <LoadingRows rows={4} className="h-16" />}
      {form === 'gone' && <Gone />}
      {form && typeof form !== 'string' && <OpenForm form={form} />}
    </section>
  )
}

function Gone() {
  return (
    <Empty
      small
      icon={Send}
      title={text('panelGone')}
      action={
        <Button size="small" onClick={() => show({ name: 'queue' })}>
          {text('panelToQueue')}
        </Button>
      }
    />
  )
}

function OpenForm({ form }: { form: CaptureFormState }) {
  const element = useRef<HTMLFormElement>(null)
  const [refusals, setRefusals] = useState(0)
  const { capture, draft } = form
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if ((await form.submit()).length > 0) setRefusals((before) => before + 1)
  }
  // When it is drawn what is wrong.
  useEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])
  useEffect(() => {
    if (isFocusFree()) element.current?.querySelector<HTMLElement>('[name="prompt"]')?.focus()
  }, [])
  return (
    <form
      ref={element}
      onSubmit={submit}
      onKeyDown={keepFromSending}
      noValidate
      aria-labelledby="view"
      className="flex flex-1 flex-col gap-4"
    >
      <div className="flex items-start gap-3">
        <p className="min-w-0 flex-1 text-sm text-muted wrap-anywhere">{hintOf(capture)}</p>
        {(capture || draft.outputUrl) && (
          <Thumbnail media={draft} captureId={capture?.id} className="h-28 w-36 narrow:h-20 narrow:w-26" />
        )}
      </div>
      {form.message && (
        <p
          role="alert"
          className={`rounded-lg px-3 py-2 text-sm wrap-anywhere ${capture?.state === 'draft' ? 'bg-warn-soft text-warn' : 'bg-danger-soft text-danger'}`}
        >
          {form.message}
        </p>
      )}
      <CapturePlace form={form} />
      <MainFields form={form} />
      <Details form={form} />
      <FormActions form={form} />
    </form>
  )
}

/** Why it is here, and what becomes of it. */
function hintOf(capture: QueuedCapture | undefined): string {
  if (!capture) return text('panelNewHint')
  const { state, asset, body } = capture
  if (asset) return text('panelChangeHint', takeName(asset), body.sceneId ?? '')
  if (state === 'draft') return text('panelDraftHint')
  return text(state === 'failed' ? 'panelEditHint' : 'panelPendingHint')
}

function FormActions({ form }: { form: CaptureFormState }) {
  const { capture, isChanged, busy } = form
  return (
    <div className="sticky bottom-0 -mx-3 mt-auto -mb-3 flex flex-wrap items-center gap-2 border-t border-line bg-canvas px-3 py-2.5">
      {capture && !capture.asset && (
        <Button
          look="quiet"
          size="small"
          icon={Trash2}
          onClick={() => {
            void discard([capture.id])
            show({ name: 'queue' })
          }}
        >
          {text('panelDiscard')}
        </Button>
      )}
      {isChanged && (
        <Button look="quiet" size="small" icon={RotateCcw} onClick={() => void form.startOver()}>
          {text('panelStartOver')}
        </Button>
      )}
      <Button type="submit" look="primary" icon={Send} busy={busy} className="ml-auto">
        {busy ? text('panelSending') : text(capture?.asset ? 'panelFileAnew' : 'panelSend')}
      </Button>
    </div>
  )
}

/** Enter in a line of a long form is pressed by mistake more often than not: Ctrl or Cmd with it sends. */
function keepFromSending(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || event.defaultPrevented || isComposing(event)) return
  const isLine = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox'
  if (event.ctrlKey || event.metaKey) event.currentTarget.requestSubmit()
  else if (isLine) event.preventDefault()
}
