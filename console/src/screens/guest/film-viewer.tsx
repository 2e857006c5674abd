import type { GuestTake, OpenLink } from '@dailies/contract/guest.ts'
import { Button } from '@dailies/ui/button.tsx'
import { Pause } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { TakeStage } from '../../comments/take-stage.ts'
import { FilmPicture } from '../../film/film-picture.tsx'
import { newFilmPlayer } from '../../film/film-sources.ts'
import { FilmStrip } from '../../film/film-strip.tsx'
import { FilmTransport } from '../../film/film-transport.tsx'
import { type Plan, placeAt } from '../../film/plan.ts'
import { useDrawnOnFilm } from '../../film/use-drawn-on-film.tsx'
import { useFilmControls } from '../../film/use-film-controls.ts'
import { useFilmState } from '../../film/use-film-state.ts'
import { useKeys } from '../../ui/keys.ts'
import { takesNear, without } from './guest-plan.ts'
import { nameOf } from './guest-take.ts'
import { TakePanel } from './take-panel.tsx'
import { useCopies } from './use-copy.ts'
import { ViewerFrame } from './viewer-frame.tsx'
import { Watermark } from './watermark.tsx'

const beingMade = 'It is being made with your name in it. It shows by itself.'

interface FilmViewerProps {
  link: OpenLink
  title: string
  /** At least one place. */
  plan: Plan
  takes: readonly GuestTake[]
  /** The frame at which it begins. */
  from: number
  /** Whether it plays at once, as of whoever pressed Play; not of who comes back to it. */
  begins: boolean
  onBegun: () => void
  onBack: () => void
  onGone: () => void
  /** To a take by itself, and a comment on it; the film was at a frame. */
  onTake: (take: GuestTake, commentId: string | undefined, frame: number) => void
}

/** The film, or takes one after the other; where it stands, what is seen is talked about. */
export function FilmViewer({
  link,
  title,
  plan: whole,
  takes,
  from,
  begins,
  onBegun,
  onBack,
  onGone,
  onTake,
}: FilmViewerProps) {
  const [at, setAt] = useState(() => placeAt(whole, from))
  const copies = useCopies(takesNear(whole, at, takes), takes)
  const plan = useMemo(() => without(whole, copies), [whole, copies])
  const [player] = useState(() => newFilmPlayer(plan, from))
  const screen = useRef<HTMLDivElement>(null)
  const { burnIn, keys, buttons } = useFilmControls({ player, plan, screen, burnsIn: false })
  useEffect(() => player.setPlan(plan), [player, plan])
  const begin = useEffectEvent(() => {
    if (!begins) return
    player.play()
    onBegun()
  })
  useEffect(() => begin(), [])
  useKeys({ ...keys, escape: onBack })

  const playing = useFilmState(player, (state) => state.playing)
  const place = useFilmState(player, (state) => Math.min(state.place, plan.entries.length - 1))
  const entry = plan.entries[place]!
  useEffect(() => setAt(place), [place])
  const take = takes.find(({ id }) => id === entry.version?.assetVersionId)
  const copy = take && copies[take.id]
  // biome-ignore lint/correctness/useExhaustiveDependencies: another take is talked about anew
  const stage = useMemo(() => new TakeStage(), [take?.id])
  // What plays is another thing in a moment: nobody is to approve of what they no longer see.
  const seen = playing ? undefined : take
  const drawn = useDrawnOnFilm({
    ...{ stage, player, plan, entry, mayDraw: link.mayComment, led: [] },
    onBeyond: () => {
      if (take) onTake(take, stage.state().shown?.id, player.read().frame)
    },
  })
  return (
    <ViewerFrame
      title={title}
      about={
        <>
          {place + 1} of {plan.entries.length} · {take ? nameOf(take) : nameOfPlace(entry)}
        </>
      }
      onBack={onBack}
      panel={
        seen ? (
          <TakePanel key={seen.id} {...{ link, stage, onGone }} take={seen} />
        ) : playing ? (
          <StopToTalk link={link} onStop={() => player.pause()} />
        ) : (
          <p className="text-sm text-muted">
            {entry.version ? 'It is not there yet.' : 'Nothing is selected here yet.'}
          </p>
        )
      }
    >
      <div className="flex min-w-0 flex-col gap-2 p-2 lg:flex-1 lg:overflow-y-auto">
        <div ref={screen} tabIndex={-1} className="film-screen flex flex-col gap-2 bg-canvas outline-none">
          <div data-take-media>
            <FilmPicture
              {...{ player, plan, entry, burnIn }}
              overlay={drawn.overlay}
              unseen={copy === 'coming' ? beingMade : copy?.problem}
            >
              {link.watermark && (copy || !take?.media?.isMarked) && <Watermark name={link.guest.name} />}
            </FilmPicture>
          </div>
          {drawn.below}
          <FilmTransport {...{ player, plan, burnIn, entry }} {...buttons} />
        </div>
        <FilmStrip entries={plan.entries} place={place} onGo={player.seek} />
        <p className="hidden text-sm text-muted lg:block">
          space play · J K L back, stop, on · ← → frames · , . shots · R loop · B burn-in · M mute · F full
          screen
        </p>
      </div>
    </ViewerFrame>
  )
}

function nameOfPlace({ sceneId, shotCode }: Plan['entries'][number]): string {
  return shotCode ? `${sceneId} · ${shotCode}` : sceneId
}

function StopToTalk({ link, onStop }: { link: OpenLink; onStop: () => void }) {
  const may = [link.mayComment && 'comment on what you see', link.mayGiveVerdict && 'give a verdict']
  const words = may.filter(Boolean).join(' or ') || 'read what was said of it'
  return (
    <>
      <p className="text-sm text-muted">Pause to {words}.</p>
      <Button icon={Pause} onClick={onStop} className="self-start">
        Pause here
      </Button>
    </>
  )
}
