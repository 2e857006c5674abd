import { useLayoutEffect, useReducer, useRef } from 'react'

/** How many cards are drawn anew in one frame: while the board moves, what leaves time for everything else in it. */
const perFrame = { moving: 1, atRest: 8 }

/**
 * Which of the wanted cards are drawn by now. In the beginning as many as `atFirst` says; those that scrolling brings
 * come a few a frame, the first of the list first, so that no frame is missed however fast somebody scrolls.
 */
export function useFilling(wanted: string[], atFirst: number): Set<string> {
  const [, drawAgain] = useReducer((count: number) => count + 1, 0)
  const drawn = useRef(new Set<string>())
  const wantedBefore = useRef(new Set<string>())
  const drawnAt = useRef<number | null>(null)
  const scrolledTo = useRef(0)

  const shown = new Set<string>()
  const kept = wanted.filter((id) => wantedBefore.current.has(id)).length
  // Who flies past sees none of them.
  const flying = kept < wanted.length / 2
  const pace = scrolledTo.current === window.scrollY ? perFrame.atRest : perFrame.moving
  let left = wantedBefore.current.size === 0 ? atFirst : flying ? 0 : pace
  for (const id of wanted) {
    if (drawn.current.has(id)) shown.add(id)
    else if (left > 0) {
      shown.add(id)
      left -= 1
    }
  }
  const complete = shown.size === wanted.length

  useLayoutEffect(() => {
    drawn.current = shown
    wantedBefore.current = new Set(wanted)
    drawnAt.current = frameTime()
    scrolledTo.current = window.scrollY
    if (complete) return
    const next = () => {
      // Scrolling has drawn some in this frame already.
      if (drawnAt.current === frameTime()) frame = requestAnimationFrame(next)
      else drawAgain()
    }
    let frame = requestAnimationFrame(next)
    return () => cancelAnimationFrame(frame)
  })
  return shown
}

/** The same for all that happens in one frame. */
function frameTime(): number | null {
  return document.timeline.currentTime as number | null
}
