import { mergeReadings } from '@dailies/reading/merge.ts'
import type { Reading } from '@dailies/reading/reading.ts'
import { namesOfAddress } from './address-names.ts'
import type { Take } from './take.ts'

/** So many takes of one page, and so many bytes of what is told of them; the oldest are forgotten. */
const mostTakes = 4000
const mostBytes = 6_000_000
/** Takes that share one name: more of them name nothing. */
const mostOfName = 200

type Told = Take['reading']

/** Bytes of what a key takes beside its text. */
const bytesOfKey = 250

interface Kept {
  take: Take
  keys: string[]
  bytes: number
}

/** What was told of the takes of this page, by all that their media go by. */
export class Takes {
  #kept = new Set<Kept>()
  #byKey = new Map<string, Set<Kept>>()
  #bytes = 0

  get bytes(): number {
    return this.#bytes
  }

  /** The same again, as pages ask every second, changes nothing. */
  add(take: Take): void {
    const keys = keysOf(take)
    const [first] = keys
    if (first === undefined) return
    const again = this.#again(first, take)
    if (again) {
      this.#kept.delete(again)
      this.#kept.add(again)
      return
    }
    const kept = { take, keys, bytes: bytesOf(take, keys) }
    if (kept.bytes > mostBytes / 4) return
    this.#kept.add(kept)
    this.#bytes += kept.bytes
    for (const key of keys) {
      const others = this.#byKey.get(key) ?? new Set()
      others.add(kept)
      this.#byKey.set(key, others)
    }
    for (const oldest of this.#kept) {
      if (this.#kept.size <= mostTakes && this.#bytes <= mostBytes) break
      this.#forget(oldest)
    }
  }

  #again(key: string, take: Take): Kept | undefined {
    const others = this.#byKey.get(key)
    if (!others) return undefined
    const text = JSON.stringify(take)
    return [...others].slice(-mostOfName).find((kept) => JSON.stringify(kept.take) === text)
  }

  /**
   * What was told of the media at these addresses: by a recipe, or else by the general rule. `doubt` when what was told is of more than
   * one take: then nobody knows, and the artist is asked.
   */
  find(addresses: readonly string[]): { reading: Told; isGuess?: true } | 'doubt' | undefined {
    for (const isGuess of [false, true]) {
      const found = this.#find(addresses, (kept) => Boolean(kept.take.isGuess) === isGuess)
      if (found === 'doubt') return found
      if (found) return { reading: found, ...(isGuess && { isGuess }) }
    }
    return undefined
  }

  #find(addresses: readonly string[], isMeant: (kept: Kept) => boolean): Told | 'doubt' | undefined {
    for (const keys of searchesOf(addresses)) {
      const found = keys.flatMap((key) => [...(this.#byKey.get(key) ?? [])]).filter(isMeant)
      if (found.length === 0) continue
      const reading = this.#agreed(new Set(found), isMeant)
      if (reading) return reading
    }
    return undefined
  }

  /** Of one take, with what other answers told of it by the same names. */
  #agreed(found: Set<Kept>, isMeant: (kept: Kept) => boolean): Told | 'doubt' | undefined {
    if (found.size > mostOfName) return 'doubt'
    const names = new Set([...found].flatMap(({ take }) => take.names))
    const named = [...names].flatMap((name) => [...(this.#byKey.get(nameKey(name)) ?? [])]).filter(isMeant)
    const own = agree([...found].map(({ take }) => take.reading))
    if (own === 'doubt' || own.prompt) return own
    // The job of a take tells its prompt.
    const job = agree(named.filter((kept) => !found.has(kept)).map(({ take }) => take.reading))
    if (job === 'doubt') return job
    const whole = mergeReadings([own, job].map(withSource))
    return Object.keys(whole).length > 0 ? whole : undefined
  }

  #forget(kept: Kept): void {
    this.#kept.delete(kept)
    this.#bytes -= kept.bytes
    for (const key of kept.keys) {
      const others = this.#byKey.get(key)
      others?.delete(kept)
      if (others?.size === 0) this.#byKey.delete(key)
    }
  }
}

/** As if none of its texts were shared. */
function bytesOf(take: Take, keys: readonly string[]): number {
  const characters = keys.reduce((sum, key) => sum + key.length, JSON.stringify(take).length)
  return characters * 2 + keys.length * bytesOfKey
}

/** The surest names of media first. */
function searchesOf(addresses: readonly string[]): string[][] {
  const names = addresses.map((address) => namesOfAddress(address))
  const all = (of: (name: (typeof names)[number]) => string[], kind: string) => [
    ...new Set(names.flatMap((name) => of(name).map((text) => `${kind} ${text}`))),
  ]
  return [
    all(({ exact }) => exact, 'exact'),
    all(({ stable }) => stable, 'stable'),
    all(({ file }) => file, 'file'),
    // One after the other, from the end of the path on.
    ...all(({ ids }) => ids, 'id').map((key) => [key]),
  ]
}

function keysOf({ addresses, names, inAddress }: Take): string[] {
  const keys = addresses.flatMap((address) => {
    const { exact, stable, file } = namesOfAddress(address, false)
    return [
      ...exact.map((text) => `exact ${text}`),
      ...stable.map((text) => `stable ${text}`),
      ...file.map((text) => `file ${text}`),
    ]
  })
  return [
    ...new Set([...keys, ...names.map(nameKey), ...inAddress.map((text) => `id ${text.toLowerCase()}`)]),
  ]
}

function nameKey(name: string): string {
  return `name ${name}`
}

/**
 * What several tellings have in common: two prompts are two takes, and then nobody knows which. Of what else they do not agree on, as
 * the seeds of one job's outputs, nothing is told. A text that was cut off is the same as the whole of it.
 */
function agree(told: readonly Told[]): Told | 'doubt' {
  const prompts = [...new Set(told.flatMap(({ prompt }) => prompt ?? []))].sort((a, b) => b.length - a.length)
  const [longest] = prompts
  if (longest && prompts.some((prompt) => !isSame(prompt, longest))) return 'doubt'
  const metadata = common(told.map(({ metadata = {} }) => metadata))
  return {
    ...common(told.map(({ prompt: _, metadata: _m, ...rest }) => rest)),
    ...(longest && { prompt: longest }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  }
}

function common(all: readonly object[]): Record<string, unknown> {
  const values = new Map<string, unknown>()
  const clashing = new Set<string>()
  for (const [name, value] of all.flatMap((told) => Object.entries(told))) {
    if (values.has(name) && JSON.stringify(values.get(name)) !== JSON.stringify(value)) clashing.add(name)
    values.set(name, value)
  }
  return Object.fromEntries([...values].filter(([name]) => !clashing.has(name)))
}

function isSame(prompt: string, longest: string): boolean {
  if (prompt === longest) return true
  const cut = /^(.{12,}?)\s*(?:…|\.\.\.)$/s.exec(prompt)?.[1]
  return cut !== undefined && longest.startsWith(cut)
}

function withSource(told: Told): Reading {
  return { source: { kind: 'page' }, ...told }
}
