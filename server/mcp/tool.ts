import type { z } from 'zod'
import type { EndpointName } from '../../sdk/src/endpoints.ts'
import type { Connection, Picture } from './connection.ts'
import type { GivenFile } from './given-file.ts'

/** What a tool works with. */
export interface Work extends Connection {
  signal: AbortSignal
  /** Opens and reads a file of the machine that the user allowed; undefined where none may be named. */
  openFile: ((path: string, signal: AbortSignal) => Promise<GivenFile>) | undefined
  /** Waits until work may begin that takes a few milliseconds; nothing where it may at once. */
  turn: () => Promise<void> | undefined
  /** Tells the client how far it is, where that asked. */
  progress: (done: number, all: number) => void
}

interface Answer<Output> {
  /** Short, for the model: with the ids that the next step needs. */
  text: string
  structured: Output
  pictures?: (Picture | undefined)[]
}

/** What an agent may call. Its schemas and its description are all that the agent knows of it. */
export interface Tool {
  name: string
  /** For people, where the name does not say it: it costs every conversation. */
  title?: string
  description: string
  input: z.ZodObject
  output: z.ZodObject
  /** The endpoints that it asks; what a token needs for them is what it needs for the tool. The first decides what a refusal says. */
  asks: readonly EndpointName[]
  /** Which of them it asks with this input, where that is what a refusal must say. */
  asksFor?: (input: never) => EndpointName
  /** Whether it only looks; else whether what was there before is lost by it, and whether doing it twice is as once. */
  does: 'look' | 'add' | 'set'
  run: (input: never, work: Work) => Promise<Answer<object>>
}

interface TypedTool<I extends z.ZodObject, O extends z.ZodObject>
  extends Omit<Tool, 'input' | 'output' | 'run' | 'asksFor'> {
  input: I
  output: O
  asksFor?: (input: z.output<I>) => EndpointName
  run: (input: z.output<I>, work: Work) => Promise<Answer<z.input<O>>>
}

export function tool<I extends z.ZodObject, O extends z.ZodObject>(described: TypedTool<I, O>): Tool {
  return described as unknown as Tool
}
