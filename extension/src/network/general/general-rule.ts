import { isRecord } from '@dailies/reading/values.ts'
import type { JsonObject } from '../recipes/recipe.ts'
import type { PartOfTake } from '../take.ts'
import { idsOf, jobsOf, readingOf } from './facts.ts'
import { type Media, mediaAt, outputsOf } from './media-in.ts'
import { argumentOf, descriptionOf, isAsking, isOthers, promptOf } from './words.ts'

/** What was found in a part of an answer, and is of no take yet. */
export interface Part {
  media: Media[]
  /** A prompt that has no media yet, and the objects that it stands in. */
  free?: { prompt: string; within: JsonObject[] }
  /** Whether there is any prompt in it, with media or without. */
  hasPrompt: boolean
}

type OnTake = (take: PartOfTake) => void

/** One prompt has not more outputs: what has, is a list of something else. */
const mostOutputs = 24

const nothing: Part = { media: [], hasPrompt: false }

/**
 * Links media to the nearest object around them that holds a prompt: its own, or the only one in an object beside them. Elements of a
 * list are of different takes: where one has a prompt, what has none gets none of elsewhere. When in doubt, none.
 */
export function partOfObject(
  object: JsonObject,
  members: readonly (readonly [string, Part])[],
  isAsked: boolean,
  onTake: OnTake,
): Part {
  const own = Object.entries(object).flatMap(([name, value]) => mediaAt(name, value) ?? [])
  const below = members.filter(([name]) => isAsking(name) || !isOthers(name)).map(([, part]) => part)
  const media = isAsked ? [] : [...own, ...below.flatMap((part) => part.media)]
  const hasPrompt = below.some((part) => part.hasPrompt)
  const prompt = promptOf(object) ?? argumentOf(object)
  const free = below.flatMap((part) => part.free ?? [])
  const prompts = new Set(free.map((found) => found.prompt))

  if (prompt) return linked(prompt, [object], media, onTake)
  if (prompts.size === 1) return linked(free[0]!.prompt, [object, ...free[0]!.within], media, onTake)
  if (prompts.size > 1) return { media: [], hasPrompt: true }
  // What has nothing but a preview, as a voice, is described and was not asked for.
  const isTake = media.some(({ isPreview }) => !isPreview) && !hasPrompt
  const description = isTake ? descriptionOf(object) : undefined
  if (description) return linked(description, [object], media, onTake)
  // Another answer may tell what the job of these was.
  const names = jobsOf(object)
  const addresses = outputsOf(media)
  if (addresses.length > 0 && names.length > 0 && addresses.length <= mostOutputs) {
    onTake({ addresses, names, reading: readingOf([object], undefined) })
  }
  return { media, hasPrompt }
}

function linked(prompt: string, within: JsonObject[], media: readonly Media[], onTake: OnTake): Part {
  const addresses = outputsOf(media)
  const names = [...new Set(within.flatMap(jobsOf))]
  const inAddress = [...new Set(within.flatMap(idsOf))]
  if (addresses.length <= mostOutputs && addresses.length + names.length + inAddress.length > 0) {
    onTake({ addresses, names, inAddress, reading: readingOf(within, prompt) })
  }
  if (addresses.length > 0) return { media: [], hasPrompt: true }
  return { media: [], hasPrompt: true, free: { prompt, within: within.slice(0, 3) } }
}

export function partOfList(elements: readonly Part[]): Part {
  const hasPrompt = elements.some((element) => element.hasPrompt)
  if (!hasPrompt)
    return { media: elements.flatMap(({ media }) => media).slice(0, mostOutputs * 3), hasPrompt }
  const free = elements.flatMap((element) => element.free ?? [])
  const isOne = free.length > 0 && elements.every((element) => element.media.length === 0)
  const prompts = new Set(free.map(({ prompt }) => prompt))
  return { media: [], hasPrompt, ...(isOne && prompts.size === 1 && { free: free[0]! }) }
}

/** A small part of an answer, at once. `isAsked`: it is, or stands in, what was asked for. */
function partOf(value: unknown, name: string, isAsked: boolean, onTake: OnTake): Part {
  if (Array.isArray(value)) {
    return partOfList(value.map((element) => partOfElement(name, element, isAsked, onTake)))
  }
  if (!isRecord(value)) return nothing
  const members = Object.entries(value).map(
    ([name, member]) => [name, partOf(member, name, isAsked || isAsking(name), onTake)] as const,
  )
  return partOfObject(value, members, isAsked, onTake)
}

/** Addresses may stand in a list by themselves: `"urls": ["https://…"]`. */
export function partOfElement(name: string, element: unknown, isAsked: boolean, onTake: OnTake): Part {
  const media = isAsked ? undefined : mediaAt(name, element)
  return media ? { media: [media], hasPrompt: false } : partOf(element, name, isAsked, onTake)
}

/**
 * What a request that holds one prompt tells of its answer: of the media and the job in it, where that names no prompt itself.
 */
export function requested(request: JsonObject, answer: unknown): PartOfTake[] {
  const asked: PartOfTake[] = []
  const part = partOf(withoutMedia(request), '', true, (take) => asked.push(take))
  if (!part.free) return []
  const { prompt, within } = part.free
  const reading = readingOf(within, prompt)
  const told: PartOfTake[] = []
  const answered = partOf(answer, '', false, (take) => told.push(take))
  if (answered.hasPrompt || answered.media.length > mostOutputs) return []
  const addresses = outputsOf(answered.media)
  const job = jobIn(answer)
  if (addresses.length === 0 && job.length === 0) return [{ reading }]
  return [{ addresses, names: job, reading }]
}

/** What a request has of media is what it is to be made from. */
function withoutMedia(request: JsonObject): JsonObject {
  return JSON.parse(
    JSON.stringify(request, (name, value) => (mediaAt(name || 'url', value) ? undefined : value)),
  )
}

/** The one job that an answer is about: at its top, or in an object or a list of one there. */
function jobIn(answer: unknown, depth = 3): string[] {
  if (Array.isArray(answer)) return answer.length === 1 ? jobIn(answer[0], depth - 1) : []
  if (!isRecord(answer) || depth === 0) return []
  const own = jobsOf(answer)
  if (own.length > 0) return own
  const inner = Object.entries(answer)
    .slice(0, 20)
    .filter(([name]) => !isOthers(name))
    .map(([, member]) => jobIn(member, depth - 1))
    .filter((ids) => ids.length > 0)
  return inner.length === 1 ? inner[0]! : []
}
