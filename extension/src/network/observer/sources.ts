import { call, patchConstructor, patchMethod, quietly } from './patch.ts'
import { tell } from './tell.ts'

const { get, set } = WeakMap.prototype
const { isView } = ArrayBuffer
const { isArray } = Array
const { includes } = Array.prototype

/** Where bytes came from: by the buffer or the blob that the page got. */
const origins = new WeakMap<object, Origin>()
/** What a page puts a film together of (Media Source Extensions), and the address by which it plays it. */
const films = new WeakMap<object, Film>()

/** What was asked for with a request is at no address, but its request says what it is. */
interface Origin {
  address: string
  request: string
}

interface Film {
  url: string
  /** Of its parts, the first few. */
  parts: string[]
}

/** Parts may come from many addresses: so many are told. */
const mostParts = 4

export function cameFrom(bytes: object, address: string, request: string): void {
  if (address) call(set, origins, [bytes, { address, request }])
}

/** A `blob:` address is led back to where its bytes are from, where all of them are from there and were not copied in between. */
export function observeSources(): void {
  patchConstructor('Blob', (blob, [parts]) => {
    const origin = oneOriginOf(parts)
    if (origin) call(set, origins, [blob, origin])
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
  const origin = call(get, origins, [object]) as Origin | undefined
  if (origin?.request) tell('blob', url, 'asked', origin.request)
  else if (origin) tell('blob', url, 'whole', origin.address)
  else if (globalThis.MediaSource && object instanceof MediaSource) filmOf(object).url = url
}

function filmOf(source: object): Film {
  const film = (call(get, films, [source]) as Film | undefined) ?? { url: '', parts: [] }
  call(set, films, [source, film])
  return film
}

function notePart(buffer: object, bytes: unknown): void {
  const film = call(get, films, [buffer]) as Film | undefined
  const { address, request } = originOf(bytes) ?? {}
  if (
    !film?.url ||
    !address ||
    request ||
    film.parts.length >= mostParts ||
    call(includes, film.parts, [address])
  )
    return
  film.parts[film.parts.length] = address
  tell('blob', film.url, 'part', address)
}

function oneOriginOf(parts: unknown): Origin | undefined {
  if (!isArray(parts) || parts.length === 0) return undefined
  const first = originOf(parts[0])
  for (let at = 1; at < parts.length; at += 1) {
    const { address, request } = originOf(parts[at]) ?? {}
    if (address !== first?.address || request !== first?.request) return undefined
  }
  return first
}

function originOf(bytes: unknown): Origin | undefined {
  const holder = isView(bytes) ? bytes.buffer : bytes
  return typeof holder === 'object' && holder ? (call(get, origins, [holder]) as Origin) : undefined
}
