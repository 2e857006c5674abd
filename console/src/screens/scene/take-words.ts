import type { AssetCard } from '@dailies/contract/board.ts'
import { assetTypeLabels, rightsLabels, statusLabels } from '@dailies/ui/badges.tsx'
import { takeName } from '@dailies/ui/take-name.ts'
import { marksText } from '../../marks/mark-words.ts'
import { mediaSentence, mediaStateLabels } from '../../takes/media-words.ts'
import { reviewWords } from '../../takes/review-counts.tsx'
import { nameInText } from '../../ui/name-in-text.ts'

/** What part a take has in a stack of several: it is the face of them, or lies behind it. */
export type StackPart = { count: number; isOpen: boolean } | 'inside'

/** What a screen reader says of it. */
export function wordsOf(
  card: AssetCard,
  {
    shotCode,
    byWhom,
    stack,
  }: { shotCode: string | undefined; byWhom: boolean; stack: StackPart | undefined },
): string {
  return [
    takeName(card),
    stack === 'inside'
      ? 'in the open stack'
      : stack
        ? `on top of a stack of ${stack.count.toLocaleString()} takes`
        : '',
    `${card.platformLabel}, ${assetTypeLabels[card.assetType]}`,
    card.selected ? 'winner' : '',
    card.media ? (mediaSentence(card.media, Date.now()) ?? '') : mediaStateLabels.none,
    statusLabels[card.status],
    shotCode ? `shot ${shotCode}` : '',
    reviewWords(card),
    marksText(card.marks),
    card.compareGroup ? `compare group ${card.compareGroup}` : '',
    byWhom && card.createdByName ? `by ${nameInText(card.createdByName)}` : '',
    card.rightsState === 'COMMERCIAL_ALLOWED' ? '' : rightsLabels[card.rightsState],
    (card.title || card.prompt).slice(0, 120),
  ]
    .filter(Boolean)
    .join(', ')
}
