import {
  isMediaType,
  isTelling,
  mostDecoded,
  rememberRequest,
  requestOf,
  requestText,
  tellAnswer,
  tellValue,
} from './answer.ts'
import { isNative, readerOf } from './native.ts'
import { call, onceKnown, patchConstructor, patchMethod, quietly } from './patch.ts'
import { cameFrom } from './sources.ts'

const headersOf = readerOf(globalThis.Response?.prototype, 'headers')
const urlOf = readerOf(globalThis.Response?.prototype, 'url') as (self: unknown) => string
const isUsed = readerOf(globalThis.Response?.prototype, 'bodyUsed')
const { get: headerOf } = Headers.prototype
const { text: textOf, json: jsonOf } = Response.prototype
const { parse } = JSON
const { decode } = TextDecoder.prototype
const { text: textOfBlob } = Blob.prototype
const [NativeDecoder, NativeResponse, NativeRequest] = [TextDecoder, Response, Request]

/**
 * Answers are seen as the page reads them, by the promises that it gets: no second stream of the same bytes, no copy of a body. A
 * request is seen where its body is given to `fetch` or `Request` as a text.
 */
export function observeFetches(): void {
  patchMethod(globalThis, 'fetch', (method, self, given) => {
    const request = requestOfFetch(given)
    const answered = call(method, self, given) as Promise<Response>
    return request ? onceKnown(answered, (response) => rememberRequest(response, request)) : answered
  })
  patchConstructor('Request', (made, [, options]) => rememberRequest(made, bodyOf(options)))
  const { prototype } = Response
  patchMethod(prototype, 'clone', (method, self, given) => {
    const copy = call(method, self, given) as object
    quietly(() => rememberRequest(copy, requestOf(self as object)))
    return copy
  })
  patchMethod(prototype, 'text', (method, self, given) =>
    onceKnown(call(method, self, given) as Promise<string>, (text) => {
      if (isTelling(typeOf(self))) tellText(self, text)
    }),
  )
  const isPlain = isNative(jsonOf) && isNative(textOf)
  patchMethod(prototype, 'json', (method, self, given) => {
    if (isPlain && self instanceof NativeResponse && !isUsed(self) && isTelling(typeOf(self)))
      return parsed(self)
    return onceKnown(call(method, self, given) as Promise<unknown>, (value) => {
      // What another extension makes of it.
      if (isTelling(typeOf(self))) tellValue(urlOf(self), requestOf(self as object), value)
    })
  })
  patchMethod(prototype, 'arrayBuffer', (method, self, given) =>
    onceKnown(call(method, self, given) as Promise<ArrayBuffer>, (buffer) => {
      const type = typeOf(self)
      if (isMediaType(type)) cameFrom(buffer, urlOf(self), requestOf(self as object))
      else if (isTelling(type) && buffer.byteLength <= mostDecoded) {
        tellText(self, call(decode, new NativeDecoder(), [buffer]) as string)
      }
    }),
  )
  patchMethod(prototype, 'blob', (method, self, given) =>
    onceKnown(call(method, self, given) as Promise<Blob>, (blob) => {
      const type = typeOf(self)
      if (isMediaType(type)) cameFrom(blob, urlOf(self), requestOf(self as object))
      else if (isTelling(type) && blob.size <= mostDecoded) {
        onceKnown(call(textOfBlob, blob, []) as Promise<string>, (text) => tellText(self, text))
      }
    }),
  )
}

/** `fetch(request)`, or `fetch(address, { body })`. */
function requestOfFetch([input, options]: unknown[]): string {
  let request = ''
  quietly(() => {
    request = bodyOf(options) || (input instanceof NativeRequest ? requestOf(input) : '')
  })
  return request
}

function bodyOf(options: unknown): string {
  return requestText((options as { body?: unknown } | undefined)?.body)
}

export function typeOf(response: unknown): unknown {
  let type: unknown
  quietly(() => {
    type = call(headerOf, headersOf(response), ['content-type'])
  })
  return type
}

/** As `json()` does it (Fetch, 5.3): the text, parsed. What is no JSON is refused in the browser's own words. */
async function parsed(response: Response): Promise<unknown> {
  const text = (await call(textOf, response, [])) as string
  let value: unknown
  try {
    value = parse(text)
  } catch {
    return call(jsonOf, new NativeResponse(text), [])
  }
  quietly(() => tellText(response, text))
  return value
}

function tellText(response: unknown, text: string): void {
  tellAnswer(urlOf(response), requestOf(response as object), text)
}
