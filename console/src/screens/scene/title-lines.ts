import type { AssetCard } from '@dailies/contract/board.ts'
import { markText } from '../../marks/mark-words.ts'

/** Pixels, about: beside the lines, of a status with a cost, of a count, of a mark, and of a face. */
const [beside, standing, count, mark, face] = [22, 130, 33, 62, 28]

/** How many lines of its title a card of that width has room for: what is said of the take needs one or two below it, and a group one. */
export function titleLines(
  { compareGroup, marks: { mine, film }, openNotes, verdicts: { approved, changesNeeded } }: AssetCard,
  { width, withFace }: { width: number; withFace: boolean },
): 1 | 2 | 3 {
  const counts = [openNotes, approved, changesNeeded].filter((one) => one > 0).length
  const marks = [mine, film].filter((one) => markText(one) !== '').length
  const said = counts * count + marks * mark + (withFace ? face : 0)
  const wraps = said > 0 && standing + said > width - beside
  if (compareGroup) return wraps ? 1 : 2
  return wraps ? 2 : 3
}
