import type { GuestTake, OpenLink } from '@dailies/contract/guest.ts'
import type { VerdictKind } from '@dailies/contract/verdict.ts'
import { Button } from '@dailies/ui/button.tsx'
import { TextAreaField } from '@dailies/ui/field.tsx'
import { PenLine, ThumbsUp, Undo2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useDraftOf } from '../../comments/use-comment-draft.ts'
import { forgetWaiting, useWaitingOn } from '../../waiting/waiting.ts'
import { judge, whoIs } from './send-said.ts'

const said: Record<VerdictKind, string> = {
  approve: 'You approved of this take.',
  changes_needed: 'You asked for changes of this take.',
  no_opinion: 'You took your verdict back.',
}

/** What the guest thinks of a take: it moves nothing, and another one follows it. */
export function VerdictForm({ link, take }: { link: OpenLink; take: GuestTake }) {
  const { draft, set, forget } = useDraftOf(whoIs(link), `verdict.${take.id}`)
  const [isAsking, setIsAsking] = useState(draft.text !== '')
  const last = useWaitingOn('verdict', take.id).at(-1)
  const given = last?.refused === undefined ? (last?.body.verdict ?? take.myVerdict) : take.myVerdict
  const give = (verdict: VerdictKind, note = '') => {
    setIsAsking(false)
    if (given !== verdict || note !== '') judge(link, take.id, { verdict, note })
  }
  const ask = (event: FormEvent) => {
    event.preventDefault()
    give('changes_needed', draft.text)
    forget()
  }
  return (
    <section aria-label="Your verdict" className="flex flex-col gap-2">
      <h2 className="font-semibold">Your verdict</h2>
      <p aria-live="polite" className="text-sm text-muted">
        {given ? said[given] : 'You have given none.'}
        {last && last.refused === undefined && ' It waits to be sent.'}
      </p>
      <div className="grid grid-cols-2 gap-2">
        <Button
          icon={ThumbsUp}
          look={given === 'approve' ? 'primary' : 'plain'}
          aria-pressed={given === 'approve'}
          onClick={() => give('approve')}
        >
          Approve
        </Button>
        <Button
          icon={PenLine}
          look={given === 'changes_needed' ? 'primary' : 'plain'}
          aria-pressed={given === 'changes_needed'}
          aria-expanded={isAsking}
          onClick={() => setIsAsking(!isAsking)}
        >
          Changes
        </Button>
      </div>
      {given && given !== 'no_opinion' && (
        <Button
          size="small"
          look="quiet"
          icon={Undo2}
          className="self-start"
          onClick={() => give('no_opinion')}
        >
          No opinion after all
        </Button>
      )}
      {last?.refused !== undefined && (
        <div role="alert" className="flex flex-wrap items-center gap-2 text-sm text-danger">
          <span className="wrap-anywhere">It was not taken: {last.refused}</span>
          <Button size="small" onClick={() => forgetWaiting(last)}>
            Discard
          </Button>
        </div>
      )}
      {isAsking && (
        <form onSubmit={ask} className="flex flex-col gap-2">
          <TextAreaField
            label="What is to change"
            rows={2}
            required
            autoFocus
            dir="auto"
            maxLength={10_000}
            value={draft.text}
            onChange={(event) => set({ text: event.target.value })}
          />
          <Button type="submit" look="primary" disabled={draft.text.trim() === ''} className="self-end">
            Ask for changes
          </Button>
        </form>
      )}
    </section>
  )
}
