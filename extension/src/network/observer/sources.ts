import { call, patchConstructor, patchMethod, quietly } from './patch.ts'
import { tell } from './tell.ts'

const { get, set } = WeakMap.prototype
const { isView } = ArrayBuffer
const { isArray } = Array

/** Where bytes came from: by the buffer or the blob that the page got. */
const addresses = new WeakMap<object, string>()
/** What a page puts a film together of (Media Source Extensions), and the address by which it plays it. */
const films = new WeakMap<object, Film>()

interface Film {
  url: string
  /** Of its parts, the first few. */
  parts: string[]
}

/** Parts may come from many addresses: so many are told. */
const mostParts = 4

export function cameFrom(bytes: object, address: string): void {
  if (address) call(set, addresses, [bytes, address])
}

/** A `blob:` address is led back to where its bytes are from, where all of them are from there and were not copied in between. */
export function observeSources(): void {
  patchConstructor('Blob', (blob, [parts]) => {
    const address = oneAddressOf(parts)
    if (address) cameFrom(blob, address)
  })
  patchMethod(URL, 'createObjectURL', (method, self, given) => {
    const url = call(method, self, given) as string
    quietly(() => nameObject(given[0] as object, url))
    return url
  })
  if (!globalThis.MediaSource) return
  patchMethod(MediaSource.prototype, 'addSourceBuffer', (method, self, given) => {
    const buffer = call(method, self, given) as object
    quietly(() => call(set, films, [buffer, filmOf(self as object)]))
    return buffer
  })
  patchMethod(globalThis.SourceBuffer?.prototype, 'appendBuffer', (method, self, given) => {
    const appended = call(method, self, given)
    quietly(() => notePart(self as object, given[0]))
    return appended
  })
}

function nameObject(object: object, url: string): void {
  const address = call(get, addresses, [object]) as string | undefined
  if (address) tell('blob', [url, 'whole', address])
  else if (globalThis.MediaSource && object instanceof MediaSource) filmOf(object).url = url
}

function filmOf(source: object): Film {
  const film = (call(get, films, [source]) as Film | undefined) ?? { url: '', parts: [] }
  call(set, films, [source, film])
  return film
}

function notePart(buffer: object, bytes: unknown): void {
  const film = call(get, films, [buffer]) as Film | undefined
  const address = addressOf(bytes)
  if (!film?.url || !address || film.parts.length >= mostParts || film.parts.includes(address)) return
  film.parts[film.parts.length] = address
  tell('blob', [film.url, 'part', address])
}

function oneAddressOf(parts: unknown): string | undefined {
  if (!isArray(parts) || parts.length === 0) return undefined
  const first = addressOf(parts[0])
  for (const part of parts) if (addressOf(part) !== first) return undefined
  return first
}

function addressOf(bytes: unknown): string | undefined {
  const holder = isView(bytes) ? bytes.buffer : bytes
  return typeof holder === 'object' && holder ? (call(get, addresses, [holder]) as string) : undefined
}
