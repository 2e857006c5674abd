import type { FoundText, SearchHit } from '@dailies/contract/search.ts'
import { assetTypeLabels, RightsBadge, StatusBadge, statusLabels } from '@dailies/ui/badges.tsx'
import { takeName } from '@dailies/ui/take-name.ts'
import { When } from '@dailies/ui/time.tsx'
import { Tip } from '@dailies/ui/tip.tsx'
import { Link } from '@tanstack/react-router'
import { Award, Images } from 'lucide-react'
import { memo } from 'react'
import { hasPicture } from '../../takes/has-picture.ts'
import { MediaBadge } from '../../takes/media-badge.tsx'
import { ReviewCounts } from '../../takes/review-counts.tsx'
import { cut } from '../../ui/cut.ts'
import { Thumbnail } from '../../ui/media.tsx'
import { nameInText } from '../../ui/name-in-text.ts'
import { FoundPiece, foundInWords, Marked } from './found-text.tsx'

interface HitCardProps {
  hit: SearchHit
  place: number
  /** Of all, as far as that is known: -1. */
  total: number
  /** The keyboard is on it, or comes to it by Tab. */
  marked: boolean
}

/** Id of the element of a card. */
export function hitElementId(id: string): string {
  return `hit-${id}`
}

/** An asset version that was found: what it is, where it stands, and what was found in which of its texts. */
export const HitCard = memo(function HitCard({ hit, place, total, marked }: HitCardProps) {
  const { heading, pieces } = shownOf(hit)
  const tabIndex = marked ? 0 : -1
  return (
    <article
      id={hitElementId(hit.id)}
      data-hit={hit.id}
      tabIndex={tabIndex}
      aria-label={nameOf(hit)}
      aria-posinset={place + 1}
      aria-setsize={total}
      className="relative grid scroll-mt-40 scroll-mb-20 grid-cols-[7.5rem_1fr] content-start gap-x-3 overflow-hidden rounded-xl border border-line bg-surface [contain-intrinsic-size:auto_24rem] [content-visibility:auto] hover:border-strong-line focus-visible:outline-3 focus-visible:outline-ink sm:grid-cols-1 sm:content-stretch sm:[grid-template-rows:auto_1fr] lg:scroll-mt-28"
    >
      <div className="relative aspect-video overflow-hidden max-sm:m-2.5 max-sm:mr-0 max-sm:self-start max-sm:rounded-lg">
        <Thumbnail take={hit} alt={assetTypeLabels[hit.assetType]} sizes="20rem" />
        <div className="absolute top-0 left-0 flex max-w-full flex-col items-start">
          {hit.selected && (
            <span className="flex items-center gap-1 rounded-br-lg bg-accent px-2 py-1 text-xs font-bold tracking-wide text-on-accent uppercase">
              <Award size={14} aria-hidden />
              Winner
            </span>
          )}
          {hit.media?.state !== 'kept' && (
            // Above the link that is all of the card, so that its tip shows.
            <span className="relative z-1 m-1.5 hidden max-w-full sm:flex">
              <MediaBadge media={hit.media} />
            </span>
          )}
        </div>
        {hasPicture(hit) && <LooksLikeThis hit={hit} tabIndex={tabIndex} />}
      </div>
      <div className="flex min-w-0 flex-col gap-1.5 p-2.5 max-sm:pl-0 sm:px-3">
        <p className="flex flex-wrap items-baseline gap-x-1.5 text-sm">
          <span className="font-semibold tabular-nums">{takeName(hit)}</span>
          <bdi className="text-muted wrap-anywhere">{cut(hit.platformLabel, 60)}</bdi>
          {hit.modelName && hit.modelName !== hit.platformLabel && (
            <bdi className="text-muted wrap-anywhere">· {cut(hit.modelName, 60)}</bdi>
          )}
        </p>
        <p className="line-clamp-3 text-sm leading-snug wrap-anywhere">
          <a
            href={`/assets/${encodeURIComponent(hit.id)}`}
            data-open
            tabIndex={-1}
            dir="auto"
            className="font-medium after:absolute after:inset-0 after:rounded-xl"
          >
            <Marked {...heading} />
          </a>
        </p>
        {pieces.map((piece, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have their order alone
          <FoundPiece key={index} piece={piece} projectId={hit.project.id} />
        ))}
        <Where hit={hit} tabIndex={tabIndex} />
        <p className="mt-auto flex flex-wrap items-center gap-x-1.5 gap-y-1 pt-1">
          <StatusBadge status={hit.status} />
          {hit.rightsState !== 'COMMERCIAL_ALLOWED' && <RightsBadge rightsState={hit.rightsState} />}
          {hit.media?.state !== 'kept' && (
            <span className="relative z-1 flex max-w-full sm:hidden">
              <MediaBadge media={hit.media} />
            </span>
          )}
          <span className="ml-auto flex items-center gap-1.5 text-xs text-muted">
            <ReviewCounts {...hit} />
            <When at={hit.createdAt} />
          </span>
        </p>
      </div>
    </article>
  )
})

/** To what looks like it. */
function LooksLikeThis({ hit: { id }, tabIndex }: { hit: Pick<SearchHit, 'id'>; tabIndex: number }) {
  return (
    <Tip text="Looks like this">
      <Link
        to="/search"
        search={{ like: id }}
        tabIndex={tabIndex}
        aria-label="Looks like this"
        className="absolute right-1 bottom-1 z-1 flex size-8 items-center justify-center rounded-lg bg-raised/90 text-ink shadow after:absolute hover:bg-raised pointer-coarse:after:-inset-1.5"
      >
        <Images size={16} aria-hidden />
      </Link>
    </Tip>
  )
}

/** Film, scene and shot, each a link. */
function Where({ hit: { id, project, scene, shot }, tabIndex }: { hit: SearchHit; tabIndex: number }) {
  const look = 'relative z-1 rounded underline-offset-2 wrap-anywhere hover:underline pointer-coarse:py-1.5'
  return (
    <p className="flex flex-wrap items-baseline gap-x-1 text-sm text-muted">
      <Link to="/projects/$projectId" params={{ projectId: project.id }} tabIndex={tabIndex} className={look}>
        <bdi>{cut(project.name, 80)}</bdi>
      </Link>
      <span aria-hidden>›</span>
      <Link
        to="/scenes/$sceneId"
        params={{ sceneId: scene.id }}
        search={{ at: id }}
        tabIndex={tabIndex}
        className={look}
      >
        <span className="sr-only">scene </span>
        {scene.sceneId}
      </Link>
      {shot && (
        <>
          <span aria-hidden>›</span>
          <Link
            to="/scenes/$sceneId"
            params={{ sceneId: scene.id }}
            search={{ shotId: shot.id, at: id }}
            tabIndex={tabIndex}
            className={look}
          >
            <span className="sr-only">shot </span>
            {cut(shot.shotCode, 40)}
          </Link>
        </>
      )}
    </p>
  )
}

/** Its title, or else its prompt, with what was found in it; and what was found elsewhere. */
function shownOf({ title, prompt, found }: SearchHit): {
  heading: Pick<FoundText, 'text' | 'marks'>
  pieces: FoundText[]
} {
  const of = found.find((piece) => piece.field === (title ? 'title' : 'prompt'))
  return {
    heading: of ?? { text: title || prompt, marks: [] },
    pieces: found.filter((piece) => piece !== of),
  }
}

/** What a screen reader says of it. */
function nameOf(hit: SearchHit): string {
  const { project, scene, shot, found } = hit
  return [
    takeName(hit),
    `${hit.platformLabel}, ${assetTypeLabels[hit.assetType]}`,
    hit.selected ? 'winner' : '',
    statusLabels[hit.status],
    (hit.title || hit.prompt).slice(0, 120),
    `in ${nameInText(project.name)}, scene ${scene.sceneId}${shot ? `, shot ${shot.shotCode}` : ''}`,
    found.length > 0 ? `found in ${foundInWords(found)}` : '',
  ]
    .filter(Boolean)
    .join(', ')
}
