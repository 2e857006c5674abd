import Mustache from 'mustache'
import { DailiesError } from '../../error.ts'

const mostTags = 200
const longestTag = 200
const deepest = 8

/** Its cache would keep every template for ever. */
const parser = new Mustache.Writer()
Object.assign(parser, { templateCache: undefined })

/** A text, a tag or a section of a template; the fifth of a section is what it holds. */
type Span = Mustache.TemplateSpans[number]

/**
 * Parses a custom template. Throws a `DailiesError` for what is no Mustache, for tags that could break the JSON, and
 * for what takes long to parse or render.
 */
export function parseTemplate(template: string): Span[] {
  checkTags(template)
  const spans = parsed(template)
  checkSpans(spans, [])
  return spans
}

/** Before Mustache sees it: its parser takes quadratic time, and follows changed delimiters. */
function checkTags(template: string): void {
  const tags = template.split('{{').slice(1)
  if (tags.length > mostTags) throw refused(`Must have at most ${mostTags} tags`)
  for (const tag of tags) {
    const end = tag.indexOf('}}')
    if ((end === -1 ? tag.length : end) > longestTag) {
      throw refused(`Must have no tag of more than ${longestTag} characters: {{${tag.slice(0, 20)}…`)
    }
    if (/^\s*=/.test(tag)) throw refused('Must not change the delimiters of tags: {{=')
  }
}

function parsed(template: string): Span[] {
  try {
    return parser.parse(template) as Span[]
  } catch (error) {
    throw refused(`Not a Mustache template: ${(error as Error).message}`)
  }
}

function checkSpans(spans: Span[], around: string[]): void {
  for (const [type, name, , , inside] of spans) {
    if (type === '&') {
      throw refused(
        `Must not have unescaped tags: {{{${name}}}} or {{&${name}}}. After a { of JSON, a tag needs a space before it`,
      )
    }
    if (type === '>') throw refused(`Must not have partials: {{>${name}}}`)
    if (type !== '#' && type !== '^') continue

    if (around.includes(name))
      throw refused(`Must not have a section inside of one of the same name: ${name}`)
    if (around.length === deepest) throw refused(`Must not nest sections deeper than ${deepest}: ${name}`)
    checkSpans(inside as Span[], [...around, name])
  }
}

function refused(message: string): DailiesError {
  return new DailiesError('invalid', message)
}
