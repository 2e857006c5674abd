import type { Follower } from './follow.ts'
import type { Layer } from './layer.ts'
import type { Marks } from './marks.ts'
import type { Pointer } from './pointer.ts'

/** What the script of every page hands to those that are put beside it on order: what is in one is not in the other. */
export interface PageParts {
  layer: Layer
  follower: Follower
  pointer: Pointer
  /** Of what is in the workspace already, as far as that is known. */
  markOf: Marks['of']
  /** Ends with the script of the page. */
  signal: AbortSignal
}
