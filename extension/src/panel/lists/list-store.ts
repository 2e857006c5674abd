import type { Dailies } from '../../../../sdk/src/dailies.ts'
import { readSetting, type Settings, writeSetting } from '../../store/database.ts'
import { type KnownList, type ListName, type Lists, readers } from './lists.ts'

/** A list as far as it is known. */
export interface ListState<T> {
  /** Undefined until it was read once, now or in an earlier session. */
  items: T[] | undefined
  reading: boolean
  /** Why it could not be read the last time; what was known stays. */
  error: unknown
  /** Unix milliseconds; 0 when what is known is from an earlier session. */
  readAt: number
}

export interface ListStore {
  get<N extends ListName>(name: N, of: string): ListState<Lists[N]>
  /** Reads it, unless that was done less than `maxAge` milliseconds ago. */
  refresh(name: ListName, of: string, maxAge?: number): Promise<void>
  subscribe(listener: () => void): () => void
}

const nothing: ListState<never> = { items: undefined, reading: false, error: undefined, readAt: 0 }

/** The lists of one service: in memory, and the last of each kind on the disk for when the service is away. */
export function openLists(dailies: Dailies): ListStore {
  const states = new Map<string, ListState<unknown>>()
  const listeners = new Set<() => void>()
  /** What is being read, and what waits for it: one of either. */
  const running = new Map<string, { under: Promise<void>; next?: Promise<void> }>()
  const stateOf = (key: string) => states.get(key) ?? nothing
  const change = (key: string, change: Partial<ListState<unknown>>) => {
    states.set(key, { ...stateOf(key), ...change })
    for (const listener of listeners) listener()
  }

  const read = async <N extends ListName>(name: N, of: string) => {
    const key = `${name} ${of}`
    change(key, { reading: true })
    try {
      if (!stateOf(key).items) change(key, { items: await knownItems(name, of) })
      const items = await readers[name](dailies, of)
      change(key, { items, reading: false, error: undefined, readAt: Date.now() })
      await keepItems(name, { of, items })
    } catch (error) {
      change(key, { reading: false, error })
    }
  }

  /** What is being read may be older than the change because of which it is to be read: one more follows. */
  const refresh = async (name: ListName, of: string, maxAge = 0) => {
    const key = `${name} ${of}`
    const now = running.get(key)
    if (maxAge > 0 && (now || Date.now() - stateOf(key).readAt < maxAge)) return now?.under
    const begin = (): Promise<void> => {
      const under = read(name, of).finally(() => {
        if (running.get(key)?.under === under) running.delete(key)
      })
      running.set(key, { under })
      return under
    }
    if (!now) return begin()
    now.next ??= now.under.then(begin)
    return now.next
  }

  return {
    get: (name, of) => stateOf(`${name} ${of}`) as ListState<never>,
    refresh,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

async function knownItems(name: ListName, of: string): Promise<unknown[] | undefined> {
  const known = await readSetting(`known.${name}`)
  return known?.of === of ? known.items : undefined
}

function keepItems<N extends ListName>(name: N, list: KnownList<N>): Promise<void> {
  return writeSetting(`known.${name}`, list as unknown as Settings[`known.${N}`])
}
