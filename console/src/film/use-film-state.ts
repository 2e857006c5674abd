import { useSyncExternalStore } from 'react'
import type { FilmPlayer, FilmState } from './player.ts'

/** What a component wants of the state of a player, a plain value: it is made anew when that is another, and not with each frame. */
export function useFilmState<T extends string | number | boolean>(
  player: FilmPlayer,
  of: (state: FilmState) => T,
): T {
  return useSyncExternalStore(player.subscribe, () => of(player.read()))
}
