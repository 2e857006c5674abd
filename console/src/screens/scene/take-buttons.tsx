import type { AssetCard } from '@dailies/contract/board.ts'
import { takeName } from '@dailies/ui/take-name.ts'
import { Award, CircleCheck, Ellipsis, Layers } from 'lucide-react'
import { useMay } from '../../production/role.tsx'
import { isPastSelection } from '../../takes/use-asset-actions.ts'

const whenNear =
  'pointer-fine:opacity-0 pointer-fine:group-focus-within/take:opacity-100 pointer-fine:group-hover/take:opacity-100'

const button =
  'relative flex size-8 items-center justify-center rounded-lg border border-line bg-raised text-ink hover:border-strong-line aria-pressed:border-transparent aria-pressed:bg-accent aria-pressed:text-on-accent pointer-coarse:size-10'

const onCard =
  'z-2 flex gap-1 pointer-fine:absolute pointer-fine:right-1.5 pointer-coarse:relative pointer-coarse:!top-0 pointer-coarse:px-1.5 pointer-coarse:pb-1.5'

interface TakeButtonsProps {
  card: AssetCard
  tabIndex: number
  /** Pixels, on a card. */
  top?: number
  inRow?: boolean
}

/**
 * On a card over the picture while the mouse or the keyboard is there; below the text, and always, on touch screens. In a row at its end;
 * on touch screens its menu alone, which has the others.
 */
export function TakeButtons({ card, tabIndex, top, inRow = false }: TakeButtonsProps) {
  const what = takeName(card)
  const mayDecide = useMay('editor')
  const rest = { type: 'button', tabIndex, className: button } as const
  const look = inRow
    ? `absolute top-1/2 right-1.5 z-2 flex -translate-y-1/2 gap-1 rounded-lg bg-surface pointer-fine:pl-2 ${whenNear}`
    : `${onCard} ${mayDecide ? 'pointer-coarse:justify-between' : 'pointer-coarse:justify-end'} ${whenNear}`
  const decides = inRow ? { ...rest, className: `${button} pointer-coarse:hidden` } : rest
  return (
    <div style={{ top: inRow ? undefined : top }} className={look}>
      {mayDecide && (
        <>
          <button
            {...decides}
            data-do="select"
            aria-pressed={card.selected}
            aria-label={`Select ${what}`}
            title="Select (S)"
          >
            <Award size={16} aria-hidden />
          </button>
          <button
            {...decides}
            data-do="approve"
            aria-pressed={isPastSelection(card.status)}
            aria-label={`Approve ${what}`}
            title="Approve (A)"
          >
            <CircleCheck size={16} aria-hidden />
          </button>
          <button
            {...decides}
            data-do="group"
            aria-haspopup="dialog"
            aria-label={`Compare group of ${what}`}
            title="Compare group (G)"
          >
            <Layers size={16} aria-hidden />
          </button>
        </>
      )}
      <button {...rest} data-do="menu" aria-haspopup="menu" aria-label={`More for ${what}`} title="More">
        <Ellipsis size={16} aria-hidden />
      </button>
    </div>
  )
}

interface PickBoxProps {
  card: AssetCard
  picked: boolean
  tabIndex: number
  inRow?: boolean
  /** It is the face of a closed stack of so many takes, of which it alone is chosen. */
  onTopOf: number | undefined
}

export function PickBox({ card, picked, tabIndex, inRow = false, onTopOf }: PickBoxProps) {
  return (
    <label
      title={onTopOf ? `Choose this one of ${onTopOf.toLocaleString()} takes (C)` : 'Choose (C)'}
      className={
        inRow
          ? 'relative z-2 -m-1.5 flex size-10 items-center justify-center'
          : `absolute top-0 right-0 z-2 flex size-10 items-center justify-center ${picked ? '' : whenNear}`
      }
    >
      <input
        type="checkbox"
        data-do="pick"
        tabIndex={tabIndex}
        checked={picked}
        readOnly
        aria-label={`Choose ${takeName(card)}${onTopOf ? `, this one of ${onTopOf.toLocaleString()} takes` : ''}`}
        className="size-5 cursor-pointer accent-info"
      />
    </label>
  )
}
