/** What a button or link of a card asks for (`data-do`). */
export type Doing =
  | 'open'
  | 'select'
  | 'approve'
  | 'group'
  | 'menu'
  | 'pick'
  | 'pick-range'
  | 'play'
  | 'compare-group'
  | 'stack'
