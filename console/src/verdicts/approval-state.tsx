import type { Verdict } from '@dailies/contract/verdict.ts'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Hourglass } from 'lucide-react'
import { query } from '../api/queries.ts'
import { nameInText } from '../ui/name-in-text.ts'

/** How near a take is to what its project asks for before it is approved; nothing where it asks for nothing. */
export function ApprovalState({ projectId, said }: { projectId: string; said: readonly Verdict[] }) {
  const rule = useQuery(query('readApprovalRule', { params: { id: projectId } })).data?.data
  if (!rule || rule.needed === 0) return null
  const inFavour = new Set(said.flatMap(({ verdict, by }) => (verdict === 'approve' && by.id ? [by.id] : [])))
  const count = rule.from.filter(({ id }) => inFavour.has(id)).length
  const isEnough = count >= rule.needed
  const Icon = isEnough ? CircleCheck : Hourglass
  const names = rule.from.map(({ name }) => nameInText(name)).join(', ')
  return (
    <p
      className={`flex gap-2 rounded-lg p-2.5 text-sm ${isEnough ? 'bg-good-soft text-good' : 'bg-warn-soft text-warn'}`}
    >
      <Icon size={16} className="mt-0.5 shrink-0" aria-hidden />
      <span className="min-w-0 wrap-anywhere">
        {count} of {rule.needed} approvals that this project asks for before a take is approved. From: {names}
        .
      </span>
    </p>
  )
}
