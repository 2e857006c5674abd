/**
 * The items in the order in which they are shown already, so that nothing moves while one looks; of those that are new, what
 * comes before others is put first, and what comes behind all of them last.
 */
export function steadyOrder<T extends { id: string }>(shown: string[], items: T[]): T[] {
  const places = new Map(shown.map((id, place) => [id, place]))
  const lastKnown = items.findLastIndex(({ id }) => places.has(id))
  const placeOf = ({ id }: T, at: number) =>
    places.get(id) ?? (at < lastKnown ? -1 : Number.POSITIVE_INFINITY)
  const placed = items.map((item, at) => ({ item, place: placeOf(item, at) }))
  return placed
    .sort((one, other) => (one.place === other.place ? 0 : one.place - other.place))
    .map(({ item }) => item)
}
