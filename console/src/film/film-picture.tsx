import { timecode } from '@dailies/contract/frame.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { kindOf, sourceOf } from '../ui/media.tsx'
import type { Take } from '../ui/media-source.ts'
import { isSeen } from './film-sources.ts'
import { type Plan, type PlanEntry, sourceFrame } from './plan.ts'
import type { FilmPlayer } from './player.ts'
import { useFilmState } from './use-film-state.ts'

interface FilmPictureProps {
  player: FilmPlayer
  plan: Plan
  entry: PlanEntry
  burnIn: boolean
  /** Lies exactly over the picture. */
  overlay?: ReactNode
  /** Why what is chosen is not seen, or only small; else that its media cannot be shown. */
  unseen?: string | undefined
  /** Lies over all of it, bars included. */
  children?: ReactNode
}

/** What is seen, with a slate where nothing is, and what is written over it. */
export function FilmPicture({ player, plan, entry, burnIn, overlay, unseen, children }: FilmPictureProps) {
  const layers = useRef<HTMLDivElement>(null)
  useEffect(() => player.attach(layers.current!), [player])
  const hasFailed = useFilmState(player, ({ failed }) => failed)
  const said = unseen ?? (hasFailed ? 'It could not be loaded. Play to try again.' : undefined)
  return (
    <section
      aria-label="Picture"
      className="relative mx-auto aspect-video max-h-[62dvh] w-full overflow-hidden rounded-xl bg-black"
    >
      <div ref={layers} data-layers className="absolute inset-0" />
      {!isSeen(entry) && <Slate entry={entry} unseen={unseen} />}
      {isSeen(entry) && said && (
        <p
          role="status"
          className="absolute inset-x-4 bottom-10 z-1 mx-auto w-fit max-w-md rounded-lg bg-black/80 px-3 py-2 text-center text-sm text-white"
        >
          {said}
        </p>
      )}
      {burnIn && (
        <>
          <p className="absolute top-2 left-2 rounded bg-black px-2 py-0.5 font-mono text-xs text-white sm:text-sm">
            {[entry.sceneId, entry.shotCode, entry.version && `v${entry.version.versionNumber}`]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <Counter {...{ player, plan, entry }} />
        </>
      )}
      {overlay && isSeen(entry) && <Over {...{ player, entry }}>{overlay}</Over>}
      {children}
    </section>
  )
}

/** Which frame is seen: of the film, and of the version. */
function Counter({ player, plan, entry }: Pick<FilmPictureProps, 'player' | 'plan' | 'entry'>) {
  const frame = useFilmState(player, (state) => state.frame)
  return (
    <p
      data-burn-in
      className="absolute right-2 bottom-2 rounded bg-black px-2 py-0.5 font-mono text-xs text-white tabular-nums sm:text-sm"
    >
      {timecode(frame, plan.rate)} · {sourceFrame(plan, entry, frame)}
    </p>
  )
}

/** As large as what is seen, without the bars around it. */
function Over({ player, entry, children }: { player: FilmPlayer; entry: PlanEntry; children: ReactNode }) {
  // Its size may be known only once it stands there.
  useFilmState(player, (state) => state.ready)
  const { width, height } = sizeOf(player, entry)
  return (
    <div className="@container-size absolute inset-0 grid place-items-center">
      <div
        className="relative"
        style={{ aspectRatio: `${width} / ${height}`, width: `min(100cqw, ${(100 * width) / height}cqh)` }}
      >
        {children}
      </div>
    </div>
  )
}

interface Size {
  width: number
  height: number
}

function sizeOf(player: FilmPlayer, { version }: PlanEntry): Size {
  const known = version && sourceOf(version).size
  if (known) return known
  const picture = player.picture()
  const [width, height] =
    picture instanceof HTMLVideoElement
      ? [picture.videoWidth, picture.videoHeight]
      : [picture?.naturalWidth, picture?.naturalHeight]
  return width && height ? { width, height } : { width: 16, height: 9 }
}

function Slate({ entry, unseen }: { entry: PlanEntry; unseen: string | undefined }) {
  const { sceneId, shotCode, storyBeat, version } = entry
  return (
    <div
      data-slate
      className="absolute inset-0 flex flex-col items-center justify-center gap-1 overflow-hidden bg-neutral-900 p-4 text-center text-white max-sm:pb-9 sm:gap-2"
    >
      <p className="text-xl font-semibold sm:text-3xl">Scene {sceneId}</p>
      {shotCode && <p className="font-mono text-lg">{shotCode}</p>}
      {storyBeat && (
        <p dir="auto" className="line-clamp-3 max-w-prose text-sm wrap-anywhere sm:line-clamp-4 sm:text-base">
          {storyBeat}
        </p>
      )}
      <p className="text-sm text-neutral-300">
        {version ? (unseen ?? whyUnseen(version)) : 'Nothing is selected yet'}
      </p>
    </div>
  )
}

function whyUnseen(take: Take): string {
  return kindOf(take) === 'sound' ? 'It is only to be heard' : 'Its media cannot be shown here'
}
