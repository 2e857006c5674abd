import { text } from 'node:stream/consumers'

/** Where a command reads and writes: a process has its own, tests bring theirs. */
export interface Terminal {
  environment: Record<string, string | undefined>
  /** All of standard input, without the end of its last line. */
  input(): Promise<string>
  /** Writes a line to standard output. */
  print(line: string): void
  /** Writes a line to standard error. */
  warn(line: string): void
}

export const processTerminal: Terminal = {
  environment: process.env,
  input: async () => (await text(process.stdin)).replace(/\r?\n$/, ''),
  print: (line) => console.log(line),
  warn: (line) => console.error(line),
}

/** Thrown by a command that has said what came of it, where that is to be the code that it ends with, too. */
export class Unsuccessful extends Error {}
