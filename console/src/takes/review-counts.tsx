import type { AssetCard } from '@dailies/contract/board.ts'
import { MessageSquare, PencilLine, ThumbsUp } from 'lucide-react'
import { counted } from '../ui/counted.ts'

type Reviewed = Pick<AssetCard, 'openNotes' | 'verdicts'>

/** How many notes are open, and what people say of it, in little room; nothing where nobody said anything. */
export function ReviewCounts({ openNotes, verdicts: { approved, changesNeeded } }: Reviewed) {
  return (
    <>
      <OpenNotes count={openNotes} />
      {approved > 0 && (
        <Count icon={ThumbsUp} count={approved} text={`${approved} in favour`} tone="text-good" />
      )}
      {changesNeeded > 0 && (
        <Count
          icon={PencilLine}
          count={changesNeeded}
          text={`${changesNeeded} for changes`}
          tone="text-warn"
        />
      )}
    </>
  )
}

/** How many notes are open; nothing where none is. */
export function OpenNotes({ count }: { count: number }) {
  if (count === 0) return null
  return <Count icon={MessageSquare} count={count} text={counted(count, 'open note')} tone="text-ink" />
}

/** The same, as it is read out. */
export function reviewWords({ openNotes, verdicts: { approved, changesNeeded } }: Reviewed): string {
  return [
    openNotes > 0 && counted(openNotes, 'open note'),
    approved > 0 && `${approved} in favour`,
    changesNeeded > 0 && `${changesNeeded} for changes`,
  ]
    .filter(Boolean)
    .join(', ')
}

interface CountProps {
  icon: typeof ThumbsUp
  count: number
  text: string
  tone: string
}

function Count({ icon: Icon, count, text, tone }: CountProps) {
  return (
    <span title={text} className={`inline-flex shrink-0 items-center gap-0.5 text-xs tabular-nums ${tone}`}>
      <Icon size={13} aria-hidden />
      <span aria-hidden>{count}</span>
      <span className="sr-only">{text}</span>
    </span>
  )
}
