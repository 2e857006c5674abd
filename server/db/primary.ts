import pg from 'pg'
import { addressesOf, choosesPrimary } from './postgres-addresses.ts'

/** Milliseconds for a host to take a connection, and to say whether it takes writes. A machine that is off says nothing at all. */
const patience = 3000
/** Milliseconds for which nobody is asked again where nobody took writes. */
const pause = 200

type Callback = (error: Error | null, client?: pg.Client) => void

/**
 * Which of the hosts of an address takes writes: the driver knows one host. Looked for side by side when a connection is to
 * be made and the last one that did is gone or does no more; so it is found as soon as a standby was promoted, and an old
 * primary that came back as a standby is not taken for one.
 */
export class Primary {
  readonly #addresses: string[]
  readonly #chooses: boolean
  #known: string | undefined
  #looking: Promise<string> | undefined

  constructor(url: string) {
    this.#addresses = addressesOf(url)
    this.#chooses = choosesPrimary(url)
    if (this.#addresses.length === 1) this.#known = this.#addresses[0]
  }

  /** The address that was written to last; fails where none of the hosts takes writes. */
  get(): Promise<string> {
    if (this.#known !== undefined) return Promise.resolve(this.#known)
    this.#looking ??= this.#look()
    return this.#looking
  }

  /** It could not be connected to, or takes no writes. */
  forget(address: string): void {
    if (this.#addresses.length > 1 && this.#known === address) this.#known = undefined
  }

  /** A class of clients that connect to it, for `pg.Pool` too. */
  clients(): typeof pg.Client {
    const primary = this
    return class extends pg.Client {
      constructor(config: pg.ClientConfig = {}) {
        super({
          ...config,
          connectionString: primary.#addresses[0]!,
          connectionTimeoutMillis: Math.min(config.connectionTimeoutMillis ?? 5000, 5000),
        })
      }

      override connect(): Promise<this>
      override connect(callback: Callback): void
      override connect(callback?: Callback): Promise<this> | undefined {
        const connecting = this.#connect()
        if (!callback) return connecting
        connecting.then(() => callback(null, this), callback)
        return undefined
      }

      async #connect(): Promise<this> {
        const address = await primary.get()
        if (primary.#addresses.length > 1) Object.assign(this, hostOf(address))
        try {
          await Promise.race([super.connect(), this.#ended()])
          if (primary.#chooses) await requireWrites(this)
        } catch (error) {
          primary.forget(address)
          this.end().catch(() => {})
          throw error
        }
        return this
      }

      /** The driver never settles what connects when it is ended meanwhile. */
      #ended(): Promise<never> {
        return new Promise((_, reject) => {
          this.once('end', () => reject(new Error('The connection ended while it was made')))
        })
      }
    }
  }

  async #look(): Promise<string> {
    try {
      const found = await Promise.any(this.#addresses.map(takesWrites))
      this.#known = found
      this.#looking = undefined
      return found
    } catch (error) {
      setTimeout(() => {
        this.#looking = undefined
      }, pause).unref()
      throw Object.assign(new Error(this.#saidBy((error as AggregateError).errors), { cause: error }), {
        code: readOnly,
      })
    }
  }

  /** What is wrong with each host: a wrong password is mended otherwise than a standby that nobody promoted. */
  #saidBy(errors: NodeJS.ErrnoException[]): string {
    const reasons = this.#addresses.map((address, index) => {
      const { message, code } = errors[index]!
      return `${new URL(address).host}: ${message || code}`
    })
    return `None of the hosts of the database takes writes: ${reasons.join('; ')}`
  }
}

/** What PostgreSQL says of a write to a standby (read_only_sql_transaction). */
export const readOnly = '25006'

async function takesWrites(address: string): Promise<string> {
  const client = new pg.Client({
    connectionString: address,
    application_name: 'dailies looks',
    connectionTimeoutMillis: patience,
    query_timeout: patience,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await requireWrites(client)
    return address
  } finally {
    client.end().catch(() => {})
  }
}

async function requireWrites(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query('show transaction_read_only')
  if (rows[0].transaction_read_only !== 'off')
    throw Object.assign(new Error('The database takes no writes: it is a standby'), { code: readOnly })
}

/** As the driver reads it, with what the environment says where the address does not (`PGPORT`): it is looked at so, too. */
function hostOf(address: string): { host: string; port: number } {
  const { host, port } = new pg.Client({ connectionString: address })
  return { host, port }
}
