import { mostPlaylistItems } from '@dailies/contract/playlist-limits.ts'
import { IconButton } from '@dailies/ui/button.tsx'
import { notify } from '@dailies/ui/notices.ts'
import type { LucideIcon } from 'lucide-react'

/** What can be done with all that are chosen, which are not too many for it. */
export interface WithTakes {
  icon: LucideIcon
  label: string
  /** How many are chosen. */
  of: number
  onClick: () => void
}

/** Takes all that are chosen, unless they are too many for it: then it says so. */
export function TakesButton({ icon, label, of, onClick }: WithTakes) {
  const why = tooMany({ label, of })
  return (
    <IconButton
      icon={icon}
      label={label}
      tip={why}
      aria-disabled={why !== undefined || undefined}
      aria-description={why}
      onClick={why === undefined ? onClick : () => notify(why)}
      className="aria-disabled:opacity-55"
    />
  )
}

/** Why it cannot be done with so many. */
export function tooMany({ label, of }: Pick<WithTakes, 'label' | 'of'>): string | undefined {
  const most = mostPlaylistItems.toLocaleString()
  return of > mostPlaylistItems
    ? `${label}: ${most} at most, and ${of.toLocaleString()} are chosen`
    : undefined
}
