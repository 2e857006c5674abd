import { Worker } from 'node:worker_threads'
import type { Answered, SentMessage, SpanRecord } from './records.ts'

interface Options {
  /** Variables for the packages of OpenTelemetry, and nothing else of the environment. */
  environment: Record<string, string>
  /** What the service is. */
  resource: Record<string, string>
  /** How many spans wait at most, how many go at once, and after how many milliseconds fewer do. */
  queue: number
  batch: number
  delay: number
  /** Milliseconds after which what is on its way is given up: the thread does so before. */
  timeout: number
  onSent: (spans: number) => void
  onDropped: (spans: number) => void
  onProblem: (is: SentMessage['is'], problem: string) => void
}

/** Milliseconds between two threads, where they die. */
const restAfterDeath = 10_000

/** Characters of a span: with its statements a few thousand at most; and of all that wait. */
const longestQueue = 16 * 2 ** 20

/** Hands spans to a thread that makes them what collectors take and sends them. Nobody ever waits for it: what it cannot take in time is dropped. */
export class Sending {
  readonly #options: Options
  #waiting: { text: string; spans: number }[] = []
  #waitingSpans = 0
  #characters = 0
  #thread: Worker | undefined
  #diedAt = Number.NEGATIVE_INFINITY
  /** Spans on their way. */
  #onWay: { nth: number; spans: number } | undefined
  #sent = 0
  #overdue: NodeJS.Timeout | undefined
  #metricsOnWay = false
  #timer: NodeJS.Timeout | undefined
  #isClosed = false
  #settled: () => void = () => {}

  constructor(options: Options) {
    this.#options = options
  }

  add(span: SpanRecord): void {
    const spans = 1 + span.statements.length
    const { queue, batch, delay, onDropped } = this.#options
    // One that is larger than the queue still goes where nothing else waits.
    const isFull = this.#waitingSpans > 0 && this.#waitingSpans + spans > queue
    if (this.#isClosed || isFull || this.#characters > longestQueue) {
      onDropped(spans)
      return
    }
    const text = JSON.stringify(span)
    this.#waiting.push({ text, spans })
    this.#waitingSpans += spans
    this.#characters += text.length
    if (this.#waitingSpans >= batch) this.#sendSpans()
    else this.#timer ??= setTimeout(() => this.#sendSpans(), delay).unref()
  }

  /** What prom-client gives. Nothing is sent while the one before is on its way. */
  sendMetrics(metrics: unknown): void {
    if (this.#metricsOnWay || this.#isClosed) return
    this.#metricsOnWay = this.#post({ is: 'metrics', text: JSON.stringify(metrics), nth: 0 })
  }

  /** Sends what waits, for so many milliseconds at most. */
  async close(patience: number): Promise<void> {
    const deadline = performance.now() + patience
    while ((this.#waiting.length > 0 || this.#onWay !== undefined) && performance.now() < deadline) {
      this.#sendSpans()
      if (this.#onWay === undefined) break
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.max(0, deadline - performance.now()))
        this.#settled = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    this.#isClosed = true
    clearTimeout(this.#timer)
    clearTimeout(this.#overdue)
    this.#drop(this.#onWay?.spans ?? 0)
    this.#drop(this.#waitingSpans)
    const thread = this.#thread
    this.#thread = undefined
    await thread?.terminate()
  }

  #sendSpans(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#onWay !== undefined || this.#waiting.length === 0) return
    const texts: string[] = []
    let spans = 0
    while (this.#waiting.length > texts.length) {
      const next = this.#waiting[texts.length]!
      if (spans > 0 && spans + next.spans > this.#options.batch) break
      texts.push(next.text)
      spans += next.spans
    }
    this.#waiting.splice(0, texts.length)
    this.#waitingSpans -= spans
    const text = `[${texts.join(',')}]`
    this.#characters -= text.length - texts.length - 1
    this.#sent += 1
    const nth = this.#sent
    if (!this.#post({ is: 'spans', text, nth })) {
      this.#drop(spans)
      return
    }
    this.#onWay = { nth, spans }
    const giveUp = () => this.#answer({ is: 'spans', nth, problem: 'TIMEOUT' })
    this.#overdue = setTimeout(giveUp, this.#options.timeout)
    this.#overdue.unref()
  }

  #post(message: SentMessage): boolean {
    this.#thread ??= this.#start()
    this.#thread?.postMessage(message)
    return this.#thread !== undefined
  }

  #start(): Worker | undefined {
    if (performance.now() - this.#diedAt < restAfterDeath) return undefined
    const { environment, resource } = this.#options
    const thread = new Worker(new URL('./exporter-thread.ts', import.meta.url), {
      env: environment,
      workerData: resource,
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    })
    thread.unref()
    thread.on('message', (answered: Answered) => this.#thread === thread && this.#answer(answered))
    thread.on('error', (error) => this.#died(thread, codeOf(error)))
    thread.on('exit', () => this.#died(thread, 'EXIT'))
    return thread
  }

  #answer({ is, nth, problem }: Answered): void {
    const { onSent, onProblem } = this.#options
    if (is === 'metrics') this.#metricsOnWay = false
    else if (this.#onWay?.nth !== nth) return
    if (problem !== null) onProblem(is, problem)
    if (is === 'metrics') return
    const spans = this.#onWay?.spans ?? 0
    this.#onWay = undefined
    clearTimeout(this.#overdue)
    if (problem === null) onSent(spans)
    else this.#drop(spans)
    this.#settled()
    if (this.#waitingSpans >= this.#options.batch) this.#sendSpans()
    else if (this.#waiting.length > 0)
      this.#timer ??= setTimeout(() => this.#sendSpans(), this.#options.delay).unref()
  }

  #died(thread: Worker, problem: string): void {
    if (this.#thread !== thread) return
    this.#thread = undefined
    this.#diedAt = performance.now()
    this.#metricsOnWay = false
    this.#options.onProblem('spans', problem)
    if (this.#onWay) this.#answer({ is: 'spans', nth: this.#onWay.nth, problem })
  }

  #drop(spans: number): void {
    if (spans > 0) this.#options.onDropped(spans)
  }
}

function codeOf(error: unknown): string {
  const { code, name } = error as NodeJS.ErrnoException
  return code ?? name
}
