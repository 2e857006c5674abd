import { boardLayoutName } from '../../takes/remembered-stacks.ts'
import { useRemembered } from '../../ui/use-remembered.ts'

/** How the takes of a board lie; this browser remembers it for all scenes. */
export interface BoardLayout {
  view: 'grid' | 'list'
  /** Of cards, and of the rows of a list. */
  size: 'small' | 'medium' | 'large'
  /** The takes of a shot are one card. */
  stacked: boolean
}

export const views = [
  { value: 'grid', label: 'Grid' },
  { value: 'list', label: 'List' },
] as const

export const cardSizes = [
  { value: 'small', label: 'Small' },
  { value: 'medium', label: 'Medium' },
  { value: 'large', label: 'Large' },
] as const

const known = (options: readonly { value: string }[], value: string) =>
  options.some((option) => option.value === value)

export function useBoardLayout() {
  const [{ view, size, stacked }, change] = useRemembered<BoardLayout>(boardLayoutName, {
    view: 'grid',
    size: 'medium',
    stacked: false,
  })
  // What an earlier or a later console kept may be something else.
  const layout: BoardLayout = {
    view: known(views, view) ? view : 'grid',
    size: known(cardSizes, size) ? size : 'medium',
    stacked: stacked === true,
  }
  return [layout, change] as const
}
