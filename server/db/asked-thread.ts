import type { Worker } from 'node:worker_threads'
import { ofThreadError, type ThreadError } from './thread-error.ts'

/** What came of a question, or why nothing did. */
export type Answer = { result: unknown } | { error: ThreadError }

interface Waiting {
  resolve: (result: never) => void
  reject: (error: unknown) => void
}

interface Options {
  start: () => Worker
  /** What is thrown once it is closed, and at whoever waits for a thread that dies. */
  refusal: (cause?: unknown) => Error
}

/**
 * A thread that answers one question after the other. It begins with the first, and a new one with the next after it died; while
 * nothing is asked, it keeps nobody from ending.
 */
export class AskedThread<Question> {
  readonly #options: Options
  readonly #waiting: Waiting[] = []
  #thread: Worker | undefined
  #isClosed = false

  constructor(options: Options) {
    this.#options = options
  }

  /** The one that answers now. */
  current(): Worker {
    if (this.#isClosed) throw this.#options.refusal()
    this.#thread ??= this.#start()
    return this.#thread
  }

  /** Asks that one, and no other that came after it. */
  async ask<Result>(question: Question, thread = this.current()): Promise<Result> {
    if (this.#thread !== thread) throw this.#options.refusal()
    return await new Promise<Result>((resolve, reject) => {
      thread.postMessage(question)
      this.#waiting.push({ resolve, reject })
      thread.ref()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#thread?.terminate()
  }

  #start(): Worker {
    const thread = this.#options.start()
    thread.on('message', (answer: Answer) => this.#take(thread, answer))
    thread.on('error', (error) => this.#fail(thread, error))
    thread.on('exit', (code) => this.#fail(thread, new Error(`A thread ended with ${code}`)))
    return thread
  }

  #take(thread: Worker, answer: Answer): void {
    if (this.#thread !== thread) return
    const waiting = this.#waiting.shift()
    if ('error' in answer) waiting?.reject(ofThreadError(answer.error))
    else waiting?.resolve(answer.result as never)
    if (this.#waiting.length === 0) thread.unref()
  }

  #fail(thread: Worker, error: unknown): void {
    if (this.#thread !== thread) return
    this.#thread = undefined
    for (const { reject } of this.#waiting.splice(0)) reject(this.#options.refusal(error))
  }
}
