import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'

/** What of a long list is drawn: what is seen, some more on both sides, and one that has the keyboard, wherever it is. */
export function drawnWith(range: Range, place: number): number[] {
  const drawn = defaultRangeExtractor(range)
  const [first, last] = [drawn[0] ?? 0, drawn.at(-1) ?? -1]
  if (place < first) return [place, ...drawn]
  return place > last && place < range.count ? [...drawn, place] : drawn
}
