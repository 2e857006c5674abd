import type { Webhook } from '@dailies/contract/webhook.ts'
import { Button } from '@dailies/ui/button.tsx'
import { TextField } from '@dailies/ui/field.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DailiesError } from '../../../../sdk/src/error.ts'
import { call } from '../../api/call.ts'
import { outdate } from '../../api/queries.ts'
import { Choice } from '../../ui/choice.tsx'
import { Actions, Dialog } from '../../ui/dialog.tsx'
import { FormError, useSubmit } from '../../ui/form.tsx'

const which = [
  {
    value: 'undelivered',
    label: 'What did not arrive',
    hint: 'It failed, or the webhook was off or not there yet.',
  },
  { value: 'all', label: 'Everything', hint: 'What had arrived, too: with the same ids as before.' },
] as const

interface ReplayRangeProps {
  webhook: Webhook
  /** Where the range begins unless another is typed. */
  since: string
  onClose: () => void
}

/** Sends the events of a time range again. */
export function ReplayRange({ webhook, since, onClose }: ReplayRangeProps) {
  const queryClient = useQueryClient()
  const [from, setFrom] = useState(() => localTime(Date.parse(since)))
  const [to, setTo] = useState('')
  const [wanted, setWanted] = useState<'undelivered' | 'all'>('undelivered')
  const [queued, setQueued] = useState<number>()
  const form = useSubmit(async () => {
    setQueued(undefined)
    const until = to ? moment('to', to) : undefined
    let next: string | null = moment('from', from)
    let count = 0
    while (next) {
      const body: { from: string; to?: string; which: typeof wanted } = {
        from: next,
        which: wanted,
        ...(until && { to: until }),
      }
      const { data } = await call('replayDeliveries', { params: { id: webhook.id }, body })
      count += data.queued
      next = data.next
    }
    setQueued(count)
    await outdate(queryClient, 'listDeliveries')
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Replay a time range"
      description="Events that match what the webhook asks for today, the oldest first."
    >
      <form onSubmit={form.submit} className="flex flex-col gap-4">
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField
            label="From"
            type="datetime-local"
            required
            value={from}
            errors={form.fieldErrors.from}
            onChange={(event) => setFrom(event.target.value)}
          />
          <TextField
            label="Until"
            type="datetime-local"
            hint="Until now when it is left empty."
            value={to}
            errors={form.fieldErrors.to}
            onChange={(event) => setTo(event.target.value)}
          />
        </div>
        <Choice legend="What" items={which} value={wanted} onChange={setWanted} />
        <FormError>{form.message(['from', 'to'])}</FormError>
        <p
          aria-live="polite"
          className={queued === undefined ? 'sr-only' : 'rounded-lg bg-good-soft px-3 py-2 text-good'}
        >
          {queued !== undefined && resultText(queued)}
        </p>
        <Actions>
          <Button onClick={onClose}>{queued === undefined ? 'Cancel' : 'Close'}</Button>
          <Button type="submit" look="primary" busy={form.busy}>
            Replay
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}

function resultText(queued: number): string {
  if (queued === 0) return 'There is nothing to replay in that time.'
  return queued === 1 ? 'One event waits to be sent again.' : `${queued} events wait to be sent again.`
}

/** As `datetime-local` has it: in the time zone of the browser, to the minute. */
function localTime(time: number): string {
  const offset = new Date(time).getTimezoneOffset() * 60_000
  return new Date(time - offset).toISOString().slice(0, 16)
}

function moment(field: string, text: string): string {
  const time = new Date(text)
  if (!Number.isNaN(time.getTime())) return time.toISOString()
  const fieldErrors = { [field]: ['Must be a date and a time'] }
  throw new DailiesError('No time', { status: 400, details: { fieldErrors } })
}
