import type { DeliveryWithAttempts } from '@dailies/contract/webhook.ts'
import { exactTime } from '@dailies/ui/time.tsx'
import { CircleCheck, CircleX } from 'lucide-react'
import { outcomes } from './outcomes.ts'

/** One HTTP try: when, how long it took, what came of it, and what was answered. */
export function Attempt({ attempt }: { attempt: DeliveryWithAttempts['attempts'][number] }) {
  const { number, startedAt, durationMs, outcome, responseCode, error, answer } = attempt
  const { label, advice } = outcomes[outcome]
  const arrived = outcome === 'delivered'
  const Icon = arrived ? CircleCheck : CircleX
  return (
    <li className="rounded-lg border border-line px-3 py-2.5 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <Icon size={16} className={arrived ? 'text-good' : 'text-danger'} aria-hidden />
        <strong>
          {label}
          {responseCode !== null && ` (${responseCode})`}
        </strong>
        <span className="text-muted">
          #{number} · {exactTime(startedAt)} · {durationMs} ms
        </span>
      </p>
      {error && <p className="mt-1 text-danger wrap-anywhere">{error}</p>}
      {!arrived && advice && <p className="mt-1 text-muted">{advice}</p>}
      {answer && (
        <details className="mt-1.5">
          <summary className="text-muted">Beginning of the answer</summary>
          <pre className="mt-1 rounded bg-sunken px-2 py-1.5 font-mono text-xs break-all whitespace-pre-wrap">
            {answer}
          </pre>
        </details>
      )}
    </li>
  )
}
