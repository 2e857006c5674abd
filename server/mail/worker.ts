import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Transaction } from '../db/database.ts'
import { databaseTime } from '../db/time.ts'
import { lookEvery } from '../look-every.ts'
import { Nap } from '../nap.ts'
import type { Letter } from './letter.ts'
import type { Mailer, Sent } from './mailer.ts'
import type { MailMetrics } from './metrics.ts'
import { deleteMail, findDueMail, type LeasedMail, leaseDueMails, postponeMail } from './queries.ts'

const second = 1000
const minute = 60 * second

/** At how many letters a worker is busy at once; they share the connections of the mailer. */
const mostAtOnce = 4

/** How long it is waited for what is being sent, once it is to stop. */
const longestEnd = 10 * second

/** Longer than any sending takes: then it is another's. */
const leaseMilliseconds = 3 * minute

/** After each failure, until the next try; after the last, as long again and again. */
const delays = [minute, 5 * minute, 15 * minute, 60 * minute, 120 * minute]

/** A letter that is ready to be sent. */
export interface Composed {
  to: string
  letter: Letter
  /** Goes with the id of the mail: another letter has another one. */
  id?: string
  /** What is to be written down once it is sent, or never will be. */
  settle?: ((transaction: Transaction) => Promise<void>) | undefined
}

/** Makes the letter of a mail as things are by now; undefined where there is nothing to say, or nobody to say it to. */
type Compose = (db: Database, mail: LeasedMail) => Promise<Composed | undefined>

export interface MailWorkerParts {
  db: Database
  mailer: Mailer
  metrics: MailMetrics
  compose: Record<LeasedMail['kind'], Compose>
  /** Writes down that what a mail was to say never will be. */
  drop: (transaction: Transaction, mail: LeasedMail) => Promise<void>
  /** Queues what has become due otherwise. */
  gather: (db: Database) => Promise<void>
  warn: (about: object, message: string) => void
  onError: (error: unknown) => void
}

/** Sends what is due. Any number may run on a database: each mail is leased by one of them. */
export class MailWorker {
  readonly #parts: MailWorkerParts
  #running: Promise<void> | undefined
  #stopping = false
  readonly #nap = new Nap()

  constructor(parts: MailWorkerParts) {
    this.#parts = parts
  }

  start(): void {
    this.#running = this.#run()
  }

  /** Something was queued: looks at once. */
  wake(): void {
    this.#nap.end()
  }

  /** Begins nothing more, and waits for what is being sent, but not for ever: it is then sent again by another. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#nap.end()
    await Promise.race([this.#running?.catch(() => {}), sleep(longestEnd, undefined, { ref: false })])
    this.#parts.mailer.close()
  }

  /** Sends all that is due now. */
  sendDue(): Promise<void> {
    this.#running = this.#sendDue()
    return this.#running
  }

  async #sendDue(): Promise<void> {
    await this.#parts.gather(this.#parts.db)
    while (!this.#stopping) {
      const { leaseId, mails } = await this.#lease()
      if (mails.length === 0) return
      await Promise.all(mails.map((mail) => this.#send(mail, leaseId)))
    }
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      try {
        await this.#sendDue()
      } catch (error) {
        this.#parts.onError(error)
      }
      if (!this.#stopping) await this.#nap.take(lookEvery)
    }
  }

  async #lease(): Promise<{ leaseId: string; mails: LeasedMail[] }> {
    const { db } = this.#parts
    const leaseId = randomUUID()
    if (!(await db.first(findDueMail, { now: await databaseTime(db) }))) return { leaseId, mails: [] }
    const mails = await db.transaction(async (transaction) => {
      const now = await databaseTime(transaction)
      const until = now + leaseMilliseconds
      return transaction.all(leaseDueMails, { now, limit: mostAtOnce, leaseId, until })
    })
    return { leaseId, mails }
  }

  async #send(mail: LeasedMail, leaseId: string): Promise<void> {
    const { metrics, warn, onError } = this.#parts
    try {
      const { settle, sent } = await this.#try(mail)
      const isOver = await this.#write(mail, leaseId, settle, sent?.outcome === 'failed')
      if (!sent) return
      metrics.count(sent.outcome === 'failed' && isOver ? 'given_up' : sent.outcome)
      if (sent.outcome === 'sent') return
      const { kind, attempts } = mail
      const message = isOver ? 'a mail could not be sent' : 'a mail could not be sent yet'
      warn({ mail: kind, outcome: sent.outcome, attempt: attempts + 1, error: sent.error }, message)
    } catch (error) {
      // The lease runs out, and it is tried again.
      onError(error)
    }
  }

  /** One that no letter can be made of is tried as often, and for as long, as one that cannot be sent. */
  async #try(mail: LeasedMail): Promise<{ settle?: Composed['settle']; sent?: Sent | undefined }> {
    const { db, mailer, compose, drop, onError } = this.#parts
    try {
      const composed = await compose[mail.kind](db, mail)
      const sent = composed && (await mailer.send(composed.to, composed.letter, composed.id ?? mail.id))
      return { settle: composed?.settle, sent }
    } catch (error) {
      onError(error)
      const settle = (transaction: Transaction) => drop(transaction, mail)
      return { settle, sent: { outcome: 'failed', error: 'no letter could be made of it' } }
    }
  }

  /** Whether it is over: sent, refused, or tried for long enough. */
  #write(
    { id, attempts, giveUpAt }: LeasedMail,
    leaseId: string,
    settle: Composed['settle'],
    failed: boolean,
  ): Promise<boolean> {
    return this.#parts.db.transaction(async (transaction) => {
      const now = await databaseTime(transaction)
      const dueAt = now + delays[Math.min(attempts, delays.length - 1)]!
      if (failed && dueAt < giveUpAt) {
        await transaction.run(postponeMail, { id, leaseId, dueAt })
        return false
      }
      // Where its lease ran out it is another's, who writes down what becomes of it.
      if ((await transaction.run(deleteMail, { id, leaseId })) > 0) await settle?.(transaction)
      return true
    })
  }
}
