import type { AssetVersion } from '@dailies/contract/board.ts'
import type { VerdictKind } from '@dailies/contract/verdict.ts'
import { Button } from '@dailies/ui/button.tsx'
import { TextAreaField } from '@dailies/ui/field.tsx'
import { PencilLine, ThumbsUp, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { randomKey } from '../../../sdk/src/capture-keys.ts'
import { useAccount } from '../app/account.ts'
import { useCommentDraft } from '../comments/use-comment-draft.ts'
import { keepWaiting, useWaitingOn } from '../waiting/waiting.ts'

/** What one says of a take: that it is good, or what is to change. */
export function GiveVerdict({ version: { id, myVerdict } }: { version: AssetVersion }) {
  const { id: whose } = useAccount()
  const { draft, set, forget } = useCommentDraft(`verdict.${id}`)
  const [isAsking, setAsking] = useState(draft.text !== '')
  const field = useRef<HTMLTextAreaElement>(null)
  const onItsWay = useWaitingOn('verdict', id).findLast(({ refused }) => refused === undefined)
  const mine = onItsWay?.body.verdict ?? myVerdict
  useEffect(() => {
    if (isAsking) field.current?.focus()
  }, [isAsking])
  const give = (verdict: VerdictKind, note = '') => {
    const body = { key: randomKey(), verdict, note }
    keepWaiting({ kind: 'verdict', whose, assetVersionId: id, writtenAt: new Date().toISOString(), body })
    setAsking(false)
  }
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        <Button
          icon={ThumbsUp}
          aria-pressed={mine === 'approve'}
          className="flex-1 px-2! aria-pressed:border-transparent aria-pressed:bg-good-soft aria-pressed:text-good"
          onClick={() => {
            setAsking(false)
            if (mine !== 'approve') give('approve')
          }}
        >
          I approve
        </Button>
        <Button
          icon={PencilLine}
          aria-pressed={mine === 'changes_needed'}
          aria-expanded={isAsking}
          className="flex-1 px-2! aria-pressed:border-transparent aria-pressed:bg-warn-soft aria-pressed:text-warn"
          onClick={() => setAsking(!isAsking)}
        >
          Changes needed
        </Button>
      </div>
      {isAsking && (
        <form
          aria-label="Changes needed"
          className="flex flex-col gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            if (draft.text.trim() === '') return field.current?.focus()
            give('changes_needed', draft.text)
            forget()
          }}
        >
          <TextAreaField
            ref={field}
            label="What is to change"
            required
            maxLength={10_000}
            rows={2}
            dir="auto"
            value={draft.text}
            onChange={(event) => set({ text: event.target.value })}
          />
          <div className="flex justify-end gap-2">
            <Button
              size="small"
              onClick={() => {
                forget()
                setAsking(false)
              }}
            >
              Cancel
            </Button>
            <Button size="small" look="primary" type="submit">
              Ask for changes
            </Button>
          </div>
        </form>
      )}
      {mine && mine !== 'no_opinion' && (
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
    </div>
  )
}
