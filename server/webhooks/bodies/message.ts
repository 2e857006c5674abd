import type { EventData } from '@dailies/contract/event.ts'
import type { SendableEvent } from './sendable-event.ts'

/** An event in words, before any chat escapes them. A part that there is nothing to say in is empty. */
export interface Message {
  headline: string
  prompt: string
  /** An http or https address without characters that end a link, and where it leads to, for people. */
  link: { url: string; label: string } | undefined
}

const longestPrompt = 300
/** Of a text of users, what is looked at: a prompt may have 100,000 characters, and a batch 100 of them. */
const readLength = 4000

/** Tells an event in the words of a film crew. Text of users comes out on one line, without control characters. */
export function messageOf({ event, data: text }: SendableEvent): Message {
  const data = JSON.parse(text)
  if (event === 'asset.created') return created(data)
  return { headline: headlineOf(event, data), prompt: '', link: undefined }
}

function created(data: EventData<'asset.created'>): Message {
  const by = data.platformKey && ` by ${word(data.platformKey)}`
  return {
    headline: `New take: ${word(data.assetType)}${by} in scene ${word(data.sceneId)}`,
    prompt: shorten(oneLine(data.prompt), longestPrompt),
    link: linkTo(data.outputUrl),
  }
}

function headlineOf(event: string, data: unknown): string {
  if (event === 'asset.status_changed') {
    const { sceneId, oldStatus, newStatus } = data as EventData<'asset.status_changed'>
    return `Take in scene ${word(sceneId)}: ${word(oldStatus)} → ${word(newStatus)}`
  }
  if (event === 'asset.selected') {
    const { sceneId, assetType, previousSelectedId } = data as EventData<'asset.selected'>
    const before = previousSelectedId && ', in place of the one before'
    return `New winner: ${word(assetType)} in scene ${word(sceneId)}${before}`
  }
  if (event === 'scene.completed') {
    const { sceneId, completedShotCount, totalShotCount } = data as EventData<'scene.completed'>
    return `Scene ${word(sceneId)} is complete: ${completedShotCount} of ${totalShotCount} shots approved`
  }
  if (event === 'shot.assigned') {
    const { shotCode, sceneId, dueOn } = data as EventData<'shot.assigned'>
    const due = dueOn && `, due on ${word(dueOn)}`
    return `Shot ${word(shotCode)} of scene ${word(sceneId)} was assigned${due}`
  }
  if (event === 'review.completed') {
    const { name, takeCount, noteCount } = data as EventData<'review.completed'>
    return `Review session ${word(name)} is over: ${counted(takeCount, 'take')} seen, ${counted(noteCount, 'note')} taken`
  }
  if (event === 'asset.media_kept') {
    const { sceneId, assetType } = data as EventData<'asset.media_kept'>
    return `Take in scene ${word(sceneId)}: the media of ${word(assetType)} are kept`
  }
  if (event === 'asset.media_lost') {
    const { sceneId, assetType, reason } = data as EventData<'asset.media_lost'>
    return `Take in scene ${word(sceneId)}: the media of ${word(assetType)} are lost. ${word(reason)}`
  }
  return (event === 'webhook.test' && word((data as { message: string }).message)) || event
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`
}

function linkTo(address: string): Message['link'] {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined
  const { href, host } = new URL(address)
  // The serializer leaves these as they are, and to a chat they end the link.
  const url = href.replace(
    /[()<>|]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return { url, label: `Open the take (${host})` }
}

const word = (text: string) => shorten(oneLine(text), 60)

/** Direction marks count as control characters: they make text read as what it is not. */
function oneLine(text: string): string {
  return text
    .slice(0, readLength)
    .toWellFormed()
    .replace(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim()
}

/**
 * A text, escaped, in at most `limit` UTF-16 code units; a longer one is cut between code points and ends in "…".
 * `inFull` escapes one code point at a time, so that no escape is cut apart.
 */
export function shorten(text: string, limit: number, inFull = (character: string) => character): string {
  let all = ''
  let cut = ''
  for (const character of text) {
    all += inFull(character)
    if (all.length > limit) return `${cut}…`
    if (all.length < limit) cut = all
  }
  return all
}

/** How many parts fit into `count` parts and `total` in size; one part of size `rest` tells of those that do not. */
export function howManyFit(sizes: number[], most: { count: number; total: number; rest: number }): number {
  const sum = sizes.reduce((total, size) => total + size, 0)
  if (sizes.length <= most.count && sum <= most.total) return sizes.length

  let left = most.total - most.rest
  let fitting = 0
  for (const size of sizes) {
    if (fitting === most.count - 1 || size > left) break
    left -= size
    fitting += 1
  }
  return fitting
}
