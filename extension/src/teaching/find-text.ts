import { isOwnText, mayOwnText, type Others } from './company.ts'
import { follow, isMarked, nextOf, wordsOf } from './marks.ts'
import type { Finding } from './rule.ts'
import { childrenOf, nameOf, outwards, type Work, walk } from './tree.ts'

/** Parts of the page that are tried beyond the one that was the scope. */
const moreLevels = 3

/** What going a way costs, in elements that are looked at. */
const costOfWay = 10

/** A part of the page around media: what is in it, but for what is in the next smaller one, `inner`. */
interface Part {
  scope: Element
  inner: Element
  near: ReadonlySet<Element>
  /** Media that are in `inner`, and in this part. */
  others: Element[]
}

/**
 * The element with the text that belongs to these media. Undefined where nothing is as it was, or where it is not clear whose
 * text it is: two may be meant, or other media are as near to it as they were not before.
 */
export function findText(media: Element, finding: Finding, work: Work): Element | undefined {
  for (const part of partsAround(media, finding.climb.length + moreLevels, work)) {
    const votes = votesIn(part, media, finding, work)
    const most = Math.max(...votes.values())
    const best = [...votes].filter(([, count]) => count === most).map(([element]) => element)
    if (best.length > 1) return undefined
    if (best[0]) return isOwnText(finding.company, media, othersAt(best[0], part)) ? best[0] : undefined
  }
  return undefined
}

export function* partsAround(media: Element, levels: number, work: Work): Generator<Part> {
  let inner = media
  let others: Element[] = []
  for (const scope of outwards(media, levels + 1).slice(1)) {
    const near = new Set<Element>()
    if (!walk(scope, work, (element) => near.add(element), inner)) return
    others = [...others, ...[...near].filter(mayOwnText)]
    yield { scope, inner, near, others }
    inner = scope
  }
}

/** Other media of a part, as they are to a text in it. */
export function othersAt(text: Element, { scope, inner, others }: Part): Others {
  const way = outwards(text, 200)
  const branch = text === scope ? undefined : way[way.indexOf(scope) - 1]
  const isIn = (part: Element | undefined) => (other: Element) => part !== undefined && holds(part, other)
  const nearer = new Set(others.filter(isIn(branch)))
  const beside = others.filter((other) => !nearer.has(other))
  const alike = branch ? childrenOf(scope).filter((child) => nameOf(child) === nameOf(branch)) : []
  return { nearer: [...nearer], beside, isOneGroup: beside.every(isIn(inner)) || alike.length === 1 }
}

/** The browser's own answer, which costs little, but for what is in a shadow root. */
function holds(part: Element, other: Element): boolean {
  return part.getRootNode() === other.getRootNode()
    ? part.contains(other)
    : outwards(other, 200).includes(part)
}

/**
 * Elements of a part for which more than half of all speaks that was noted down, and what stands at the text itself if anything
 * was: place alone could be that of another text.
 */
function votesIn(part: Part, media: Element, finding: Finding, work: Work): Map<Element, number> {
  const { scope, near } = part
  const { path, mark, label } = finding
  const isThere = (element: Element | undefined) => element !== undefined && near.has(element)
  const byPlace = new Set([follow(scope, path)].filter(isThere))
  const byMark = new Set<Element | undefined>()
  const byLabel = new Set<Element | undefined>()
  for (const element of near) {
    if (work.left < 0) break
    if (mark && isMarked(element, mark)) {
      work.left -= costOfWay
      byMark.add(follow(element, mark.path))
    }
    if (label && wordsOf(element) === label.text) {
      work.left -= costOfWay
      const next = nextOf(element)
      if (next) byLabel.add(follow(next, label.path))
    }
  }
  const forScope =
    Number(climbsTo(scope, media, finding)) + Number(!!finding.scope && isMarked(scope, finding.scope))
  const all = [true, true, finding.scope, mark, label].filter(Boolean).length
  const found = new Map<Element, number>()
  for (const element of new Set([...byPlace, ...byMark, ...byLabel])) {
    if (!element || !isThere(element)) continue
    const atText = Number(byMark.has(element)) + Number(byLabel.has(element))
    const votes = forScope + atText + Number(byPlace.has(element))
    if (votes * 2 > all && (atText > 0 || (!mark && !label))) found.set(element, votes)
  }
  return found
}

function climbsTo(scope: Element, media: Element, { climb }: Finding): boolean {
  const way = outwards(media, climb.length + 1).slice(1)
  return way.at(-1) === scope && way.every((element, index) => nameOf(element) === climb[index])
}
