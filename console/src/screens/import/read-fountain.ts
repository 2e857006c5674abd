import { Lexer } from 'fountain-js'

interface ScreenplayScene {
  /** As marked (`#12A#`), in upper case; null for one without a mark. */
  number: string | null
  heading: string
  synopsis: string | null
  act: number | null
  macroScene: string | null
}

export interface Screenplay {
  title: string | null
  scenes: ScreenplayScene[]
  /** Who speaks, and how often: the most first. */
  characters: { name: string; speeches: number }[]
}

/** What the service takes. */
const longest = { number: 50, heading: 2000, synopsis: 10_000, macroScene: 500, name: 200 }

/**
 * Reads a screenplay in the Fountain format (https://fountain.io/syntax): its scenes with the act and the section that
 * they stand in, and who speaks. Never fails: what is no Fountain has no scenes.
 */
export function readFountain(text: string): Screenplay {
  const source = withoutRemarks(text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'))
  const { title, body } = takeTitlePage(source)
  const reader = new Reader()
  // One paragraph at a time: the library copies all that it has read with each piece that it reads.
  for (const paragraph of paragraphs(body)) reader.read(paragraph)
  return { title, ...reader.result() }
}

/** Without what is cut out, and without notes: both may go over many lines. */
function withoutRemarks(text: string): string {
  const uncut = replaced(text, ['/*', '*/'], (cut) => (cut.includes('\n') ? '\n\n' : ''))
  return replaced(uncut, ['[[', ']]'], () => '')
}

/** By steps that only go on: a pattern looks for the end anew from each beginning, which takes minutes where none ends. */
function replaced(text: string, [first, last]: [string, string], by: (remark: string) => string): string {
  const parts: string[] = []
  let at = 0
  for (let start = text.indexOf(first); start >= 0; start = text.indexOf(first, at)) {
    const end = text.indexOf(last, start + first.length)
    if (end < 0) break
    parts.push(text.slice(at, start), by(text.slice(start, end + last.length)))
    at = end + last.length
  }
  return [...parts, text.slice(at)].join('')
}

const titlePageLine =
  /^\s*(?:title|credit|authors?|source|notes|draft ?date|date|contact|copyright|revisions?)\s*:/i

function takeTitlePage(source: string): { title: string | null; body: string } {
  if (!titlePageLine.test(source)) return { title: null, body: source }
  const start = source.trimStart()
  const end = /\n[^\S\n]*\n/.exec(start)
  const page = start.slice(0, end?.index)
  const title = Lexer.tokenizeTitlePage(page).find(({ type }) => type === 'title')?.text
  return { title: title ? plain(title.replace(/\s*\n\s*/g, ' ')) : null, body: start.slice(page.length) }
}

const sceneHeading = /^\s*(?:\*{0,3}_?(?:(?:int|i)\.?\/(?:ext|e)|int|ext|est)[. ].|\.(?!\.)\S)/i
const sectionOrSynopsis = /^\s*(?:#|=(?!==))/
const inTheMiddle = /^\s*(?:#{1,6}|=) +\S/

/**
 * What stands between empty lines. Scene headings, sections and synopses are each their own: many writers leave no
 * empty line after them, and without it the library takes a heading for the cue of a dialogue.
 */
function* paragraphs(body: string): Generator<string> {
  let lines: string[] = []
  for (const line of body.split('\n')) {
    // Two spaces keep a dialogue together.
    const empty = line.trim() === '' && !(line === '  ' && lines.length > 0)
    const first = lines.length === 0
    const alone =
      inTheMiddle.test(line) || (first && (sceneHeading.test(line) || sectionOrSynopsis.test(line)))
    if ((empty || alone) && !first) {
      yield lines.join('\n')
      lines = []
    }
    if (alone) yield line.trimEnd()
    else if (!empty) lines.push(line === '  ' ? line : line.trimEnd())
  }
  if (lines.length > 0) yield lines.join('\n')
}

interface Section {
  depth: number
  act: number | null
  name: string
}

class Reader {
  private readonly scenes: ScreenplayScene[] = []
  private readonly speakers = new Map<string, { name: string; speeches: number }>()
  /** The sections that what comes next is in, the outermost first. */
  private sections: Section[] = []
  /** The scene that a synopsis belongs to; a section has one, too. */
  private described: ScreenplayScene | undefined

  read(paragraph: string): void {
    const forced = paragraph.trimStart().startsWith('@')
    for (const { type, text = '', depth = 1, scene_number } of Lexer.tokenizeScript(withoutRuns(paragraph))) {
      if (type === 'scene_heading') this.addScene(text, scene_number)
      else if (type === 'section') this.enterSection(depth, plain(text))
      else if (type === 'centered' && actOf(plain(text)) !== null) this.enterSection(0, plain(text))
      else if (type === 'synopsis') this.describe(plain(text))
      else if (type === 'character') this.addSpeech(text, forced)
    }
  }

  result(): Pick<Screenplay, 'scenes' | 'characters'> {
    const characters = [...this.speakers.values()].toSorted((one, other) => other.speeches - one.speeches)
    return { scenes: this.scenes, characters }
  }

  private addScene(text: string, mark: string | undefined): void {
    const heading = plain(text).slice(0, longest.heading)
    const scene: ScreenplayScene = {
      number: mark && mark.length <= longest.number ? mark.toUpperCase() : null,
      heading,
      synopsis: null,
      act: this.sections.findLast(({ act }) => act !== null)?.act ?? null,
      macroScene: this.sections.find(({ act }) => act === null)?.name ?? null,
    }
    this.scenes.push(scene)
    this.described = scene
  }

  private enterSection(depth: number, text: string): void {
    this.described = undefined
    if (text === '' || /^end of\b/i.test(text)) return
    const outer = this.sections.filter((section) => section.depth < depth)
    this.sections = [...outer, { depth, act: actOf(text), name: text.slice(0, longest.macroScene) }]
  }

  private describe(text: string): void {
    if (!this.described || text === '') return
    const { synopsis } = this.described
    this.described.synopsis = (synopsis ? `${synopsis}\n${text}` : text).slice(0, longest.synopsis)
  }

  private addSpeech(cue: string, forced: boolean): void {
    const name = nameOf(cue)
    if (name.length > longest.name || !(forced ? /\p{L}/u : /\p{Lu}/u).test(name)) return
    // The library takes lines in scripts other than the Latin one for cues, and shouts.
    if (!forced && (/\p{Ll}/u.test(name) || /[!?:;,…]$/.test(name))) return
    const key = name.toUpperCase()
    const speaker = this.speakers.get(key) ?? { name, speeches: 0 }
    this.speakers.set(key, { ...speaker, speeches: speaker.speeches + 1 })
  }
}

/** Runs of blanks and of marks mean no more than a few of them, and the library needs minutes for thousands. */
function withoutRuns(paragraph: string): string {
  return paragraph.replace(/[^\S\n]{3,}/g, '  ').replace(/([_*])\1{3,}/g, '$1$1$1')
}

/** Without (V.O.), (CONT'D) and the mark of a dual dialogue. */
function nameOf(cue: string): string {
  return plain(cue.replace(/\([^)]*\)?/g, ' ').replace(/\^\s*$/, ''))
}

/** Without marks of emphasis around it. */
function plain(text: string): string {
  const line = text
    .replace(/\*{2,3}/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  let [start, end] = [0, line.length]
  while (start < end && isMark(line[start])) start += 1
  while (end > start && isMark(line[end - 1])) end -= 1
  return line.slice(start, end).trim()
}

function isMark(letter: string | undefined): boolean {
  return letter === '*' || letter === '_'
}

const numerals = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x']
const words = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** Of "Act II", "ACT TWO", "Act 2: The Flood"; null for what is no act. */
function actOf(text: string): number | null {
  const said = /^act\s+(\d{1,3}|[a-z]+)\b/i.exec(text)?.[1]?.toLowerCase()
  if (!said) return null
  if (/^\d/.test(said)) return Number(said)
  const place = Math.max(numerals.indexOf(said), words.indexOf(said))
  return place < 0 ? null : place + 1
}
