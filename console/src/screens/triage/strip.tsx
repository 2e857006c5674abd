import type { AssetCard } from '@dailies/contract/board.ts'
import { takeName } from '@dailies/ui/take-name.ts'
import { useLayoutEffect, useRef } from 'react'
import { OneMark } from '../../marks/card-marks.tsx'
import { isRejected, marksText } from '../../marks/mark-words.ts'
import { Thumbnail } from '../../ui/media.tsx'

/** So many before and behind. */
const around = 12

interface StripProps {
  cards: readonly AssetCard[]
  at: number
  onGo: (id: string) => void
}

/** The takes around the one that is seen. */
export function Strip({ cards, at, onGo }: StripProps) {
  const list = useRef<HTMLUListElement>(null)
  const from = Math.max(0, at - around)
  const shown = cards.slice(from, at + around + 1)
  const id = cards[at]?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever it is another take
  useLayoutEffect(() => {
    const one = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (one && list.current)
      list.current.scrollLeft = one.offsetLeft - (list.current.clientWidth - one.clientWidth) / 2
  }, [id])
  return (
    <ul
      ref={list}
      aria-label="Takes around this one"
      className="relative flex gap-1.5 overflow-x-auto p-1 [scrollbar-width:thin]"
    >
      {shown.map((card, place) => {
        const isCurrent = from + place === at
        return (
          <li key={card.id} className="shrink-0">
            <button
              type="button"
              tabIndex={isCurrent ? 0 : -1}
              aria-current={isCurrent || undefined}
              onClick={() => onGo(card.id)}
              className={`relative flex w-24 flex-col gap-1 rounded-lg border p-1 text-left text-xs ${isCurrent ? 'border-accent ring-2 ring-accent' : 'border-line hover:border-strong-line'}`}
            >
              <span
                className={`block h-14 w-full overflow-hidden rounded ${isRejected(card.marks) ? 'opacity-35' : ''}`}
              >
                <Thumbnail take={card} alt="" sizes="6rem" small eager />
              </span>
              {/* Both have no room in one line. */}
              <span className="absolute top-1.5 left-1.5 flex">
                <OneMark mark={card.marks.film} of="film" />
              </span>
              <span className="truncate tabular-nums">{takeName(card)}</span>
              <span className="flex h-5 items-center gap-1">
                <OneMark mark={card.marks.mine} of="mine" />
                {!card.marks.mine.seen && !marksText(card.marks) && (
                  <span className="truncate text-muted">Not seen</span>
                )}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
