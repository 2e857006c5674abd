import { isRecord } from '@dailies/reading/values.ts'
import { type Part, partOfElement, partOfList, partOfObject, requested } from './general/general-rule.ts'
import { isAsking } from './general/words.ts'
import { type Large, parseInPieces } from './parse-in-pieces.ts'
import type { JsonObject, Recipe } from './recipes/recipe.ts'
import type { PartOfTake, Take } from './take.ts'
import { textsIn } from './texts-in.ts'

/** As the observer tells it (channel.ts). */
export interface Answer {
  url: string
  request: string
  text: string
}

type OnTake = (take: Take) => void

/** Objects that a recipe looks at before it rests. */
const atOnce = 2000

/** Reads what an answer tells of takes, by the recipe, or where that finds nothing by the general rule; rests after each piece. */
export function* readAnswer(answer: Answer, recipe: Recipe | undefined, onTake: OnTake): Generator<void> {
  const large: Large = new WeakSet()
  const request = answer.request ? yield* parseInPieces(answer.request, large) : undefined
  const values: unknown[] = []
  for (const text of textsIn(answer.text)) {
    const value = yield* parseInPieces(text, large)
    if (value !== undefined) values.push(value)
    yield
  }
  let isKnown = false
  const byRecipe = (take: PartOfTake) => {
    isKnown = true
    onTake(whole(take, answer.url))
  }
  if (recipe) for (const value of values) yield* readByRecipe(value, recipe, answer.url, byRecipe)
  if (recipe?.requested && isRecord(request)) {
    for (const value of values)
      for (const take of recipe.requested(request, value, answer.url)) byRecipe(take)
  }
  if (isKnown) return
  const byRule = (take: PartOfTake) => onTake({ ...whole(take, answer.url), isGuess: true })
  for (const value of values) {
    yield* partInPieces(value, '', false, large, byRule)
    if (isRecord(request)) for (const take of requested(request, value)) byRule(take)
    yield
  }
}

/** What a request tells of the one file that it was answered with, at the address that the page gave it. */
export function readAsked(text: string, address: string, recipe: Recipe | undefined, onTake: OnTake): void {
  const reading = parseInPieces(text, new WeakSet())
  let piece = reading.next()
  while (!piece.done) piece = reading.next()
  const request = piece.value
  if (!isRecord(request)) return
  const known = recipe?.requested?.(request, undefined, address) ?? []
  for (const take of known) onTake(whole({ ...take, addresses: [address] }, address))
  if (known.length > 0) return
  for (const take of requested(request, undefined))
    onTake({ ...whole({ ...take, addresses: [address] }, address), isGuess: true })
}

function whole({ addresses = [], names = [], inAddress = [], reading = {} }: PartOfTake, base: string): Take {
  const resolved = addresses.flatMap((address) => URL.parse(address, base)?.href ?? [])
  return { addresses: resolved, names, inAddress, reading }
}

function* readByRecipe(
  value: unknown,
  recipe: Recipe,
  url: string,
  onTake: (take: PartOfTake) => void,
): Generator<void> {
  const left = [value]
  for (let count = 1; left.length > 0; count += 1) {
    if (count % atOnce === 0) yield
    const next = left.pop()
    if (typeof next !== 'object' || next === null) continue
    const takes = Array.isArray(next) ? undefined : recipe.takes(next as JsonObject, url)
    if (takes) {
      for (const take of takes) onTake(take)
      yield
    } else for (const member of Object.values(next)) if (typeof member === 'object') left.push(member)
  }
}

/** As `partOf`, with rests where the answer is large. */
function* partInPieces(
  value: unknown,
  name: string,
  isAsked: boolean,
  large: Large,
  onTake: (take: PartOfTake) => void,
): Generator<void, Part> {
  if (typeof value !== 'object' || value === null || !large.has(value)) {
    return partOfElement(name, value, isAsked, onTake)
  }
  if (Array.isArray(value)) {
    const elements: Part[] = []
    for (const element of value) {
      elements.push(yield* partInPieces(element, name, isAsked, large, onTake))
      yield
    }
    return partOfList(elements)
  }
  const members: [string, Part][] = []
  for (const [key, member] of Object.entries(value)) {
    if (typeof member !== 'object') continue
    members.push([key, yield* partInPieces(member, key, isAsked || isAsking(key), large, onTake)])
    yield
  }
  return partOfObject(value as JsonObject, members, isAsked, onTake)
}
