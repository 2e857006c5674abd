import type { AssetCard } from '@dailies/contract/board.ts'
import { StatusBadge } from '@dailies/ui/badges.tsx'
import { takeName } from '@dailies/ui/take-name.ts'
import { Award, Layers } from 'lucide-react'
import { memo } from 'react'
import { CardMarks } from '../../marks/card-marks.tsx'
import { isRejected } from '../../marks/mark-words.ts'
import { hasNoPreview, MediaBadge } from '../../takes/media-badge.tsx'
import { ReviewCounts } from '../../takes/review-counts.tsx'
import { money } from '../../ui/amounts.ts'
import { Face } from '../../ui/face.tsx'
import { nameInText } from '../../ui/name-in-text.ts'
import { compareAddress, takeElementId, versionAddress } from './addresses.ts'
import { RightsSign } from './rights-sign.tsx'
import { StackButton } from './stack-button.tsx'
import { PickBox, TakeButtons } from './take-buttons.tsx'
import { TakeMedia } from './take-media.tsx'
import { type StackPart, wordsOf } from './take-words.ts'
import { titleLines } from './title-lines.ts'
import { typeIcons } from './type-icons.ts'
import { useApproach } from './use-approach.ts'

interface Cell {
  left: number
  top: number
  width: number
  height: number
  pictureHeight: number
}

export interface TakeCardProps extends Cell {
  card: AssetCard
  sceneDbId: string
  shotCode: string | undefined
  /** Undefined where it stands alone. */
  stack: StackPart | undefined
  /** Tells who made it. */
  byWhom: boolean
  /** Its place among all, and how many these are. */
  place: number
  total: number
  /** The keyboard is on it, or comes to it by Tab. */
  marked: boolean
  /** In the comparison tray. */
  picked: boolean
  /** It has just come in. */
  arrived: boolean
  touch: boolean
}

/**
 * An asset version on the board. What its buttons do (`data-do`) is the board's business, so that thousands of cards
 * cost nothing.
 */
export const TakeCard = memo(function TakeCard({
  card,
  sceneDbId,
  shotCode,
  stack,
  byWhom,
  place,
  total,
  marked,
  picked,
  arrived,
  touch,
  left,
  top,
  width,
  height,
  pictureHeight,
}: TakeCardProps) {
  const { near, met, approached } = useApproach({ touch })
  const TypeIcon = typeIcons[card.assetType]
  const isFace = stack !== undefined && stack !== 'inside'
  const tabIndex = marked ? 0 : -1
  const maker = byWhom ? card.createdByName : null
  const frame = card.selected
    ? 'border-accent ring-2 ring-accent'
    : picked
      ? 'border-info ring-1 ring-info'
      : 'border-line'
  return (
    <article
      id={takeElementId(card.id)}
      data-asset-id={card.id}
      data-scrub
      data-selected={card.selected || undefined}
      tabIndex={tabIndex}
      aria-label={wordsOf(card, { shotCode, byWhom, stack })}
      aria-posinset={place + 1}
      aria-setsize={total}
      style={{ transform: `translate(${left}px, ${top}px)`, width, height }}
      {...approached}
      className={`group/take absolute top-0 left-0 flex flex-col rounded-xl border contain-strict focus-visible:outline-3 focus-visible:outline-ink ${frame} ${lookOf(stack)} ${arrived ? 'animate-arrive' : ''}`}
    >
      <div
        className="relative w-full shrink-0 overflow-hidden rounded-t-[11px]"
        style={{ height: pictureHeight }}
      >
        <div className={isRejected(card.marks) ? 'size-full opacity-35' : 'size-full'}>
          <TakeMedia card={card} playing={near} tabIndex={tabIndex} width={width} />
        </div>
        <Marks card={card} />
        {shotCode && (
          <span className="absolute bottom-1.5 left-1.5 max-w-3/4 truncate rounded bg-ink px-1.5 font-mono text-xs font-semibold text-canvas pointer-fine:group-hover/take:invisible pointer-fine:group-focus-within/take:invisible">
            {shotCode}
          </span>
        )}
      </div>
      <div className="flex min-h-0 flex-1 flex-col gap-1 px-2.5 pt-2">
        <p className="flex items-center gap-1.5 text-sm">
          <TypeIcon size={15} className="shrink-0 text-muted" aria-hidden />
          <span className={`truncate font-semibold tabular-nums ${isFace ? 'shrink-0' : 'min-w-0'}`}>
            {takeName(card)}
          </span>
          <span className="min-w-0 flex-1 truncate text-muted">{card.platformLabel}</span>
          <RightsSign rightsState={card.rightsState} size={16} />
          {isFace && <StackButton {...stack} {...{ shotCode, tabIndex }} compact={width < 200} />}
        </p>
        <p className="text-sm leading-snug">
          <a
            href={versionAddress(card.id)}
            data-do="open"
            tabIndex={-1}
            dir="auto"
            className={`${clamps[titleLines(card, { width, withFace: maker !== null })]} wrap-anywhere after:absolute after:inset-0 after:rounded-xl`}
          >
            {card.title || card.prompt}
          </a>
        </p>
        <p className="mt-auto flex flex-wrap items-center gap-x-1.5 gap-y-1 pb-2.5">
          <StatusBadge status={card.status} />
          <span className="ml-auto shrink-0 text-xs text-muted tabular-nums">
            {card.costEstimateUsd === null ? '' : money(card.costEstimateUsd)}
          </span>
          <ReviewCounts {...card} />
          <CardMarks marks={card.marks} />
          {maker !== null && <Face name={maker} size="small" label={`Made by ${nameInText(maker)}`} />}
          {card.compareGroup && (
            <span className="flex basis-full">
              <a
                href={compareAddress({ scene: sceneDbId, group: card.compareGroup })}
                data-do="compare-group"
                tabIndex={tabIndex}
                title={`Compare the group “${card.compareGroup}”`}
                className="relative z-1 flex min-w-0 items-center gap-1 rounded-md bg-violet-soft px-1.5 py-0.5 text-xs font-medium text-violet hover:underline"
              >
                <Layers size={12} className="shrink-0" aria-hidden />
                <span className="truncate">{card.compareGroup}</span>
              </a>
            </span>
          )}
        </p>
      </div>
      {met && <TakeButtons card={card} tabIndex={tabIndex} top={pictureHeight - 40} />}
      {(met || picked) && (
        <PickBox card={card} picked={picked} tabIndex={tabIndex} onTopOf={closedCount(stack)} />
      )}
    </article>
  )
})

const clamps = { 1: 'line-clamp-1', 2: 'line-clamp-2', 3: 'line-clamp-3' }

/** A closed stack looks like a pile; what lies open belongs together by its ground. */
function lookOf(stack: StackPart | undefined): string {
  if (stack === undefined) return 'bg-surface'
  // What else is sunken stands out from it.
  if (stack === 'inside' || stack.isOpen) return 'bg-sunken *:[--sunken:var(--raised)]'
  return 'bg-surface shadow-[0_4px_0_-1px_var(--surface),0_4px_0_0_var(--strong-line),0_8px_0_-3px_var(--surface),0_8px_0_-2px_var(--strong-line)]'
}

/** Of how many takes it is the one that can be chosen, as long as the stack is closed. */
export function closedCount(stack: StackPart | undefined): number | undefined {
  return stack && stack !== 'inside' && !stack.isOpen ? stack.count : undefined
}

/** That it is the winner, and what is to be known of its media. */
function Marks({ card }: { card: AssetCard }) {
  const isFine = card.media?.state === 'kept' && !hasNoPreview(card.media)
  if (!card.selected && isFine) return null
  return (
    <div className="absolute top-0 left-0 flex max-w-full flex-col items-start">
      {card.selected && (
        <span className="flex items-center gap-1 rounded-br-lg bg-accent px-2 py-1 text-xs font-bold tracking-wide text-on-accent uppercase">
          <Award size={14} aria-hidden />
          Winner
        </span>
      )}
      {!isFine && (
        // Above the link that is all of the card, so that its tip shows.
        <span className="relative z-1 m-1.5 flex max-w-full">
          <MediaBadge media={card.media} />
        </span>
      )}
    </div>
  )
}
