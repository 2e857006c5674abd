import { StatusBadge } from '@dailies/ui/badges.tsx'
import { IconButton } from '@dailies/ui/button.tsx'
import { takeName } from '@dailies/ui/take-name.ts'
import { useNow, When } from '@dailies/ui/time.tsx'
import { Award, SquareStack } from 'lucide-react'
import { useState } from 'react'
import { text } from '../../texts.ts'
import type { Lists } from '../lists/lists.ts'
import { useService } from '../service.tsx'
import { assetTypeLabels, statusLabels } from '../ui/labels.ts'
import { Thumbnail } from '../ui/thumbnail.tsx'
import { useSetting } from '../use-setting.ts'
import { CompareGroupDialog } from './compare-group-dialog.tsx'
import { MediaBadge } from './media-badge.tsx'
import { useDecision } from './use-decision.ts'

type Version = Lists['versions']

interface VersionCardProps {
  version: Version
  sceneDbId: string
  isNew: boolean
}

/** A version in the list: what it is, a link to all of it, and the two decisions that are taken while one captures. */
export function VersionCard({ version, sceneDbId, isNew }: VersionCardProps) {
  const { hrefOf } = useService()
  const mayDecide = !useSetting('lacks')?.value?.includes('selection')
  const { busy, decide } = useDecision(sceneDbId, version)
  const now = useNow(30_000)
  const [grouping, setGrouping] = useState(false)
  const { id, assetType, platformLabel, prompt, status, selected, compareGroup } = version
  const isPast = status === 'APPROVED' || status === 'FINAL'
  const name = takeName(version)
  return (
    <li
      className={`relative flex gap-3 rounded-xl border bg-surface p-2 ${selected ? 'border-accent' : 'border-line'} ${isNew ? 'animate-arrive' : ''}`}
    >
      <Thumbnail media={version} className="h-19 w-24 narrow:h-15 narrow:w-18" />
      <div className="flex min-w-0 flex-1 flex-col">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <a
            href={hrefOf(`/assets/${id}`)}
            target="_blank"
            rel="noreferrer"
            className="font-semibold after:absolute after:inset-0 after:rounded-xl hover:underline"
          >
            {name}
            <span className="sr-only"> {text('panelNewTab')}</span>
          </a>
          <StatusBadge status={status} label={statusLabels[status]} />
          <MediaBadge media={version.media} />
        </p>
        <p className="line-clamp-2 text-sm wrap-anywhere">{prompt}</p>
        <div className="mt-auto flex items-end gap-1 pt-0.5">
          <p className="min-w-0 flex-1 truncate pb-0.5 text-xs text-muted">
            {compareGroup && <span className="text-violet">{compareGroup} · </span>}
            {assetTypeLabels[assetType]} · {platformLabel} · <When at={version.createdAt} now={now} />
          </p>
          {mayDecide && (
            <div className="relative -mr-1 -mb-1 flex">
              <IconButton
                icon={SquareStack}
                size="small"
                label={compareGroup ? text('panelGroupOf', compareGroup) : text('panelGroup')}
                aria-haspopup="dialog"
                disabled={busy}
                onClick={() => setGrouping(true)}
                className={compareGroup ? 'text-violet!' : ''}
              />
              <IconButton
                icon={Award}
                size="small"
                label={text('panelWinner')}
                tip={selected ? (isPast ? text('panelWinnerStays') : text('panelWinnerDrop')) : undefined}
                aria-pressed={selected}
                disabled={busy || (selected && isPast)}
                onClick={() => void decide({ selected: !selected })}
                className={selected ? 'bg-accent-soft! text-accent! opacity-100!' : ''}
              />
            </div>
          )}
        </div>
      </div>
      {grouping && (
        <CompareGroupDialog
          sceneDbId={sceneDbId}
          name={name}
          group={compareGroup}
          onClose={() => setGrouping(false)}
          onChange={(group) => void decide({ compareGroup: group })}
        />
      )}
    </li>
  )
}
