import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'
import type { BoardLayout } from './layout.ts'

/** How the cards of a board lie, in pixels. A list has one in each row. */
export interface Grid {
  layout: Pick<BoardLayout, 'view' | 'size'>
  columns: number
  cellWidth: number
  cellHeight: number
  pictureHeight: number
  gap: number
  /** From the top of the page to the first row. */
  offset: number
  /** What is used is a finger: buttons are larger, and always there. */
  touch: boolean
  /** Pixels of the text of the page. */
  textSize: number
}

/** Pixels of the text that the sizes here are for. */
const usualText = 15

/** Pixels that a card is wide at least, and that a row is high. */
const cardWidths = { small: 164, medium: 212, large: 330 }
const rowHeights = { small: 48, medium: 64, large: 92 }

/** Of the width of a row, that its picture has at most. */
const mostOfRow = { small: 0.18, medium: 0.22, large: 0.33 }

const coarse = matchMedia('(pointer: coarse)')

/** Measures the place there is. Every card of a board has the same size, so that nothing ever moves. */
export function useGrid(
  element: RefObject<HTMLElement | null>,
  { view, size }: BoardLayout,
): Grid | undefined {
  const [grid, setGrid] = useState<Grid>()
  const measure = useCallback(() => {
    if (!element.current) return
    const { width, top } = element.current.getBoundingClientRect()
    const next = gridOf({ view, size }, width, Math.round(top + window.scrollY))
    setGrid((before) => (before && JSON.stringify(before) === JSON.stringify(next) ? before : next))
  }, [element, view, size])
  useLayoutEffect(() => {
    measure()
    const observer = new ResizeObserver(measure)
    // What is above the grid moves it, and makes the body another size.
    for (const one of [element.current, document.body]) if (one) observer.observe(one)
    coarse.addEventListener('change', measure)
    return () => {
      observer.disconnect()
      coarse.removeEventListener('change', measure)
    }
  }, [element, measure])
  return grid
}

function gridOf(layout: Grid['layout'], width: number, offset: number): Grid {
  const textSize = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  // Somebody who has set the text larger has it larger here, too: cards grow with it, and are fewer in a row.
  const larger = textSize / usualText
  const touch = coarse.matches
  const measured = { layout, offset, touch, textSize }
  if (layout.view === 'list') {
    const cellHeight = Math.round(rowHeights[layout.size] * larger)
    return {
      ...measured,
      columns: 1,
      cellWidth: Math.floor(width),
      cellHeight,
      pictureHeight: Math.min(cellHeight - 8, Math.round((width * mostOfRow[layout.size] * 9) / 16)),
      gap: 0,
    }
  }
  const gap = width < 560 ? 10 : 14
  const least = larger > 1.25 || layout.size === 'large' ? 1 : 2
  const columns = Math.max(least, Math.floor((width + gap) / (cardWidths[layout.size] * larger + gap)))
  const cellWidth = Math.floor((width - gap * (columns - 1)) / columns)
  const pictureHeight = Math.round((cellWidth * 9) / 16)
  const text = Math.round(130 * larger)
  const cellHeight = pictureHeight + text + (touch ? Math.round(46 * larger) : 0)
  return { ...measured, columns, cellWidth, cellHeight, pictureHeight, gap }
}
