import { endOfString } from '../json.ts'
import { textOf } from '../values.ts'

const mostSettings = 500
/** Of JSON in a setting, in characters. */
const longestValue = 100_000
const negativePrefix = 'Negative prompt:'

/** The text that AUTOMATIC1111's web UI writes, and many tools after it. */
export interface Infotext {
  prompt?: string
  negativePrompt?: string
  /** `Steps` and so on; what was in quotes stands here without them. Empty when the text has none. */
  settings: Map<string, string>
  /** What wildcards were filled in. */
  template?: string
}

/**
 * Takes such a text apart: the prompt, often of many lines; `Negative prompt:` and lines; a line of settings; perhaps
 * templates. After modules/infotext_utils.py of AUTOMATIC1111/stable-diffusion-webui and modules/infotext.py of
 * vladmandic/sdnext, which put the templates in front of the settings.
 */
export function parseInfotext(text: string): Infotext {
  const lines = text.replaceAll('\r\n', '\n').trim().split('\n')
  const { at, settings } = findSettings(lines)
  const before = lines.slice(0, at)
  const templateAt = before.findIndex((line) => /^Template: /.test(line))
  const texts = templateAt === -1 || !settings.has('App') ? before : before.slice(0, templateAt)
  const negativeAt = texts.findIndex((line) => line.trimStart().startsWith(negativePrefix))
  const prompt = negativeAt === -1 ? texts : texts.slice(0, negativeAt)
  const negative = negativeAt === -1 ? [] : texts.slice(negativeAt)
  const after = lines.slice(at + 1).find((line) => line.startsWith('Template: '))
  const template = texts === before ? after : before[templateAt]
  return {
    prompt: textOf(prompt.join('\n')),
    negativePrompt: textOf(negative.join('\n').trimStart().slice(negativePrefix.length)),
    settings,
    ...(template && { template: textOf(template.slice('Template: '.length)) }),
  }
}

/**
 * The last line that begins with the steps; else the last line of all, when it has at least three settings. Civitai
 * leaves an empty negative prompt on the line of the settings.
 */
function findSettings(lines: string[]): { at: number; settings: Map<string, string> } {
  const inline = lines.findLastIndex((line) => /^\s*Negative prompt:\s+Steps: ?\d/.test(line))
  if (inline !== -1)
    lines.splice(inline, 1, negativePrefix, lines[inline]!.replace(/^\s*Negative prompt:\s+/, ''))

  const withSteps = lines.findLastIndex((line) => /^\s*Steps: ?\d+\s*(?:,|$)/.test(line))
  if (withSteps !== -1) return { at: withSteps, settings: parseSettings(lines[withSteps]!) }

  const settings = parseSettings(lines.at(-1)!)
  return settings.size >= 3 ? { at: lines.length - 1, settings } : { at: lines.length, settings: new Map() }
}

/** `Key: value, Key: "quoted, value", Key: [JSON]`. */
function parseSettings(line: string): Map<string, string> {
  const settings = new Map<string, string>()
  for (let at = 0, fields = 0; at < line.length && fields < mostSettings; fields += 1) {
    const key = keyAt(line, at)
    const end = key ? endOfValue(line, key.end) : endOfField(line, at)
    if (key) settings.set(key.name, unquoted(line.slice(key.end, end).trim()))
    at = endOfField(line, end) + 1
  }
  return settings
}

function keyAt(line: string, from: number): { name: string; end: number } | undefined {
  const field = line.slice(from, from + 100)
  const name = /^\s*(\w[\w \-/.]*):\s*/.exec(field)
  return name ? { name: name[1]!.trim(), end: from + name[0].length } : undefined
}

function endOfField(line: string, from: number): number {
  const comma = line.indexOf(',', from)
  return comma === -1 ? line.length : comma
}

/** Quotes and brackets hold commas. Brackets that do not close are no JSON. */
function endOfValue(line: string, from: number): number {
  if (line[from] === '"') return endOfString(line, from)
  if (line[from] !== '[' && line[from] !== '{') return endOfField(line, from)
  let depth = 0
  for (let at = from; at < Math.min(line.length, from + longestValue); at += 1) {
    if (line[at] === '"') at = endOfString(line, at) - 1
    else if (line[at] === '[' || line[at] === '{') depth += 1
    else if (line[at] === ']' || line[at] === '}') depth -= 1
    if (depth === 0) return at + 1
  }
  return endOfField(line, from)
}

function unquoted(value: string): string {
  if (!value.startsWith('"') || value.length < 2 || !value.endsWith('"')) return value
  try {
    return String(JSON.parse(value))
  } catch {
    return value
  }
}
