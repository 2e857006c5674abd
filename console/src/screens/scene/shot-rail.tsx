import type { AssetCard } from '@dailies/contract/board.ts'
import { Link } from '@tanstack/react-router'
import { CircleCheck, Film, Layers2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Reply } from '../../api/call.ts'
import type { Dropped } from '../../drops/dropped.ts'
import { sourceOf, Thumbnail } from '../../ui/media.tsx'
import type { Take } from '../../ui/media-source.ts'
import { DropZone } from '../../uploads/drop-zone.tsx'

type Shot = Reply<'browseShots'>['data'][number]

interface ShotRailProps {
  sceneDbId: string
  shots: Shot[]
  facets: Reply<'listAssetFacets'>['data']
  /** Takes to picture those that have no picture of their own. */
  takes: AssetCard[]
  /** Id of the shot that is shown, `none` for takes without one, undefined for all. */
  shotId: string | undefined
  /** Takes files that are dropped on a shot; undefined for who may not. */
  onFiles: ((dropped: Dropped, shotId: string | undefined) => void) | undefined
}

/** The shots of the scene, each with its winner: the way to the takes of one. */
export function ShotRail({ sceneDbId, shots, facets, takes, shotId, onFiles }: ShotRailProps) {
  const loose = facets.shots.find(({ value }) => value === null)?.count ?? 0
  const to = (next: string | undefined) => ({ sceneDbId, shotId: next, current: next === shotId })
  return (
    <nav
      aria-label="Shots"
      className="relative -mx-4 overflow-x-auto px-4 py-1 sm:-mx-6 sm:px-6 lg:sticky lg:top-0 lg:mx-0 lg:-ml-1 lg:max-h-dvh lg:w-44 lg:shrink-0 lg:self-start lg:overflow-x-hidden lg:overflow-y-auto lg:px-1 lg:py-3"
    >
      <ul className="flex gap-2 lg:flex-col">
        <li className="shrink-0">
          <Tile {...to(undefined)} label="All takes" count={facets.total}>
            <Pictures of={[...shots.flatMap(({ preview }) => preview ?? []), ...takes]} icon={Film} />
          </Tile>
        </li>
        {shots.map((shot) => (
          <li key={shot.id} className="shrink-0">
            <DropZone
              label={`Drop files to add them to shot ${shot.shotCode}`}
              small
              onFiles={onFiles && ((dropped) => onFiles(dropped, shot.id))}
            >
              <ShotTile {...to(shot.id)} shot={shot} />
            </DropZone>
          </li>
        ))}
        {(loose > 0 || shotId === 'none') && shots.length > 0 && (
          <li className="shrink-0">
            <Tile {...to('none')} label="No shot" count={loose}>
              <Pictures of={takes.filter((take) => take.shotId === null)} icon={Layers2} />
            </Tile>
          </li>
        )}
      </ul>
    </nav>
  )
}

interface Target {
  sceneDbId: string
  shotId: string | undefined
  current: boolean
}

function ShotTile({ shot, ...target }: Target & { shot: Shot }) {
  const { shotCode, description, required, approved, versionCount, preview } = shot
  return (
    <Tile
      {...target}
      label={shotCode}
      hint={[description, required ? '' : 'Optional'].filter(Boolean).join(' · ')}
      count={versionCount}
      approved={approved}
    >
      {preview ? (
        <Thumbnail take={preview} alt="" sizes="11rem" small />
      ) : (
        <span className="flex size-full items-center justify-center text-xs text-muted">No winner yet</span>
      )}
    </Tile>
  )
}

interface TileProps extends Target {
  label: string
  hint?: string
  count: number
  approved?: boolean
  children: ReactNode
}

function Tile({ sceneDbId, shotId, current, label, hint, count, approved, children }: TileProps) {
  return (
    <Link
      from="/scenes/$sceneId"
      to="/scenes/$sceneId"
      params={{ sceneId: sceneDbId }}
      search={(before) => ({ ...before, shotId, at: undefined })}
      resetScroll={false}
      aria-current={current || undefined}
      title={hint || undefined}
      className={`block w-32 overflow-hidden rounded-lg border bg-surface lg:w-full ${current ? 'border-ink ring-1 ring-ink' : 'border-line hover:border-strong-line'}`}
    >
      <span className="relative block aspect-[2.39] w-full bg-sunken" aria-hidden>
        {children}
      </span>
      <span className="flex items-center gap-1.5 px-2 py-1.5 text-sm">
        <span className={`min-w-0 flex-1 truncate ${current ? 'font-semibold' : ''}`}>{label}</span>
        {approved && (
          <>
            <CircleCheck size={15} className="shrink-0 text-good" aria-hidden />
            <span className="sr-only">approved</span>
          </>
        )}
        <span className="text-xs text-muted tabular-nums">
          {count.toLocaleString()}
          <span className="sr-only"> {count === 1 ? 'take' : 'takes'}</span>
        </span>
      </span>
    </Link>
  )
}

/** The first two that are seen and not only heard, side by side, those that are kept before others; a sign where there is none. */
function Pictures({ of, icon: Icon }: { of: Take[]; icon: typeof Film }) {
  const seen = of
    .map((take) => ({ take, ...sourceOf(take) }))
    // Those of elsewhere may be gone.
    .sort((one, other) => Number(other.isKept) - Number(one.isKept))
    .flatMap(({ take, still }) => (still ? [[still, take] as const] : []))
  const pictures = [...new Map(seen)]
  if (pictures.length === 0) {
    return (
      <span className="flex size-full items-center justify-center text-muted">
        <Icon size={20} aria-hidden />
      </span>
    )
  }
  return (
    <span className="flex size-full gap-px">
      {pictures.slice(0, 2).map(([still, take]) => (
        <span key={still} className="min-w-0 flex-1">
          <Thumbnail take={take} alt="" small />
        </span>
      ))}
    </span>
  )
}
