import { companyOf } from './company.ts'
import { othersAt, partsAround } from './find-text.ts'
import { pathTo, previousOf, wordsOf } from './marks.ts'
import { type Field, type Finding, limits, type Mark } from './rule.ts'
import { beginningOf, textOf } from './text-of.ts'
import { attributeOf, nameOf, outwards, parentOf, type Work } from './tree.ts'

/** Attributes that pages give to be found by, and not for looks. */
const telling =
  'data-testid data-test-id data-test data-qa data-cy data-slot data-part data-role data-field data-component data-element itemprop name role aria-label placeholder id'.split(
    ' ',
  )

/** Names that say by themselves what an element is for. */
const speaking =
  /^(article|aside|blockquote|body|dd|details|dialog|figcaption|figure|li|main|textarea|[a-z]+-[a-z-]+)$/

const labelWords =
  /^((text|image|video|full|original|your) )?(prompts?|description|model|engine|version|seed|提示词|提示詞|プロンプト|프롬프트|промпт|eingabe|invite|indicación)$/i

const spoken = /^[\s\S]{0,20}(prompt|description|model|engine|seed|details|result)[\s\S]{0,20}$/i

/** Elements that label what follows them, whatever language they are in. */
const labelNames = /^(dt|label|legend|th)$/

/**
 * How the text of `target` is found from these media, and from others like them. Undefined where that cannot be told: too far
 * away, or other media are as near.
 */
export function makeFinding(media: Element, target: Element, field: Field, work: Work): Finding | undefined {
  const around = outwards(target, 200)
  for (const part of partsAround(media, limits.levels, work)) {
    const { scope } = part
    if (!around.includes(scope)) continue
    const company = companyOf(media, othersAt(target, part))
    const path = pathTo(target, scope)
    if (company === undefined || path.length > limits.levels) return undefined
    const text = textOf(target, work)
    const inside = around.slice(0, around.indexOf(scope))
    const way = outwards(media, limits.levels + 1)
    const after = beginningOf(text)
    return withoutGaps({
      climb: way.slice(1, way.indexOf(scope) + 1).map(nameOf),
      scope: markOf(scope, text),
      path,
      mark: nearestMark(inside, text),
      label: labelOf(inside),
      company,
      after: field === 'seed' ? undefined : after,
    })
  }
  return undefined
}

/** What an element is known by that stays the same on the next picture, and the next day. */
function markOf(element: Element, text: string): Mark | undefined {
  const name = nameOf(element)
  if (name.length > limits.nameLength) return undefined
  const found = telling.flatMap((attribute) => {
    const value = attributeOf(element, attribute)
    const isKept = value && isStable(value, attribute) && !isOwn(value, attribute, text)
    return isKept ? [[attribute, value] as const] : []
  })
  if (found.length === 0 && !speaking.test(name)) return undefined
  return { name, attributes: Object.fromEntries(found.slice(0, limits.attributes)) }
}

/** Words: no number, no hash, nothing that was made for this one element. */
function isStable(value: string, attribute: string): boolean {
  if (value.length > limits.valueLength || !/^\p{L}[\p{L}\p{M}\s_./:-]*$/u.test(value)) return false
  if (attribute === 'id' || attribute.startsWith('data-')) return !/[:\s]/.test(value)
  return value.split(/\s+/).length <= 4
}

/** What is read out often tells of this one element: who made it, or the text itself. */
function isOwn(value: string, attribute: string, text: string): boolean {
  if (attribute === 'aria-label') return !spoken.test(value)
  return attribute === 'placeholder' && text.toLowerCase().includes(value.toLowerCase())
}

function nearestMark(inside: readonly Element[], text: string): Finding['mark'] {
  const [target] = inside
  for (const element of inside.slice(0, limits.ofMark)) {
    const mark = markOf(element, text)
    if (mark && target) return { ...mark, path: pathTo(target, element) }
  }
  return undefined
}

function labelOf(inside: readonly Element[]): Finding['label'] {
  const [target] = inside
  for (const element of inside.slice(0, 4)) {
    const before = parentOf(element) && previousOf(element)
    const words = before && wordsOf(before)
    if (!target || !words) continue
    if (labelWords.test(words) || labelNames.test(nameOf(before)))
      return { text: words, path: pathTo(target, element) }
  }
  return undefined
}

function withoutGaps<T extends object>(values: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T
}
