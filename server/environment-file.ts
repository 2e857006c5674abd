export interface Assignment {
  name: string
  value: string
  /** Where it begins; the first line is 1. */
  line: number
}

export interface WrongLine {
  line: number
  problem: string
}

const blank = /[ \t\r]*(?:[#;][^\n]*)?(?:\n|$)/y
const beginning = /[ \t]*([A-Za-z_][A-Za-z0-9_]*)[ \t]*=[ \t]*/y
const singleQuoted = /'([^']*)'[ \t\r]*(?:\n|$)/y
const doubleQuoted = /"((?:[^"\\]|\\.)*)"[ \t\r]*(?:\n|$)/sy
const plain = /((?:[^\n\\]|\\.|\\$)*)(?:\n|$)/sy
const restOfLine = /[^\n]*(?:\n|$)/y

/**
 * What a file says that systemd takes as `EnvironmentFile=` (systemd.exec(5)): `NAME=value` a line, comments by `#` or `;`, values in single or
 * double quotes, and a backslash at the end of a line that goes on. What systemd would leave out or take for something else is
 * `wrong` here; of none of these more is told than the line.
 */
export function parseEnvironmentFile(text: string): { assignments: Assignment[]; wrong: WrongLine[] } {
  const assignments: Assignment[] = []
  const wrong: WrongLine[] = []
  let [at, line] = [0, 1]

  function take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (!found) return null
    at = pattern.lastIndex
    return found
  }

  function value(): string | undefined {
    const quote = text[at]
    if (quote === "'") return take(singleQuoted)?.[1]
    if (quote === '"') return inDoubleQuotes(take(doubleQuoted)?.[1])
    return inPlain(take(plain)?.[1])
  }

  for (let from = 0; at < text.length; line += newlinesIn(text, from, at)) {
    from = at
    if (take(blank)) continue
    const name = take(beginning)?.[1]
    const given = name === undefined ? undefined : value()
    if (name !== undefined && given !== undefined) assignments.push({ name, value: given, line })
    else {
      const problem =
        name === undefined
          ? 'Must be NAME=value'
          : 'Must end with the quote that it begins with, and nothing behind it'
      wrong.push({ line, problem })
      take(restOfLine)
    }
  }
  return { assignments, wrong }
}

/** Without blanks at its end, but for one behind a backslash. */
function inPlain(raw = ''): string {
  const parts = raw.match(/\\.|./gs) ?? []
  while (/^[ \t\r]$/.test(parts.at(-1) ?? '')) parts.pop()
  return parts.map((part) => (part.length === 2 ? part.slice(1).replace('\n', '') : part)).join('')
}

/** There a backslash means itself, but before what would else have a meaning. */
function inDoubleQuotes(raw: string | undefined): string | undefined {
  return raw?.replace(/\\(["\\`$\n])/g, (_, escaped: string) => escaped.replace('\n', ''))
}

function newlinesIn(text: string, from: number, to: number): number {
  let count = 0
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count += 1
  return count
}
