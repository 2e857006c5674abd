import { remembered } from '../ui/use-remembered.ts'
import type { BoardView } from './board.ts'

export const boardLayoutName = 'dailies.board'

/** What a board is asked for by its address, and by how this browser remembers that takes lie. */
export function rememberedView(view: BoardView): BoardView {
  const { stacked } = remembered(boardLayoutName, { stacked: false })
  return stacked === true ? stackedView(view) : view
}

/** Of one shot all takes are wanted. */
export function stackedView(view: BoardView): BoardView {
  return view.shotId ? view : { ...view, stacked: 'true' }
}
