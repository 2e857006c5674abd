import type { AssetType } from '@dailies/contract/asset-version.ts'
import type { AssetCard } from '@dailies/contract/board.ts'
import { assetTypeLabels, rightsLabels, StatusBadge, statusLabels } from '@dailies/ui/badges.tsx'
import { takeName } from '@dailies/ui/take-name.ts'
import {
  AudioLines,
  Award,
  CircleCheck,
  Ellipsis,
  File,
  Image,
  Layers,
  type LucideIcon,
  Mic,
  Music,
  PencilRuler,
  ShieldAlert,
  Video,
} from 'lucide-react'
import { memo, useState } from 'react'
import { useMay } from '../../production/role.tsx'
import { hasNoPreview, MediaBadge } from '../../takes/media-badge.tsx'
import { mediaSentence, mediaStateLabels } from '../../takes/media-words.ts'
import { ReviewCounts, reviewWords } from '../../takes/review-counts.tsx'
import { isPastSelection } from '../../takes/use-asset-actions.ts'
import { money } from '../../ui/amounts.ts'
import { Face } from '../../ui/face.tsx'
import { nameInText } from '../../ui/name-in-text.ts'
import { compareAddress, takeElementId, versionAddress } from './addresses.ts'
import { TakeMedia } from './take-media.tsx'

interface Cell {
  left: number
  top: number
  width: number
  height: number
  pictureHeight: number
}

const typeIcons: Record<AssetType, LucideIcon> = {
  IMAGE: Image,
  VIDEO: Video,
  AUDIO: AudioLines,
  MUSIC: Music,
  VOICE: Mic,
  NARRATION: Mic,
  STORYBOARD: PencilRuler,
  OTHER: File,
}

interface TakeCardProps extends Cell {
  card: AssetCard
  sceneDbId: string
  shotCode: string | undefined
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
  const [near, setNear] = useState(false)
  // What only the mouse and the keyboard need is made once they come: scrolling past costs less.
  const [met, setMet] = useState(touch)
  const approach = () => {
    setNear(true)
    setMet(true)
  }
  const TypeIcon = typeIcons[card.assetType]
  const tabIndex = marked ? 0 : -1
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
      aria-label={nameOf(card, { shotCode, byWhom })}
      aria-posinset={place + 1}
      aria-setsize={total}
      style={{ transform: `translate(${left}px, ${top}px)`, width, height }}
      // Not "enter": that is told once, and to nobody when what was under the mouse before has just gone.
      onPointerOver={approach}
      onPointerLeave={() => setNear(false)}
      onFocus={approach}
      onBlur={() => setNear(false)}
      className={`group/take absolute top-0 left-0 flex flex-col rounded-xl border bg-surface contain-strict focus-visible:outline-3 focus-visible:outline-ink ${frame} ${arrived ? 'animate-arrive' : ''}`}
    >
      <div
        className="relative w-full shrink-0 overflow-hidden rounded-t-[11px]"
        style={{ height: pictureHeight }}
      >
        <TakeMedia card={card} playing={near} tabIndex={tabIndex} width={width} />
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
          <span className="min-w-0 truncate font-semibold tabular-nums">{takeName(card)}</span>
          <span className="min-w-0 flex-1 truncate text-muted">{card.platformLabel}</span>
          {card.rightsState !== 'COMMERCIAL_ALLOWED' && (
            <span
              title={rightsLabels[card.rightsState]}
              className={card.rightsState === 'UNKNOWN' ? 'text-warn' : 'text-danger'}
            >
              <ShieldAlert size={16} aria-hidden />
            </span>
          )}
        </p>
        <p className="text-sm leading-snug">
          <a
            href={versionAddress(card.id)}
            data-do="open"
            tabIndex={-1}
            dir="auto"
            className={`${card.compareGroup ? 'line-clamp-2' : 'line-clamp-3'} wrap-anywhere after:absolute after:inset-0 after:rounded-xl`}
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
          {byWhom && card.createdByName !== null && (
            <Face
              name={card.createdByName}
              size="small"
              label={`Made by ${nameInText(card.createdByName)}`}
            />
          )}
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
      {(met || picked) && <PickBox card={card} picked={picked} tabIndex={tabIndex} />}
    </article>
  )
})

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

const whenNear =
  'pointer-fine:opacity-0 pointer-fine:group-focus-within/take:opacity-100 pointer-fine:group-hover/take:opacity-100'

const button =
  'relative flex size-8 items-center justify-center rounded-lg border border-line bg-raised text-ink hover:border-strong-line aria-pressed:border-transparent aria-pressed:bg-accent aria-pressed:text-on-accent pointer-coarse:size-10'

/** Over the picture while the mouse or the keyboard is there; below the text, and always, on touch screens. */
function TakeButtons({ card, tabIndex, top }: { card: AssetCard; tabIndex: number; top: number }) {
  const what = takeName(card)
  const mayDecide = useMay('editor')
  const rest = { type: 'button', tabIndex, className: button } as const
  return (
    <div
      style={{ top }}
      className={`z-2 flex gap-1 pointer-fine:absolute pointer-fine:right-1.5 pointer-coarse:relative pointer-coarse:!top-0 pointer-coarse:px-1.5 pointer-coarse:pb-1.5 ${mayDecide ? 'pointer-coarse:justify-between' : 'pointer-coarse:justify-end'} ${whenNear}`}
    >
      {mayDecide && (
        <>
          <button
            {...rest}
            data-do="select"
            aria-pressed={card.selected}
            aria-label={`Select ${what}`}
            title="Select (S)"
          >
            <Award size={16} aria-hidden />
          </button>
          <button
            {...rest}
            data-do="approve"
            aria-pressed={isPastSelection(card.status)}
            aria-label={`Approve ${what}`}
            title="Approve (A)"
          >
            <CircleCheck size={16} aria-hidden />
          </button>
          <button
            {...rest}
            data-do="group"
            aria-haspopup="dialog"
            aria-label={`Compare group of ${what}`}
            title="Compare group (G)"
          >
            <Layers size={16} aria-hidden />
          </button>
        </>
      )}
      <button {...rest} data-do="menu" aria-haspopup="menu" aria-label={`More for ${what}`} title="More">
        <Ellipsis size={16} aria-hidden />
      </button>
    </div>
  )
}

function PickBox({ card, picked, tabIndex }: { card: AssetCard; picked: boolean; tabIndex: number }) {
  return (
    <label
      title="Compare (C)"
      className={`absolute top-0 right-0 z-2 flex size-10 items-center justify-center ${picked ? '' : whenNear}`}
    >
      <input
        type="checkbox"
        data-do="pick"
        tabIndex={tabIndex}
        checked={picked}
        readOnly
        aria-label={`Compare ${takeName(card)}`}
        className="size-5 cursor-pointer accent-info"
      />
    </label>
  )
}

/** What a screen reader says of it. */
function nameOf(card: AssetCard, { shotCode, byWhom }: Pick<TakeCardProps, 'shotCode' | 'byWhom'>): string {
  return [
    takeName(card),
    `${card.platformLabel}, ${assetTypeLabels[card.assetType]}`,
    card.selected ? 'winner' : '',
    card.media ? (mediaSentence(card.media, Date.now()) ?? '') : mediaStateLabels.none,
    statusLabels[card.status],
    shotCode ? `shot ${shotCode}` : '',
    reviewWords(card),
    card.compareGroup ? `compare group ${card.compareGroup}` : '',
    byWhom && card.createdByName ? `by ${nameInText(card.createdByName)}` : '',
    card.rightsState === 'COMMERCIAL_ALLOWED' ? '' : rightsLabels[card.rightsState],
    (card.title || card.prompt).slice(0, 120),
  ]
    .filter(Boolean)
    .join(', ')
}
