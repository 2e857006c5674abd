/** What keeps a text from being JSON, and where. */
export interface JsonProblem {
  line: number
  column: number
  message: string
}

/** The service refuses what nests deeper. */
const deepest = 64

/** What is wrong with the text as JSON (RFC 8259), if anything. Browsers differ in what they tell; this does not. */
export function jsonProblem(text: string): JsonProblem | undefined {
  const reader = new Reader(text)
  try {
    reader.space()
    reader.value(0)
    reader.space()
    if (reader.at < text.length) reader.fail('Nothing more may come after the end')
    return undefined
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    const before = text.slice(0, error.at).split('\n')
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, message: error.message }
  }
}

class Stop extends Error {
  readonly at: number

  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

class Reader {
  at = 0
  private readonly text: string

  constructor(text: string) {
    this.text = text
  }

  value(depth: number): void {
    const sign = this.text[this.at]
    if (sign === '{') this.object(depth + 1)
    else if (sign === '[') this.array(depth + 1)
    else if (sign === '"') this.string()
    else this.word(sign)
  }

  private word(sign: string | undefined): void {
    if (this.takes(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])/y)) return
    if (this.takes(/(?:true|false|null)(?!\w)/y)) return
    if (sign === undefined) throw new Stop('A value is missing', this.at)
    if (sign === "'") this.fail('Text stands in double quotes: "…"')
    if (/[-+.\d]/.test(sign)) this.fail('This is no number as JSON writes it')
    this.fail('Expected a value: text in double quotes, a number, true, false, null, { or [')
  }

  private object(depth: number): void {
    this.enter(depth)
    if (this.takes(/\}/y)) return
    for (;;) {
      if (this.text[this.at] !== '"') {
        this.fail(
          this.text[this.at] === '}' ? 'A comma too many before }' : 'Expected a name in double quotes',
        )
      }
      this.string()
      this.space()
      if (!this.takes(/:/y)) this.fail('Expected : after the name')
      this.space()
      this.value(depth)
      this.space()
      if (this.takes(/\}/y)) return
      if (!this.takes(/,/y)) this.fail(this.atEnd() ? 'A } is missing at the end' : 'Expected , or }')
      this.space()
    }
  }

  private array(depth: number): void {
    this.enter(depth)
    if (this.takes(/\]/y)) return
    for (;;) {
      if (this.text[this.at] === ']') this.fail('A comma too many before ]')
      this.value(depth)
      this.space()
      if (this.takes(/\]/y)) return
      if (!this.takes(/,/y)) this.fail(this.atEnd() ? 'A ] is missing at the end' : 'Expected , or ]')
      this.space()
    }
  }

  private enter(depth: number): void {
    if (depth > deepest) this.fail(`Nested deeper than ${deepest} levels`)
    this.at += 1
    this.space()
  }

  private string(): void {
    const start = this.at
    this.at += 1
    for (;;) {
      const sign = this.text[this.at]
      if (sign === undefined) this.fail('The text that begins here does not end', start)
      if (sign === '"') break
      if (sign === '\n' || sign === '\r')
        this.fail('The text that begins here does not end on its line', start)
      if (sign! < ' ') this.fail('A control character must be written as an escape, such as \\t')
      if (sign === '\\' && !this.takes(/\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y))
        this.fail('This escape is not known')
      else if (sign !== '\\') this.at += 1
    }
    this.at += 1
  }

  space(): void {
    this.takes(/[ \t\n\r]*/y)
  }

  private takes(pattern: RegExp): boolean {
    pattern.lastIndex = this.at
    if (!pattern.test(this.text)) return false
    this.at = pattern.lastIndex
    return true
  }

  private atEnd(): boolean {
    return this.at >= this.text.length
  }

  fail(message: string, at = this.at): never {
    throw new Stop(message, at)
  }
}
