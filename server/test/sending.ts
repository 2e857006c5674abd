import { Registry } from 'prom-client'
import type { Settings } from '../config.ts'
import type { Database, Engine } from '../db/database.ts'
import { webhookSender } from '../main.ts'
import { WebhookMetrics } from '../webhooks/metrics.ts'
import { Worker } from '../webhooks/worker.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { type Film, type TestService, type TestUser, testFilm, testService, testUser } from './service.ts'

const second = 1000

/** Runs with the real one, and can be moved ahead of it. */
export class TestClock {
  #ahead = 0
  #stoppedAt: number | undefined
  readonly now = (): number => (this.#stoppedAt ?? Date.now()) + this.#ahead

  /** From now on it only moves when it is told to: how busy the machine is does not count. */
  stop(): void {
    this.#stoppedAt = Date.now()
  }

  reset(): void {
    this.#stoppedAt = undefined
    this.#ahead = 0
  }

  move(seconds: number): void {
    this.#ahead += seconds * second
  }
}

/** A worker on that connection that goes by the clock of the test. */
export function testWorker(
  db: Database,
  settings: Settings,
  clock: TestClock,
  onError: (error: unknown) => void = (error) => {
    throw error
  },
): Worker {
  return new Worker({
    db,
    sender: webhookSender(settings),
    metrics: new WebhookMetrics(new Registry(), db),
    rule: { pauseAfter: settings.webhookPauseAfter },
    clock: clock.now,
    lookEvery: 250,
    onError,
  })
}

/** A service that sends nothing by itself, a user with a film, and a clock for workers and receivers. */
export interface Sending {
  service: TestService
  user: TestUser
  film: Film
  clock: TestClock
  worker: Worker
  /** Another worker, on that connection. It throws what goes wrong, unless there is `onError`. */
  anotherWorker(db: Database, onError?: (error: unknown) => void): Worker
  receiver(): Promise<Receiver>
  /** Registers a webhook and returns it with its secret. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  webhook(url: string, settings?: object): Promise<any>
  capture(prompt?: string): Promise<void>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  deliveries(webhookId: string): Promise<any[]>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  delivery(webhookId: string, id: string): Promise<any>
  close(): Promise<void>
}

const environment = {
  DAILIES_DEVELOPMENT: 'true',
  DAILIES_WEBHOOK_ALLOW: '127.0.0.0/8',
  DAILIES_WEBHOOK_WORKER: 'false',
}

export async function startSending(engine: Engine): Promise<Sending> {
  const service = await testService(engine, environment)
  const { settings } = service.place
  const user = await testUser(service)
  const film = await testFilm(service.db, user)
  const clock = new TestClock()
  const receivers: Receiver[] = []
  const anotherWorker = (db: Database, onError?: (error: unknown) => void) =>
    testWorker(db, settings, clock, onError)
  return {
    service,
    user,
    film,
    clock,
    worker: anotherWorker(service.db),
    anotherWorker,
    receiver: async () => {
      const receiver = await startReceiver(clock.now)
      receivers.push(receiver)
      return receiver
    },
    webhook: async (url, further = {}) => {
      const { status, body } = await user.send('POST', '/api/webhooks', {
        url,
        events: ['asset.created'],
        ...further,
      })
      if (status !== 201) throw new Error(JSON.stringify(body))
      return body.data
    },
    capture: async (prompt = 'a lighthouse at dusk') => {
      const { status, body } = await user.ingest({ ...film.capture, prompt })
      if (status !== 200) throw new Error(JSON.stringify(body))
    },
    deliveries: async (webhookId) =>
      (await user.get(`/api/webhooks/${webhookId}/deliveries?limit=100`)).body.data,
    delivery: async (webhookId, id) =>
      (await user.get(`/api/webhooks/${webhookId}/deliveries/${id}`)).body.data,
    close: async () => {
      await Promise.all(receivers.map((receiver) => receiver.close()))
      await service.close()
    },
  }
}
