import { howManyFit, type Message, messageOf, shorten } from './message.ts'
import type { SendableEvent } from './sendable-event.ts'

/**
 * https://docs.slack.dev/reference/block-kit/blocks: 50 blocks a message, 3,000 characters a section's text. There
 * is a total besides, which is documented nowhere: some 13,000 characters of JSON make `msg_blocks_too_long`
 * (slackapi/bolt-js#2509).
 */
const most = { count: 50, total: 12_000, rest: 200 }
const longestSection = 3000
const longestHeadline = 400

/**
 * The body for an incoming webhook of Slack: a section an event, as many as fit, and how many more there are.
 * `text` is what notifications show. https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
 */
export function slackBody(events: SendableEvent[]): string {
  const messages = events.map(messageOf)
  const sections = messages.map((message) => section(sectionText(message)))
  const shown = howManyFit(
    sections.map((block) => Buffer.byteLength(JSON.stringify(block))),
    most,
  )
  const rest = events.length - shown
  const blocks = rest > 0 ? [...sections.slice(0, shown), section(`and ${rest} more`)] : sections
  return JSON.stringify({ text: notification(messages), blocks })
}

/** `verbatim`: Slack looks for no names, channels and addresses in the text of users. */
function section(text: string) {
  return { type: 'section', text: { type: 'mrkdwn', text, verbatim: true } }
}

function sectionText({ headline, prompt, link }: Message): string {
  const lines = [`*${shorten(headline, longestHeadline, escaped)}*`]
  if (prompt) lines.push(`>${shorten(prompt, longestSection / 2, escaped)}`)
  const text = lines.join('\n')
  const withLink = link && `${text}\n<${escapedAll(link.url)}|${escapedAll(link.label)}>`
  return withLink && withLink.length <= longestSection ? withLink : text
}

function notification([first, ...others]: Message[]): string {
  const headline = shorten(first?.headline ?? '', longestHeadline, escaped)
  return others.length > 0 ? `${headline} and ${others.length} more` : headline
}

const escapedAll = (text: string) => text.replace(/[&<>]/g, escaped)

/** https://docs.slack.dev/messaging/formatting-message-text, "Escaping text": nothing else makes a mention or link. */
function escaped(character: string): string {
  if (character === '&') return '&amp;'
  if (character === '<') return '&lt;'
  return character === '>' ? '&gt;' : character
}
