import type { PlaylistItem } from '@dailies/contract/playlist.ts'
import { Badge, StatusBadge } from '@dailies/ui/badges.tsx'
import { IconButton } from '@dailies/ui/button.tsx'
import { takeName } from '@dailies/ui/take-name.ts'
import { Link } from '@tanstack/react-router'
import { Award, Columns2, X } from 'lucide-react'
import { cut } from '../../ui/cut.ts'
import { Thumbnail } from '../../ui/media.tsx'
import { Slate } from '../../ui/page.tsx'

interface PlaylistItemRowProps {
  item: PlaylistItem
  /** From 1. */
  place: number
  onPlay: (id: string) => void
  onRemove: ((item: PlaylistItem) => Promise<void>) | undefined
}

/** A take of a playlist, with where it is from and how it stands beside the winner there. */
export function PlaylistItemRow({ item, place, onPlay, onRemove }: PlaylistItemRowProps) {
  const { id, asset, winnerId } = item
  const name = takeName(asset)
  return (
    <li className="flex items-center gap-3 border-line p-2 not-first:border-t sm:px-3">
      <span className="w-6 shrink-0 text-right text-sm text-muted tabular-nums max-sm:hidden">{place}</span>
      <button
        type="button"
        aria-label={`Play from ${name}, place ${place}`}
        onClick={() => onPlay(id)}
        className="aspect-video h-14 shrink-0 overflow-hidden rounded-lg border border-line hover:border-strong-line sm:h-18"
      >
        <Thumbnail take={asset} alt="" sizes="8rem" small />
      </button>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Slate>{cut(placeOf(item), 30)}</Slate>
          <Link
            to="/assets/$assetId"
            params={{ assetId: asset.id }}
            className="rounded font-semibold underline-offset-2 hover:underline"
          >
            {name}
          </Link>
          <StatusBadge status={asset.status} />
        </p>
        <p className="line-clamp-1 text-sm text-muted wrap-anywhere" dir="auto">
          {asset.title || asset.prompt}
        </p>
        {winnerId === asset.id ? (
          <p>
            <Badge tone="accent" icon={Award}>
              Winner
            </Badge>
          </p>
        ) : (
          <CompareWithWinner item={item} place={place} />
        )}
      </div>
      {onRemove && (
        <IconButton
          icon={X}
          label={`Take ${name}, place ${place}, out of the list`}
          tip="Take out"
          onClick={() => void onRemove(item)}
        />
      )}
    </li>
  )
}

/** Nothing where the take is the winner, or there is none. */
export function CompareWithWinner({
  item: { asset, winnerId, scene },
  place,
}: Pick<PlaylistItemRowProps, 'item' | 'place'>) {
  if (!winnerId || winnerId === asset.id) return null
  return (
    <Link
      to="/compare"
      search={{ ids: `${asset.id},${winnerId}`, scene: scene.id }}
      aria-label={`Compare with the winner: ${takeName(asset)}, place ${place}`}
      className="flex items-center gap-1 self-start rounded text-sm text-info underline-offset-2 hover:underline pointer-coarse:py-2"
    >
      <Columns2 size={14} aria-hidden />
      Compare with the winner
    </Link>
  )
}

/** Where it is from: its shot, else its scene. */
export function placeOf({ scene, shot }: Pick<PlaylistItem, 'scene' | 'shot'>): string {
  return shot?.shotCode ?? scene.sceneId
}
