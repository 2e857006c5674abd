import type { AssetCard } from '@dailies/contract/board.ts'
import { rightsLabels } from '@dailies/ui/badges.tsx'
import { ShieldAlert } from 'lucide-react'

interface RightsSignProps {
  rightsState: AssetCard['rightsState']
  /** In pixels. */
  size: number
}

/** That rights are to be heeded; nothing where they allow all. */
export function RightsSign({ rightsState, size }: RightsSignProps) {
  if (rightsState === 'COMMERCIAL_ALLOWED') return null
  return (
    <span
      title={rightsLabels[rightsState]}
      className={`shrink-0 ${rightsState === 'UNKNOWN' ? 'text-warn' : 'text-danger'}`}
    >
      <ShieldAlert size={size} aria-hidden />
    </span>
  )
}
