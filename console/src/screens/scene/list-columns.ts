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

/** Those that make room for the take's own, the first of them first. */
const makeRoom: readonly Name[] = ['length', 'model']

/** Rem that the take's own has at least before others make room for it: what is said of it is seen whole. */
const leastOfTake = { roomy: 13, low: 16 }

interface Room {
  /** In rem. */
  width: number
  pictureWidth: number
  withShots: boolean
  /** The rows have three lines, and not two. */
  roomy: boolean
}

/** Those for which there is room. Where there is little, what they say stands below the title. */
export function columnsFor({ width, pictureWidth, withShots, roomy }: Room): Column[] {
  let shown = columns.filter(({ name, from }) => width >= from && (name !== 'shot' || withShots))
  const least = leastOfTake[roomy ? 'roomy' : 'low']
  for (const name of makeRoom)
    if (width - takenBy(shown, pictureWidth) < least) shown = shown.filter((one) => one.name !== name)
  return shown
}

/** Rem of all but the take's own, with what is between them and beside. */
function takenBy(shown: readonly Column[], pictureWidth: number): number {
  const widths = shown.map(({ width }) => (width === 'rest' ? 0 : width === 'picture' ? pictureWidth : width))
  return widths.reduce((sum, width) => sum + width, between * (shown.length - 1) + beside)
}

/** Rem: `gap-x-3`, and `px-2` on either side. */
const [between, beside] = [0.75, 1]

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
