import { DailiesError } from '../error.ts'

/** Where a command reads and writes: a process has its own, tests bring theirs. */
export interface Terminal {
  environment: Record<string, string | undefined>
  /** All of standard input, without the end of its last line. Throws `invalid` where that is more than a secret. */
  input(): Promise<string>
  /** Writes a line to standard output. */
  print(line: string): void
  /** Writes a line to standard error. */
  warn(line: string): void
  /** Shows a line below all others in the place of the one before; empty text takes it away. Where somebody looks at it alone. */
  show?: ((line: string) => void) | undefined
}

export const processTerminal: Terminal = {
  environment: process.env,
  input: async () => (await inputText()).replace(/\r?\n$/, ''),
  print: (line) => console.log(line),
  warn: (line) => console.error(line),
  show: process.stderr.isTTY ? (line) => process.stderr.write(`\r\x1b[K${cutToWidth(line)}`) : undefined,
}

/** Bytes: passwords, secrets and tokens are far shorter. */
const mostInput = 64 * 1024

async function inputText(): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of process.stdin) {
    pieces.push(piece)
    size += piece.length
    if (size > mostInput)
      throw new DailiesError('invalid', 'standard input is too long: it takes a secret alone')
  }
  return Buffer.concat(pieces).toString()
}

function cutToWidth(line: string): string {
  return line.slice(0, Math.max(20, (process.stderr.columns ?? 80) - 1))
}

/** Thrown by a command that has said what came of it, where that is to be the code that it ends with, too. */
export class Unsuccessful extends Error {
  readonly code: number

  constructor(code = 1) {
    super()
    this.code = code
  }
}
