import type { AssetCard } from '@dailies/contract/board.ts'
import { assetTypeLabels, StatusBadge } from '@dailies/ui/badges.tsx'
import { takeName } from '@dailies/ui/take-name.ts'
import { Award } from 'lucide-react'
import { Thumbnail } from '../../ui/media.tsx'

/** A take on the contact sheet: it stays on one page. */
export function SheetTake({ take, shotCode }: { take: AssetCard; shotCode: string | undefined }) {
  return (
    <li className="flex min-w-0 break-inside-avoid flex-col gap-1 text-xs">
      <div
        className={`aspect-video overflow-hidden rounded-md border ${take.selected ? 'border-accent ring-2 ring-accent' : 'border-line'}`}
      >
        <Thumbnail take={take} alt={assetTypeLabels[take.assetType]} sizes="20rem" small eager />
      </div>
      <p className="flex flex-wrap items-center gap-x-1.5 gap-y-0.5">
        <span className="font-semibold tabular-nums">{takeName(take)}</span>
        {shotCode && <span className="min-w-0 truncate font-mono">{shotCode}</span>}
        {take.selected && (
          <span className="flex items-center gap-0.5 font-semibold text-accent">
            <Award size={12} aria-hidden />
            Winner
          </span>
        )}
        <StatusBadge status={take.status} />
      </p>
      {take.title && (
        <p dir="auto" className="line-clamp-2 font-medium wrap-anywhere">
          {take.title}
        </p>
      )}
      <p dir="auto" className="truncate text-muted">
        {take.prompt}
      </p>
    </li>
  )
}
