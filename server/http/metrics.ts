import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

type Observe = (seconds: number) => void

/** What `/metrics` shows: this process, and how long requests took by route, method and status. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #requests: Histogram<'method' | 'route' | 'status'>
  readonly #observers = new Map<string, Observe>()

  constructor() {
    collectDefaultMetrics({ register: this.#registry, prefix: 'dailies_' })
    this.#requests = new Histogram({
      name: 'dailies_http_request_duration_seconds',
      help: 'From the head of a request to the end of its answer',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [this.#registry],
    })
  }

  observe(method: string, route: string, status: number, seconds: number): void {
    const key = `${status} ${method} ${route}`
    let observe = this.#observers.get(key)
    if (!observe) {
      const child = this.#requests.labels({ method, route, status })
      observe = (value) => child.observe(value)
      this.#observers.set(key, observe)
    }
    observe(seconds)
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  text(): Promise<string> {
    return this.#registry.metrics()
  }
}
