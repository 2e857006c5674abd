import type { FrameRate } from '@dailies/contract/frame.ts'
import type { ReactNode, Ref } from 'react'
import type { Take } from '../ui/media-source.ts'
import type { Mark, PlayerControl } from './player-control.ts'

/** What a player of takes is given. */
export interface TakePlayerProps {
  media: Take
  /** Of a film; undefined where nobody knows it: then it is measured. Sounds have 1000/1. */
  rate: FrameRate | undefined
  /** Says what is seen. */
  alt: string
  marks?: readonly Mark[]
  /** Whatever is to lie exactly over the picture: it fills it. */
  overlay?: ReactNode
  /** Between the picture and the bar. */
  below?: ReactNode
  /** Further buttons, beside the player's own. */
  actions?: ReactNode
  /** What is written over the picture if somebody wants it, beside the frame: scene, shot, version. */
  burnIn?: string
  /** The mark that somebody jumped to. */
  onMark?: (id: string) => void
  /** Where the loop begins and ends was changed; undefined where all of it is. */
  onRange?: (range: { from: number; to: number } | undefined) => void
  /** Each frame that is shown. */
  onFrame?: (frame: number) => void
  /** The address that could not be shown. */
  onError?: (address: string) => void
  playerRef?: Ref<PlayerControl>
}
