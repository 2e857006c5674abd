import { numeric } from '@dailies/reading/values.ts'
import { attributeOf, isElement, nameOf, nodesIn, type Work } from './tree.ts'

/** Twice as much as a prompt may have (contract/capture.ts). */
const longest = 200_000

const silent = new Set(
  'button script style noscript template svg canvas video audio img object iframe select option'.split(' '),
)
const blocks = new Set(
  'address article aside blockquote br dd div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul'.split(
    ' ',
  ),
)

/** What pages write at a prompt for their visitor to press, where it is no button. */
const pressed =
  /^(copy|copied!?|copy (prompt|text|to clipboard)|(show|see|read|view) (more|less|all)|more|less|expand|collapse|edit|reuse|use prompt|…|\.\.\.)$/i

/**
 * The text that an element shows, without what is pressed in it; the value of a field. Lines are kept, other space is one
 * space. Empty when there is none, or when it is too much to look at.
 */
export function textOf(element: Element, work: Work): string {
  const value = fieldValue(element)
  if (value !== undefined) return value.slice(0, longest).trim()
  const isHidden = isUnseen(element)
  const space = getComputedStyle(element).whiteSpace.startsWith('pre') ? /[^\S\n]+/g : /\s+/g
  const waiting: (Node | '\n')[] = nodesIn(element).reverse()
  let text = ''
  for (let node = waiting.pop(); node && text.length < longest; node = waiting.pop()) {
    work.left -= 1
    if (node === '\n') text += node
    else if (!isElement(node)) {
      const data = node instanceof Text ? node.data : ''
      work.left -= data.length / 100
      text += data.replace(space, ' ')
    } else if (!isSilent(node) && (isHidden || !isUnseen(node))) {
      const inside = fieldValue(node)
      const isBlock = inside !== undefined || blocks.has(nameOf(node))
      if (isBlock) waiting.push('\n')
      if (inside === undefined) waiting.push(...nodesIn(node).reverse())
      if (isBlock) text += `\n${inside ?? ''}`
    }
    if (work.left < 0) return ''
  }
  const lines = text
    .slice(0, longest)
    .split('\n')
    .map((line) => line.trim())
  return lines.filter((line) => line !== '' && !pressed.test(line)).join('\n')
}

/** Of a field that is written into; what is secret in one is nobody's prompt. */
export function fieldValue(element: Element): string | undefined {
  const name = nameOf(element)
  if (name === 'textarea') return (element as HTMLTextAreaElement).value
  if (name !== 'input') return undefined
  const { type, value } = element as HTMLInputElement
  const isSecret = /^(cc-|one-time-code|.*password)/.test(attributeOf(element, 'autocomplete') ?? '')
  return /^(text|search|number|url)$/.test(type) && !isSecret ? value : ''
}

/** `Prompt: a red barn` without its beginning, where it begins so. */
export function withoutBeginning(text: string, beginning: string | undefined): string {
  if (!beginning || text.slice(0, beginning.length).toLowerCase() !== beginning.toLowerCase()) return text
  return text.slice(beginning.length).trim()
}

/** The words that tell what the text is, before a colon: `Prompt:`. */
export function beginningOf(text: string): string | undefined {
  const [beginning] =
    /^\s*(?:(?:text |image |video |full |original |your )?(?:prompt|description|model|engine|version|seed)|提示词|提示詞|プロンプト|프롬프트|промпт|eingabe|invite|indicación)\s*[:：]/iu.exec(
      text,
    ) ?? []
  return beginning?.trim()
}

/** The one whole number in `Seed 123`; undefined where there are several, and none says that it is the seed. */
export function seedIn(text: string): number | string | undefined {
  const [, named] = /seed\D{0,12}(\d{1,20})(?!\d)/i.exec(text.slice(0, 2000)) ?? []
  if (named) return numeric(named)
  const found = text.slice(0, 2000).match(/\d{1,21}/g) ?? []
  return found.length === 1 && found[0].length <= 20 ? numeric(found[0]) : undefined
}

function isSilent(element: Element): boolean {
  const name = nameOf(element)
  return silent.has(name) || /^(button|tab|menuitem|switch|tooltip)$/.test(attributeOf(element, 'role') ?? '')
}

function isUnseen(element: Element): boolean {
  return Element.prototype.checkVisibility?.call(element) === false
}
