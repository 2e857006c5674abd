import type { AssetCard } from '@dailies/contract/board.ts'
import { StatusBadge } from '@dailies/ui/badges.tsx'
import { takeName } from '@dailies/ui/take-name.ts'
import { When } from '@dailies/ui/time.tsx'
import { Award } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { CardMarks } from '../../marks/card-marks.tsx'
import { isRejected } from '../../marks/mark-words.ts'
import { hasNoPreview, MediaBadge } from '../../takes/media-badge.tsx'
import { lengthText } from '../../takes/media-facts.ts'
import { ReviewCounts } from '../../takes/review-counts.tsx'
import { money } from '../../ui/amounts.ts'
import { bytesText } from '../../ui/bytes.ts'
import { compareAddress, takeElementId, versionAddress } from './addresses.ts'
import type { Column } from './list-columns.ts'
import { RightsSign } from './rights-sign.tsx'
import { StackButton } from './stack-button.tsx'
import { PickBox, TakeButtons } from './take-buttons.tsx'
import { closedCount, type TakeCardProps } from './take-card.tsx'
import { TakeMedia } from './take-media.tsx'
import { type StackPart, wordsOf } from './take-words.ts'
import { typeIcons } from './type-icons.ts'
import { useApproach } from './use-approach.ts'

interface TakeRowProps extends Omit<TakeCardProps, 'total'> {
  columns: readonly Column[]
  template: string
  /** There is room for three lines. */
  roomy: boolean
}

/** No elements of a table: rows that lie where they are seen are none to a browser. */
const cell = { role: 'gridcell' } as const

/** An asset version in the list of the board: what its card says, each in its column. */
export const TakeRow = memo(function TakeRow({
  card,
  sceneDbId,
  columns,
  template,
  roomy,
  shotCode,
  stack,
  byWhom,
  place,
  marked,
  picked,
  arrived,
  touch,
  left,
  top,
  width,
  height,
  pictureHeight,
}: TakeRowProps) {
  const { near, met, approached } = useApproach({ touch })
  const tabIndex = marked ? 0 : -1
  const isCompact = !columns.some(({ name }) => name === 'status')
  const cells: Record<Column['name'], () => ReactNode> = {
    pick: () => (
      <PickBox card={card} picked={picked} tabIndex={tabIndex} onTopOf={closedCount(stack)} inRow />
    ),
    picture: () => (
      <div
        style={{ height: pictureHeight }}
        className={`relative overflow-hidden rounded-md ${isRejected(card.marks) ? 'opacity-35' : ''}`}
      >
        <TakeMedia
          card={card}
          playing={near}
          tabIndex={tabIndex}
          width={Math.round((pictureHeight * 16) / 9)}
          small
        />
      </div>
    ),
    take: () => <Take {...{ card, sceneDbId, tabIndex, isCompact, roomy, shotCode, stack }} />,
    shot: () => <span className="block truncate font-mono text-xs font-semibold">{shotCode}</span>,
    status: () => (
      <Two
        first={<StatusBadge status={card.status} />}
        second={
          card.selected && (
            <span className="flex items-center gap-1 font-semibold text-accent">
              <Award size={13} aria-hidden />
              Winner
            </span>
          )
        }
      />
    ),
    model: () => (
      <Two
        first={card.modelName ?? card.platformLabel}
        second={card.modelName !== null && card.platformLabel}
      />
    ),
    cost: () => (
      <span className="block text-right tabular-nums">
        {card.costEstimateUsd === null ? '' : money(card.costEstimateUsd)}
      </span>
    ),
    length: () => <Length card={card} />,
    captured: () => <Two first={<When at={card.createdAt} />} second={card.createdByName} />,
  }
  const isOpen = stack === 'inside' || stack?.isOpen
  const ground = picked ? 'bg-info-soft' : isOpen ? 'bg-sunken *:[--sunken:var(--raised)]' : 'bg-surface'
  return (
    // biome-ignore lint/a11y/useSemanticElements: as its cells
    <div
      role="row"
      id={takeElementId(card.id)}
      data-asset-id={card.id}
      data-scrub
      data-selected={card.selected || undefined}
      tabIndex={tabIndex}
      aria-label={wordsOf(card, { shotCode, byWhom, stack })}
      aria-rowindex={place + 2}
      aria-selected={picked}
      style={{
        transform: `translate(${left}px, ${top}px)`,
        width,
        height,
        gridTemplateColumns: template,
      }}
      {...approached}
      className={`group/take absolute top-0 left-0 grid items-center gap-x-3 border-b border-line px-2 text-sm contain-strict pointer-coarse:pr-13 focus-visible:outline-3 focus-visible:-outline-offset-3 focus-visible:outline-ink ${ground} ${card.selected ? 'shadow-[inset_4px_0_0_var(--accent-line)]' : ''} ${arrived ? 'animate-arrive' : ''}`}
    >
      {columns.map(({ name }) => (
        <div key={name} {...cell} className="min-w-0">
          {cells[name]()}
        </div>
      ))}
      {met && (
        <div {...cell} className="contents">
          <TakeButtons card={card} tabIndex={tabIndex} inRow />
        </div>
      )}
    </div>
  )
})

/** One above the other; what is too long is cut. */
function Two({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <>
      <span className="block truncate">{first}</span>
      {second && <span className="block truncate text-xs text-muted">{second}</span>}
    </>
  )
}

interface TakeProps {
  card: AssetCard
  sceneDbId: string
  tabIndex: number
  /** There are no columns for the rest. */
  isCompact: boolean
  roomy: boolean
  shotCode: string | undefined
  stack: StackPart | undefined
}

function Take({ card, sceneDbId, tabIndex, isCompact, roomy, shotCode, stack }: TakeProps) {
  const TypeIcon = typeIcons[card.assetType]
  const isFine = card.media?.state === 'kept' && !hasNoPreview(card.media)
  const pile = stack && stack !== 'inside' && (
    <StackButton {...stack} {...{ shotCode, tabIndex }} compact={isCompact || !roomy} />
  )
  return (
    <>
      <a
        href={versionAddress(card.id)}
        data-do="open"
        tabIndex={-1}
        dir="auto"
        className="block truncate after:absolute after:inset-0"
      >
        {card.title || card.prompt}
      </a>
      <span className="flex min-w-0 items-center gap-1.5 overflow-hidden text-xs text-muted">
        {isCompact ? (
          <StatusBadge status={card.status} />
        ) : (
          <TypeIcon size={13} className="shrink-0" aria-hidden />
        )}
        {isCompact && card.selected && <Award size={14} className="shrink-0 text-accent" aria-hidden />}
        {!(isCompact && roomy) && pile}
        {/* A long name is cut before what is said is: that has a line of its own where there is one. */}
        <span className={`truncate font-semibold text-ink tabular-nums ${isCompact ? '' : 'min-w-10'}`}>
          {takeName(card)}
        </span>
        {!roomy && <Said card={card} />}
        {!isCompact && !isFine && (
          <span className="relative z-1 inline-flex min-w-0">
            <MediaBadge media={card.media} />
          </span>
        )}
        {!isCompact && <Group card={card} sceneDbId={sceneDbId} tabIndex={tabIndex} />}
      </span>
      {!isCompact && roomy && (
        <span className="flex min-w-0 items-center gap-1.5 overflow-hidden text-xs text-muted empty:hidden">
          <Said card={card} />
        </span>
      )}
      {isCompact && roomy && (
        <span className="flex min-w-0 items-center gap-1.5 overflow-hidden text-xs whitespace-nowrap text-muted">
          {pile}
          <Said card={card} />
          {shotCode && <span className="truncate font-mono">{shotCode}</span>}
          {card.costEstimateUsd !== null && (
            <span className="tabular-nums">{money(card.costEstimateUsd)}</span>
          )}
          <When at={card.createdAt} />
          <Group card={card} sceneDbId={sceneDbId} tabIndex={tabIndex} />
        </span>
      )}
    </>
  )
}

/** Rights that are to be heeded, and what people say of it. */
function Said({ card }: { card: AssetCard }) {
  return (
    <>
      <RightsSign rightsState={card.rightsState} size={14} />
      <ReviewCounts {...card} />
      <CardMarks marks={card.marks} />
    </>
  )
}

function Group({
  card: { compareGroup },
  sceneDbId,
  tabIndex,
}: Pick<TakeProps, 'card' | 'sceneDbId' | 'tabIndex'>) {
  if (!compareGroup) return null
  return (
    <a
      href={compareAddress({ scene: sceneDbId, group: compareGroup })}
      data-do="compare-group"
      tabIndex={tabIndex}
      title={`Compare the group “${compareGroup}”`}
      className="relative z-1 min-w-8 shrink-99 truncate rounded-md bg-violet-soft px-1.5 font-medium text-violet hover:underline"
    >
      {compareGroup}
    </a>
  )
}

/** How long it is, and how large. */
function Length({ card: { media } }: { card: AssetCard }) {
  const { durationSeconds = null, width = null, height = null, bytes = null } = media ?? {}
  const size = width !== null && height !== null ? `${width} × ${height}` : null
  return (
    <Two
      first={durationSeconds === null ? '–' : lengthText(durationSeconds)}
      second={size ?? (bytes !== null && bytesText(bytes))}
    />
  )
}
