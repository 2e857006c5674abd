/**
 * The extension's database in memory, for tests in Node: what is used of `idb` here. Transactions are not kept apart. To be loaded
 * before what uses the database is.
 */
import { registerHooks } from 'node:module'

type Key = number | string | readonly Key[]
interface Row {
  /** By which it is found: of an index, what that goes by. */
  key: Key
  primaryKey: Key
  value: unknown
}

class KeyRange {
  readonly lower: Key
  readonly upper: Key
  readonly isOpen: boolean
  constructor(lower: Key, upper: Key, isOpen: boolean) {
    this.lower = lower
    this.upper = upper
    this.isOpen = isOpen
  }
  static bound(lower: Key, upper: Key, isOpen = false): KeyRange {
    return new KeyRange(lower, upper, isOpen)
  }
}

registerHooks({
  resolve: (name, context, next) =>
    name === 'idb' ? { url: import.meta.url, shortCircuit: true } : next(name, context),
})
Object.assign(globalThis, { IDBKeyRange: KeyRange })

type Upgrade = (db: unknown, from: number, to: number, transaction: unknown) => Promise<void>

export async function openDB(_name: string, version: number, { upgrade }: { upgrade: Upgrade }) {
  const db = new InMemory()
  await upgrade(db, 0, version, db.transaction())
  return db
}

class InMemory {
  readonly #stores = new Map<string, Store>()

  createObjectStore(name: string, { keyPath }: { keyPath?: string } = {}): Store {
    const store = new Store(keyPath)
    this.#stores.set(name, store)
    return store
  }
  deleteObjectStore(name: string): void {
    this.#stores.delete(name)
  }
  transaction(names: string | readonly string[] = []) {
    const objectStore = (name: string) => this.#stores.get(name)!
    return { objectStore, store: objectStore([names].flat()[0]!), done: Promise.resolve() }
  }
  async get(name: string, key: Key) {
    return this.#stores.get(name)!.get(key)
  }
  async getAll(name: string, range?: KeyRange) {
    return this.#stores.get(name)!.getAll(range)
  }
  async put(name: string, value: unknown, key?: Key) {
    return this.#stores.get(name)!.put(value, key)
  }
  async delete(name: string, key: Key) {
    return this.#stores.get(name)!.delete(key)
  }
  async getAllFromIndex(name: string, index: string, range?: KeyRange, limit?: number) {
    return this.#stores.get(name)!.index(index).getAll(range, limit)
  }
  async countFromIndex(name: string, index: string, range?: KeyRange) {
    return this.#stores.get(name)!.index(index).count(range)
  }
}

/** What is read: a store, or an index of it. */
class Source {
  readonly rows: () => Row[]
  constructor(rows: () => Row[]) {
    this.rows = rows
  }
  #found(range?: Key | KeyRange): Row[] {
    return this.rows()
      .filter(({ key }) => isIn(key, range))
      .sort((one, other) => compared(one.key, other.key))
  }
  async get(range: Key | KeyRange) {
    return structuredClone(this.#found(range)[0]?.value)
  }
  async getKey(range: Key | KeyRange) {
    return this.#found(range)[0]?.primaryKey
  }
  async getAll(range?: KeyRange, limit?: number) {
    return structuredClone(this.#found(range).slice(0, limit)).map(({ value }) => value)
  }
  async getAllKeys(range?: KeyRange, limit?: number) {
    return this.#found(range)
      .slice(0, limit)
      .map(({ primaryKey }) => primaryKey)
  }
  async count(range?: KeyRange) {
    return this.#found(range).length
  }
  async openCursor(range?: KeyRange, direction = 'next') {
    const found = structuredClone(this.#found(range))
    if (direction === 'prev') found.reverse()
    const at = (place: number) => {
      const row = found[place]
      const advance = async (steps: number): Promise<unknown> => at(place + steps)
      return row ? { ...row, advance, continue: () => advance(1) } : null
    }
    return at(0)
  }
}

class Store extends Source {
  readonly #kept: Map<string, Row>
  readonly #keyPath: string | undefined
  readonly #indexes = new Map<string, Source>()

  constructor(keyPath?: string) {
    const kept = new Map<string, Row>()
    super(() => [...kept.values()])
    this.#kept = kept
    this.#keyPath = keyPath
  }
  createIndex(name: string, path: string | readonly string[]): void {
    const part = (value: unknown, of: string) => (value as Record<string, Key | undefined>)[of]
    const keyOf = (value: unknown) =>
      typeof path === 'string' ? part(value, path) : path.map((of) => part(value, of)!)
    this.#indexes.set(
      name,
      new Source(() =>
        this.rows().flatMap((row) => {
          const key = keyOf(row.value)
          return key === undefined ? [] : [{ ...row, key }]
        }),
      ),
    )
  }
  index(name: string): Source {
    return this.#indexes.get(name)!
  }
  async put(value: unknown, given?: Key) {
    const key = given ?? (value as Record<string, Key>)[this.#keyPath!]!
    this.#kept.set(JSON.stringify(key), { key, primaryKey: key, value: structuredClone(value) })
  }
  async delete(range: Key | KeyRange) {
    for (const { key } of this.rows()) if (isIn(key, range)) this.#kept.delete(JSON.stringify(key))
  }
}

function isIn(key: Key, range?: Key | KeyRange): boolean {
  if (range === undefined) return true
  if (!(range instanceof KeyRange)) return compared(key, range) === 0
  const fromLower = compared(key, range.lower)
  return (range.isOpen ? fromLower > 0 : fromLower >= 0) && compared(key, range.upper) <= 0
}

/** Numbers before texts before arrays, as IndexedDB has them. */
function compared(one: Key, other: Key): number {
  const rank = (key: Key) => ['number', 'string', 'object'].indexOf(typeof key)
  if (rank(one) !== rank(other)) return rank(one) - rank(other)
  if (typeof one !== 'object' || typeof other !== 'object') return one < other ? -1 : Number(one > other)
  for (const [place, part] of one.entries()) {
    if (place >= other.length) return 1
    const order = compared(part, other[place]!)
    if (order !== 0) return order
  }
  return one.length - other.length
}
