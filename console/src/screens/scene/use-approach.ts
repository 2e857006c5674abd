import { useState } from 'react'

/** Whether the mouse or the keyboard is on a take now (`near`), or ever was (`met`); `approached` goes to its element. */
export function useApproach({ touch }: { touch: boolean }) {
  const [near, setNear] = useState(false)
  // What only the mouse and the keyboard need is made once they come: scrolling past costs less.
  const [met, setMet] = useState(touch)
  const approach = () => {
    setNear(true)
    setMet(true)
  }
  const leave = () => setNear(false)
  // Not "enter": that is told once, and to nobody when what was under the mouse before has just gone.
  const approached = { onPointerOver: approach, onPointerLeave: leave, onFocus: approach, onBlur: leave }
  return { near, met, approached }
}
