import { collectDefaultMetrics, type Metric, Registry } from 'prom-client'
import { RequestDurations } from './request-durations.ts'

/** What `/metrics` shows: this process, how long requests took by method, route and status, and what joins it. */
export class Metrics {
  /** For the metrics of others. */
  readonly registry = new Registry()
  readonly #requests = new RequestDurations()

  constructor() {
    collectDefaultMetrics({ register: this.registry, prefix: 'dailies_' })
    // Named as what is counted, which they are not: Prometheus finds fault with it. Each is a sum of those by type.
    for (const what of ['handles', 'requests', 'resources'])
      this.registry.removeSingleMetric(`dailies_nodejs_active_${what}_total`)
    this.registry.registerMetric(this.#requests as unknown as Metric)
  }

  observe(method: string, route: string, status: number, seconds: number): void {
    this.#requests.observe(method, route, status, seconds)
  }

  get contentType(): string {
    return this.registry.contentType
  }

  text(): Promise<string> {
    return this.registry.metrics()
  }
}
