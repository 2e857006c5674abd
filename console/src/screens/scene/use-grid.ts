import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'

/** How the cards of a board lie, in pixels. */
export interface Grid {
  columns: number
  cellWidth: number
  cellHeight: number
  pictureHeight: number
  gap: number
  /** From the top of the page to the first row. */
  offset: number
  /** What is used is a finger: buttons are larger, and always there. */
  touch: boolean
}

/** Pixels of the text that the sizes here are for. */
const usualText = 15

const coarse = matchMedia('(pointer: coarse)')

/** Measures the place there is. Every card of a board has the same size, so that nothing ever moves. */
export function useGrid(element: RefObject<HTMLElement | null>): Grid | undefined {
  const [grid, setGrid] = useState<Grid>()
  const measure = useCallback(() => {
    if (!element.current) return
    const { width, top } = element.current.getBoundingClientRect()
    const next = gridOf(width, Math.round(top + window.scrollY))
    setGrid((before) => (before && JSON.stringify(before) === JSON.stringify(next) ? before : next))
  }, [element])
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

function gridOf(width: number, offset: number): Grid {
  const gap = width < 560 ? 10 : 14
  // Somebody who has set the text larger has it larger here, too: cards grow with it, and are fewer in a row.
  const larger = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / usualText
  const least = larger > 1.25 ? 1 : 2
  const columns = Math.max(least, Math.floor((width + gap) / (212 * larger + gap)))
  const cellWidth = Math.floor((width - gap * (columns - 1)) / columns)
  const pictureHeight = Math.round((cellWidth * 9) / 16)
  const text = Math.round(130 * larger)
  const touch = coarse.matches
  const cellHeight = pictureHeight + text + (touch ? Math.round(46 * larger) : 0)
  return { columns, cellWidth, cellHeight, pictureHeight, gap, offset, touch }
}
