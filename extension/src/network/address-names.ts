/** By what an address is known again, the surest first. Of two addresses that share one, both are of one take, or it is no name. */
export interface AddressNames {
  /** The address itself. */
  exact: string[]
  /** Without what changes from answer to answer: signatures, sizes, the proxy in front. */
  stable: string[]
  /** The name of the file, where nobody else has that: an id, without its ending and what stands for a size. */
  file: string[]
  /** Whatever looks like an id anywhere in it: only of use to who knows what it is the id of. */
  ids: string[]
}

/** Longer ones are nobody's. */
const longest = 8000
/** An address in an address in an address. */
const deepest = 3

/** Parameters that say which media, not how large or by which right. */
const naming =
  /^(?:id|i|name|key|file|file_?name|path|asset|asset_?id|media|media_?id|uuid|video_?id|image_?id)$/i

/** Parameters that sign, date or resize, whatever the media are. */
const changing =
  /^(?:x-(?:amz|goog|oss|cos|tos|bce|obs)-.*|q-.*|response-.*|expires?|exp|signature|sig|sign|policy|key-pair-id|googleaccessid|awsaccesskeyid|ossaccesskeyid|(?:access_?)?token|_?jwt|hmac|hash|auth(?:_?key|orization)?|credential|se|sv|sr|sp|st|ske|sks|skt|skv|skoid|sktid|t|ts|time(?:stamp)?|w|h|width|height|q|quality|dpr|fit|auto|fm|format|size|resize|dl|download|cache|cb|_)$/i

/** An id that nobody else has: of 16 characters or more with figures among them, or a UUID. */
const id =
  /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?<![\w-])(?=[\w-]*\d)[A-Za-z0-9][\w-]{14,}[A-Za-z0-9](?![\w-])/gi

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i

/** `withIds`: of an address that is looked for. */
export function namesOfAddress(address: string, withIds = true): AddressNames {
  const names: AddressNames = { exact: [], stable: [], file: [], ids: [] }
  if (address.startsWith('blob:')) names.exact.push(address)
  else collect(address, names, deepest, withIds)
  return names
}

function collect(address: string, names: AddressNames, depth: number, withIds: boolean): void {
  if (address.length > longest || !/^https?:/i.test(address)) return
  const url = URL.parse(address)
  if (!url) return
  url.hash = ''
  const nested = depth > 0 ? nestedIn(url) : []
  names.exact.push(url.href)
  // What a proxy passes on names the media; the proxy does not.
  if (nested.length > 0) {
    for (const inner of nested) collect(inner, names, depth - 1, withIds)
    return
  }
  const path = plain(url.pathname)
  const file = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w{2,5}$/, '')
  const isNamed = hasId(file)
  // Of a file that is named by itself the rest says nothing; of any other, it may say which.
  const named = [...url.searchParams]
    .filter(([name, value]) => value !== '' && (naming.test(name) || !(isNamed || changing.test(name))))
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('&')
  if (named) names.stable.push(`${url.host}${path}?${named}`)
  else if (isNamed || hasId(path) || /\.\w{2,5}$/.test(path)) names.stable.push(`${url.host}${path}`)
  // The same file at another of the platform's hosts.
  if (!named && hasId(path)) names.stable.push(path)
  const own = uuid.exec(file)?.[0] ?? (/^(?=[\w-]*\d)[\w-]{20,}$/.test(file) ? file : undefined)
  if (own) names.file.push(own.toLowerCase())
  if (withIds) names.ids.push(...idsIn(`${path} ${valuesOf(url).join(' ')}`))
}

function hasId(text: string): boolean {
  return text.search(id) !== -1
}

/** The ids in a text, in small letters, the last first: paths go from what is wide to what is narrow. */
export function idsIn(text: string): string[] {
  return [
    ...new Set(Array.from(text.slice(0, longest).matchAll(id), ([found]) => found.toLowerCase())),
  ].reverse()
}

/** `/_next/image?url=…`, `/api/img?i=…`, `/cdn-cgi/image/width=512/https://…`, `/resize/aHR0cHM6…`. */
function nestedIn(url: URL): string[] {
  const parameters = valuesOf(url)
  const segments = url.pathname.split('/')
  const within = /\/(https?:\/{1,2}.+)$/i
    .exec(plain(url.pathname))?.[1]
    ?.replace(/^(https?:)\/{1,2}/i, '$1//')
  const resized = /^(?:\/.*)?\/cdn-cgi\/image\/[^/]+\/(?!https?:)(.+)$/i.exec(url.pathname)?.[1]
  const candidates = [
    ...parameters,
    ...parameters.map(decoded),
    ...segments.map(decoded),
    ...segments.map(plain),
    ...(within ? [within] : []),
    ...(resized ? [`${url.origin}/${resized}`] : []),
  ]
  const found = candidates.flatMap((text) => {
    if (text && /^https?:\/\/./i.test(text)) return [text]
    // A path at the same host, as Next.js has it for its own pictures.
    return text && /^\/[\w%./-]+\.\w{2,5}$/.test(text) ? [new URL(text, url.origin).href] : []
  })
  return [...new Set(found)].slice(0, 4)
}

/** base64 or base64url of an address. */
function decoded(text: string): string | undefined {
  if (!/^aHR0c[\w+/-]{10,}={0,2}/.test(text)) return undefined
  try {
    return atob(
      text
        .replace(/\.\w{2,5}$/, '')
        .replaceAll('-', '+')
        .replaceAll('_', '/'),
    )
  } catch {
    return undefined
  }
}

function plain(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Not `searchParams.values()`: in scripts that Firefox runs in pages it cannot be gone through (bugzilla.mozilla.org, 1023984). */
function valuesOf(url: URL): string[] {
  return [...url.searchParams].map(([, value]) => value)
}
