import type { Shape } from '@dailies/contract/drawing.ts'
import type { PlaylistItem } from '@dailies/contract/playlist.ts'
import { takeName } from '@dailies/ui/take-name.ts'
import { Link } from '@tanstack/react-router'
import { MessageSquare } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { DrawingView } from '../../drawing/drawing-view.tsx'
import { entryControl } from '../../film/film-control.ts'
import { FilmPicture } from '../../film/film-picture.tsx'
import { newFilmPlayer } from '../../film/film-sources.ts'
import { FilmStrip } from '../../film/film-strip.tsx'
import { FilmTransport } from '../../film/film-transport.tsx'
import { useFilmControls } from '../../film/use-film-controls.ts'
import { useFilmState } from '../../film/use-film-state.ts'
import { useCurrentReview } from '../../together/current.ts'
import { useTogether } from '../../together/use-together.ts'
import { cut } from '../../ui/cut.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { actOn } from '../../ui/keys.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { CompareWithWinner, placeOf } from './playlist-item-row.tsx'
import { usePlanOfItems } from './use-plan-of-items.ts'

/** The one of the page lies below the window. */
const ReviewBar = lazyPart(async () => (await import('../../together/review-bar.tsx')).ReviewBarInWindow)

const noShapes: readonly Shape[] = []

interface PlayThroughProps {
  playlistId: string
  /** Whoever leads a review goes on to the next, not the clock. */
  isLed: boolean
  items: PlaylistItem[]
  /** Of what is seen. */
  index: number
  name: string
  /** Called once another is seen. */
  onGo: (index: number) => void
  onClose: () => void
}

/** The takes of a playlist large, one after another: films and sounds to their end, pictures for a while. */
export function PlayThrough({ playlistId, isLed, items, index, name, onGo, onClose }: PlayThroughProps) {
  const inReview = useCurrentReview() !== undefined
  const plan = usePlanOfItems(items, index)
  const [player] = useState(() => newFilmPlayer(plan, plan.entries[index]?.start))
  const stage = useRef<HTMLDivElement>(null)
  const screen = useRef<HTMLDivElement>(null)
  const { burnIn, keys, buttons } = useFilmControls({ player, plan, screen, burnsIn: false })
  useEffect(() => player.setPlan(plan), [player, plan])
  const begin = useEffectEvent(() => {
    if (!isLed) player.play()
  })
  useEffect(() => begin(), [])

  const place = useFilmState(player, (state) => Math.min(state.place, plan.entries.length - 1))
  const entry = plan.entries[place]!
  const item = items[place] ?? items[index]!
  const tellPlace = useEffectEvent(() => {
    // What it is by now, where what is in the list is another.
    const now = player.read().place
    if (now === index) return
    if (!isLed) return onGo(now)
    // A little before the leader it waits at the end for them.
    const { start, duration } = plan.entries[index]!
    player.seek(now > index ? start + duration - 1 : start)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever one of them goes on
  useEffect(() => tellPlace(), [place, index, isLed])
  const led = useTogether({
    screen: { kind: 'playlist', id: playlistId },
    seen: () => item.asset.id,
    player: () => entryControl(player, plan, entry),
    shapes: noShapes,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      width="full"
      title={cut(name, 80)}
      initialFocus={stage}
      description={
        <span aria-live="polite">
          {takeName(item.asset)} of {cut(placeOf(item), 40)}, {place + 1} of {items.length}
        </span>
      }
    >
      {inReview && <ReviewBar />}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form */}
      <div
        ref={stage}
        role="group"
        aria-label="Takes of the playlist"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys play and step what is in it
        tabIndex={0}
        onKeyDown={({ nativeEvent, currentTarget }) => actOn(keys, nativeEvent, currentTarget)}
        className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto p-2 -outline-offset-2 sm:p-4"
      >
        <div ref={screen} tabIndex={-1} className="film-screen flex flex-col gap-2 bg-surface outline-none">
          <FilmPicture
            {...{ player, plan, entry, burnIn }}
            overlay={
              led.length > 0 && <DrawingView drawing={{ shapes: led }} label="What is drawn in the review" />
            }
          />
          <FilmTransport {...{ player, plan, burnIn, entry }} {...buttons} />
        </div>
        <p className="flex min-h-6 flex-wrap items-center gap-x-4 text-sm">
          <Link
            to="/assets/$assetId"
            params={{ assetId: item.asset.id }}
            className="flex items-center gap-1 rounded text-info underline-offset-2 hover:underline pointer-coarse:py-2"
          >
            <MessageSquare size={14} aria-hidden />
            Say something of it
          </Link>
          <CompareWithWinner item={item} place={place + 1} />
        </p>
        <FilmStrip entries={plan.entries} place={place} onGo={player.seek} />
      </div>
    </Dialog>
  )
}
