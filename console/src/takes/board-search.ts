import type { BoardFilter, BoardOrder } from '@dailies/contract/board.ts'

/** What of the board is in the address: what it shows, in which order, and which card is marked. */
export type BoardSearch = { [name in keyof BoardFilter]?: BoardFilter[name] } & {
  sort?: BoardOrder
  /** Id of the card that the keyboard is on. */
  at?: string
}

const names = [
  'assetType',
  'platformKey',
  'status',
  'rightsState',
  'compareGroup',
  'shotId',
  'createdBy',
  'selected',
  'media',
  'mark',
  'stars',
  'filmStars',
  'seen',
  'q',
  'sort',
  'at',
]

/** A value that is none is refused by the service, with a message. */
export function boardSearch(search: Record<string, string | undefined>): BoardSearch {
  return Object.fromEntries(
    names.flatMap((name) => (search[name] ? [[name, search[name]]] : [])),
  ) as BoardSearch
}
