import { Button, IconButton } from '@dailies/ui/button.tsx'
import { isComposing } from '@dailies/ui/composing.ts'
import { TextAreaField } from '@dailies/ui/field.tsx'
import { ListPlus, Send } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { QueuedCapture } from '../../queue/queued-capture.ts'
import { text } from '../../texts.ts'
import { CapturePlace } from '../form/capture-place.tsx'
import { type CaptureFormState, useCaptureForm } from '../form/use-capture-form.ts'
import { PointAtPrompt } from '../teaching/point-at-prompt.tsx'
import { isFocusFree } from '../ui/view-heading.tsx'
import { show } from '../use-view.ts'
import { DiscardButton } from './discard-button.tsx'
import { focusBeside, viewHeading, whatIsBeside } from './focus-beside.ts'
import { MediaLine } from './media-line.tsx'
import { nameOf } from './name-of.ts'
import { ChangedAdapter } from './queue-row.tsx'
import { RowShell } from './row-shell.tsx'
import type { Chosen } from './use-chosen.ts'

interface DraftRowProps {
  capture: QueuedCapture
  chosen: Chosen
  /** The first one takes the focus when the queue is opened. */
  isFirst: boolean
}

/** A draft, which asks here for what it lacks and nothing else: Enter files it and goes on to the next. */
export function DraftRow({ capture, chosen, isFirst }: DraftRowProps) {
  const form = useCaptureForm(capture.id, async () => undefined)
  const name = nameOf(capture).slice(0, 80)
  return (
    <RowShell capture={capture} chosen={chosen}>
      {capture.changedAdapter && <ChangedAdapter platform={capture.changedAdapter} />}
      <MediaLine id={capture.id} name={name} />
      {form && typeof form !== 'string' && <Asked form={form} name={name} isFirst={isFirst} />}
    </RowShell>
  )
}

/** What the row itself can ask for. */
const askable = ['prompt', 'projectId', 'sceneId']

function Asked({ form, name, isFirst }: { form: CaptureFormState; name: string; isFirst: boolean }) {
  const element = useRef<HTMLFormElement>(null)
  // That it is missing is why it is asked for: nothing is wrong until it is filed without.
  const [isTried, setTried] = useState(false)
  const { capture, draft, set, busy, submit, errorsAt } = form
  const { id = '', body } = capture ?? {}
  const lacks = (field: 'prompt' | 'projectId' | 'sceneId') => !body?.[field] || errorsAt(field)
  const file = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setTried(true)
    const hasFocus = () => element.current?.contains(document.activeElement)
    const next = hasFocus() ? whatIsBeside(element.current!) : undefined
    const wrong = await submit()
    if (wrong.length === 0) {
      // The row may be gone by now, and the focus with it.
      if (hasFocus() || isFocusFree()) (next?.isConnected ? next : viewHeading())?.focus()
    } else if (wrong.some((field) => !askable.includes(field))) show({ name: 'form', id })
    else element.current?.querySelector<HTMLElement>('[data-asked]')?.focus()
  }
  // A neighbour that was filed just before may have got the focus, and goes, too.
  useLayoutEffect(() => {
    const row = element.current!
    return () => {
      if (row.contains(document.activeElement)) focusBeside(row)
    }
  }, [])
  // Only when it comes: what is typed elsewhere is not interrupted.
  useEffect(() => {
    if (isFirst && isFocusFree()) element.current?.querySelector<HTMLElement>('[data-asked]')?.focus()
  }, [isFirst])
  const asksPrompt = Boolean(lacks('prompt'))
  return (
    <form ref={element} onSubmit={file} onKeyDown={fileByEnter} noValidate className="flex flex-col gap-2">
      {(lacks('projectId') || lacks('sceneId')) && <CapturePlace form={form} isQuiet={!isTried} />}
      {asksPrompt && (
        <TextAreaField
          label={text('panelPrompt')}
          aria-label={text('panelPromptOf', name)}
          data-asked
          rows={2}
          hint={text('panelPromptKeys')}
          enterKeyHint="done"
          value={draft.prompt}
          onChange={({ target }) => set({ prompt: target.value })}
          errors={isTried ? errorsAt('prompt') : undefined}
        />
      )}
      {asksPrompt && !draft.prompt && capture && (
        <PointAtPrompt captureId={id} onFilled={({ prompt }) => set({ prompt: prompt ?? '' })} />
      )}
      <div className="flex flex-wrap items-center justify-end gap-1">
        <DiscardButton id={id} name={name} />
        <IconButton
          icon={ListPlus}
          size="small"
          label={text('panelEditOf', name)}
          tip={text('panelAllFields')}
          onClick={() => show({ name: 'form', id })}
        />
        <Button
          type="submit"
          size="small"
          look="primary"
          icon={Send}
          busy={busy}
          aria-label={text('panelFileOf', name)}
          {...(!asksPrompt && { 'data-asked': true })}
        >
          {text('panelFile')}
        </Button>
      </div>
    </form>
  )
}

/** Enter in the prompt, or with Ctrl or Cmd anywhere; with Shift it is a new line. */
function fileByEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || event.defaultPrevented || isComposing(event)) return
  const isInPrompt = event.target instanceof HTMLTextAreaElement && !event.shiftKey
  if (!isInPrompt && !event.ctrlKey && !event.metaKey) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}
