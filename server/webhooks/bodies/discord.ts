import { howManyFit, type Message, messageOf, shorten } from './message.ts'
import type { SendableEvent } from './sendable-event.ts'

/**
 * https://discord.com/developers/docs/resources/message#embed-object-embed-limits: 10 embeds, a title of 256 and a
 * description of 4,096 characters, 6,000 in all embeds together.
 */
const most = { count: 10, total: 6000, rest: 20 }
const longestTitle = 256
const longestDescription = 4096

interface Embed {
  title?: string
  description?: string
  timestamp?: string
}

/**
 * The body for a webhook of Discord: an embed an event, as many as fit, and how many more there are. Mentions nobody.
 * https://discord.com/developers/docs/resources/webhook#execute-webhook
 */
export function discordBody(events: SendableEvent[]): string {
  const all = events.map(embedOf)
  const shown = howManyFit(all.map(size), most)
  const rest = events.length - shown
  const embeds = rest > 0 ? [...all.slice(0, shown), { description: `and ${rest} more` }] : all
  return JSON.stringify({ embeds, allowed_mentions: { parse: [] } })
}

/** The link is in the description, as Discord refuses the whole message for an embed's `url` that it does not like. */
function embedOf(event: SendableEvent): Embed {
  const message = messageOf(event)
  const title = shorten(message.headline, longestTitle, escaped)
  const description = descriptionOf(message)
  return { title, ...(description && { description }), timestamp: event.timestamp }
}

function descriptionOf({ prompt, link }: Message): string {
  const quote = prompt && `> ${shorten(prompt, longestDescription / 2, escaped)}`
  if (!link) return quote
  const all = `${quote && `${quote}\n`}[${shorten(link.label, longestTitle, escaped)}](${link.url})`
  return all.length <= longestDescription ? all : quote
}

function size({ title = '', description = '' }: Embed): number {
  return title.length + description.length
}

/** A backslash makes any punctuation plain; the slash, so that no address in it becomes a link. */
function escaped(character: string): string {
  if (character === '@') return '@\u200b'
  return /[\\*_~`|<>#[\]\-+/]/.test(character) ? `\\${character}` : character
}
