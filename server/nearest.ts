/** The name that is meant by one with a letter or two too many, too few, wrong or in the wrong place; undefined where there is none. */
export function nearestName(written: string, names: readonly string[]): string | undefined {
  let found: string | undefined
  let least = written.length > 4 ? 3 : 2
  for (const name of names) {
    if (Math.abs(name.length - written.length) >= least) continue
    const edits = editsBetween(written, name)
    if (edits >= least) continue
    found = name
    least = edits
  }
  return found
}

/** How many letters are put in, taken out, changed, or changed with the next (the distance of optimal string alignment). */
function editsBetween(one: string, other: string): number {
  let [before, row] = [[] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1]
      let edits = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (isSame ? 0 : 1))
      const isSwapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      if (i > 1 && j > 1 && isSwapped) edits = Math.min(edits, before[j - 2]! + 1)
      next.push(edits)
    }
    ;[before, row] = [row, next]
  }
  return row[other.length]!
}
