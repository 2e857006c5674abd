import type { BoardOrder } from '@dailies/contract/board.ts'

type Name = 'pick' | 'picture' | 'take' | 'shot' | 'status' | 'model' | 'cost' | 'length' | 'captured'

export interface Column {
  name: Name
  label: string
  /** The picture says by itself what it is. */
  isUnlabelled?: boolean
  /** Of the grid: in rem where it is a number; the picture’s is as wide as the rows are high. */
  width: number | 'picture' | 'rest'
  /** Rem that the list is wide at least, where it has this one. */
  from: number
  /** Orders of the service, the first of them the one that a press asks for first. */
  orders?: readonly [BoardOrder, BoardOrder]
}

const columns: readonly Column[] = [
  { name: 'pick', label: 'Chosen', isUnlabelled: true, width: 1.75, from: 0 },
  { name: 'picture', label: 'Picture', isUnlabelled: true, width: 'picture', from: 0 },
  { name: 'take', label: 'Take', width: 'rest', from: 0 },
  { name: 'shot', label: 'Shot', width: 5, from: 42 },
  { name: 'status', label: 'Status', width: 6.25, from: 34 },
  { name: 'model', label: 'Model', width: 7.5, from: 56 },
  { name: 'cost', label: 'Cost', width: 4.25, from: 34, orders: ['costliest', 'cheapest'] },
  { name: 'length', label: 'Length', width: 6.25, from: 62 },
  { name: 'captured', label: 'Captured', width: 6.75, from: 42, orders: ['newest', 'oldest'] },
]

/** Those for which there is room. Where there is little, what they say stands below the title. */
export function columnsFor(widthInRem: number, { withShots }: { withShots: boolean }): Column[] {
  return columns.filter(({ name, from }) => widthInRem >= from && (name !== 'shot' || withShots))
}

/** As CSS has it. */
export function templateOf(shown: readonly Column[], pictureHeight: number): string {
  return shown
    .map(({ width }) =>
      width === 'rest'
        ? 'minmax(0,1fr)'
        : width === 'picture'
          ? `${Math.round((pictureHeight * 16) / 9)}px`
          : `${width}rem`,
    )
    .join(' ')
}
