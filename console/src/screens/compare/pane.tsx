import type { AssetVersion } from '@dailies/contract/board.ts'
import { mayAs } from '@dailies/contract/project-role.ts'
import { Badge, RightsBadge, StatusBadge } from '@dailies/ui/badges.tsx'
import { Button, buttonLook, IconButton } from '@dailies/ui/button.tsx'
import { takeName } from '@dailies/ui/take-name.ts'
import { Link } from '@tanstack/react-router'
import { Award, Check, Maximize2, Volume2, VolumeX, X } from 'lucide-react'
import type { Ref } from 'react'
import { ReviewCounts } from '../../takes/review-counts.tsx'
import { isPastSelection } from '../../takes/use-asset-actions.ts'
import type { useDecisions } from '../../takes/use-decisions.ts'
import { versionName } from '../../takes/version-name.ts'
import { cut } from '../../ui/cut.ts'
import { kindOf } from '../../ui/media.tsx'
import { type ZoomControl, ZoomPane } from '../../ui/zoom.tsx'
import type { View } from '../../ui/zoom-view.ts'
import { PaneMedia } from './pane-media.tsx'
import type { Playback } from './playback.ts'

export interface Size {
  width: number
  height: number
}

interface PaneProps {
  version: AssetVersion
  /** Counted from 1: the key that chooses it. */
  number: number
  chosen: boolean
  onChoose: () => void
  onDrop: () => void
  decisions: ReturnType<typeof useDecisions>
  size: Size | undefined
  onSize: (size: Size) => void
  /** Width by height of the pane, the same for all. */
  ratio: number
  /** How tall the media may be. */
  most: string
  /** One of many: what is decided takes less room. */
  compact: boolean
  view: View
  onView: (next: (view: View) => View) => void
  control: Ref<ZoomControl>
  onSwipe?: ((direction: 1 | -1) => void) | undefined
  playback: Playback
  heard: boolean
  onHear: () => void
  /** Lies on top of, or under, the others. */
  blink: 'on' | 'under' | undefined
}

/** One of the versions that are compared, and what can be decided about it. */
export function Pane(props: PaneProps) {
  const { version, number, chosen, onChoose, onDrop, decisions, playback, heard, onHear, blink, compact } =
    props
  const name = version.title ? cut(version.title, 120) : versionName(version)
  const isPlayed = ['film', 'sound'].includes(kindOf(version))
  const isApproved = isPastSelection(version.status)
  return (
    <li
      onFocus={onChoose}
      onPointerDown={onChoose}
      className={`flex min-w-0 flex-col overflow-hidden rounded-2xl border-2 bg-surface ${chosen ? 'border-accent' : 'border-line'} ${blink ? 'col-start-1 row-start-1' : ''} ${blink === 'under' ? 'invisible' : ''}`}
    >
      <div style={{ aspectRatio: props.ratio }} className={`min-h-40 w-full bg-sunken ${props.most}`}>
        <ZoomPane
          view={props.view}
          onChange={props.onView}
          control={props.control}
          onSwipe={props.onSwipe}
          size={props.size}
          wheel="always"
          label={`${number}: ${name}. Plus, minus, 0, Z and arrows zoom and move all of them`}
        >
          <PaneMedia version={version} alt={name} playback={playback} muted={!heard} onSize={props.onSize} />
        </ZoomPane>
      </div>
      <div className={`flex flex-1 flex-col border-t border-line ${compact ? 'gap-1 p-2' : 'gap-2 p-3'}`}>
        <div className="flex flex-wrap items-start gap-x-2">
          <span
            className={`rounded-md px-1.5 font-mono font-semibold ${chosen ? 'bg-accent text-on-accent' : 'bg-sunken text-muted'}`}
          >
            {number}
          </span>
          <h2
            className={`min-w-0 flex-1 basis-24 ${compact ? 'line-clamp-1' : 'line-clamp-2'} font-semibold wrap-anywhere`}
          >
            {takeName(version)}
            {version.title && <span className="font-normal text-muted"> {cut(version.title, 120)}</span>}
          </h2>
          <span className="-mt-1 -mr-1 flex shrink-0">
            {isPlayed && (
              <IconButton
                icon={heard ? Volume2 : VolumeX}
                label={heard ? `${number} is heard: mute it` : `Hear ${number}`}
                aria-pressed={heard}
                size="small"
                onClick={onHear}
                className="pointer-coarse:size-10"
              />
            )}
            <Link
              to="/assets/$assetId"
              params={{ assetId: version.id }}
              aria-label={`Open ${number}`}
              className={`${buttonLook('quiet', 'small')} w-8 px-0! pointer-coarse:size-10`}
            >
              <Maximize2 size={16} aria-hidden />
            </Link>
            <IconButton
              icon={X}
              label={`Take ${number} out of the comparison (X)`}
              size="small"
              onClick={onDrop}
              className="pointer-coarse:size-10"
            />
          </span>
        </div>
        <p role="status" className="flex flex-wrap items-center gap-1.5">
          <StatusBadge status={version.status} />
          {version.selected && (
            <Badge tone="accent" icon={Award}>
              Winner
            </Badge>
          )}
          <RightsBadge rightsState={version.rightsState} />
          <ReviewCounts {...version} />
        </p>
        {mayAs(version.project.role, 'editor') && (
          <div className="mt-auto flex flex-wrap gap-2">
            <Button
              size={compact ? 'small' : 'normal'}
              icon={Award}
              look={version.selected ? 'plain' : 'primary'}
              aria-pressed={version.selected}
              aria-label={version.selected ? `${number} is the winner` : `Select ${number}`}
              onClick={() => decisions.toggleWinner(version)}
              className="flex-1"
            >
              {version.selected ? 'Winner' : 'Select'}
            </Button>
            <Button
              size={compact ? 'small' : 'normal'}
              icon={Check}
              disabled={isApproved}
              aria-label={isApproved ? `${number} is approved` : `Approve ${number}`}
              onClick={() => decisions.approveIt(version)}
              className="flex-1"
            >
              {isApproved ? 'Approved' : 'Approve'}
            </Button>
          </div>
        )}
      </div>
    </li>
  )
}
