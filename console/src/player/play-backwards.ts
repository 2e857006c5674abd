interface Backwards {
  /** Where it begins. */
  from: number
  /** Frames a second, below 0. */
  perSecond: number
  /** Called with each frame that is to be shown by now. */
  onFrame: (frame: number) => void
  /** Called at the first frame. */
  onBeginning: () => void
}

/** Frame by frame, for no browser plays backwards. Returns what stops it. */
export function playBackwards({ from, perSecond, onFrame, onBeginning }: Backwards): () => void {
  const since = performance.now()
  let next = requestAnimationFrame(function tick(now) {
    const frame = Math.max(0, from + Math.ceil(((now - since) / 1000) * perSecond))
    onFrame(frame)
    if (frame === 0) onBeginning()
    else next = requestAnimationFrame(tick)
  })
  return () => cancelAnimationFrame(next)
}
