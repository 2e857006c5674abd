import type { FrameRate } from '@dailies/contract/frame.ts'
import { type RefObject, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { FramePlayer } from './frame-player.ts'
import type { Playing } from './playing.ts'

interface Options {
  src: string
  preload: 'none' | 'metadata'
  rate: FrameRate | undefined
  /** Of what is played, where its file does not say it. */
  seconds: number | null | undefined
  loops: boolean
  onFrame?: ((frame: number) => void) | undefined
}

/** A player of the element, while it is on the page; undefined before that. */
export function useFramePlayer(
  element: RefObject<HTMLMediaElement | null>,
  { src, preload, rate, seconds, loops, onFrame }: Options,
): { player: FramePlayer | undefined; playing: Playing | undefined } {
  const [player, setPlayer] = useState<FramePlayer>()
  // Neither of these makes another player, which would stand at the beginning: a poster, and what is known of a film, come while it plays.
  const open = useEffectEvent((media: HTMLMediaElement) => {
    const made = new FramePlayer(media, { rate, seconds, loops })
    made.open(src, preload)
    return made
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another film has another player
  useEffect(() => {
    if (!element.current) return
    const made = open(element.current)
    setPlayer(made)
    return () => made.close()
  }, [element, src])
  useEffect(() => player?.know(rate, seconds), [player, rate, seconds])
  const playing = useSyncExternalStore(player?.subscribe ?? nothing, player?.state ?? none)
  const frame = playing?.frame
  const tell = useEffectEvent((frame: number) => onFrame?.(frame))
  useEffect(() => {
    if (frame !== undefined) tell(frame)
  }, [frame])
  return { player, playing }
}

function nothing() {
  return () => {}
}

function none() {
  return undefined
}
