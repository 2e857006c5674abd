import { longestAnswer, longestRequest } from '../channel.ts'
import { call, onceKnown, patchMethod, quietly } from './patch.ts'
import { cameFrom } from './sources.ts'
import { tell } from './tell.ts'

const headersOf = getter(Response.prototype, 'headers')
const urlOf = getter(Response.prototype, 'url')
const bodyOf = getter(Response.prototype, 'body')
const { get: headerOf } = Headers.prototype
const { text: textOf, json: jsonOf } = Response.prototype
const { toString: sourceOf } = Function.prototype
const { test } = RegExp.prototype
const { parse, stringify } = JSON
const { decode } = TextDecoder.prototype
const { text: textOfBlob } = Blob.prototype
const NativeDecoder = TextDecoder
const NativeResponse = Response
const DecoderStream = globalThis.TextDecoderStream
const { get, set } = WeakMap.prototype

/** JSON, lines of it, server-sent events, and what React's server components answer in (`1:{…}` a line). */
const telling = /[/+]json|ndjson|jsonl|text\/x-component|text\/event-stream/i
const media = /^(?:image|video|audio)\/|octet-stream/i

/** Requests by what answers them. */
const requests = new WeakMap<object, string>()
/** Streams of bodies that are worth reading along, and their readers. */
const streams = new WeakMap<object, Along>()

/** What is read along while the page reads. */
interface Along {
  url: string
  request: string
  /** Of media: only where they are from is of use. */
  isMedia: boolean
  /** Undefined once it is too long. */
  text: string | undefined
  decoder: TextDecoder
}

/** Remembers what a request said, until its answer is read. */
export function rememberRequest(response: object, request: string): void {
  if (request) call(set, requests, [response, request])
}

export function requestText(body: unknown): string {
  if (typeof body !== 'string' || body.length > longestRequest) return ''
  return body[0] === '{' || body[0] === '[' ? body : ''
}

export function isTelling(type: string | null): boolean {
  return type !== null && (call(test, telling, [type]) as boolean)
}

export function isMediaType(type: string | null): boolean {
  return type !== null && (call(test, media, [type]) as boolean)
}

/** Answers are seen as the page reads them: by the promises that it gets, without a second stream of the same bytes. */
export function observeBodies(): void {
  patchMethod(Response.prototype, 'text', (method, self, given) =>
    onceKnown(call(method, self, given) as Promise<string>, (text) => {
      if (isTelling(typeOf(self))) tellAnswer(self, text)
    }),
  )
  patchMethod(Response.prototype, 'json', (method, self, given) => {
    if (!isPlain(method) || !isTelling(typeOf(self))) {
      return onceKnown(call(method, self, given) as Promise<unknown>, (value) => {
        if (isTelling(typeOf(self))) tellAnswer(self, stringify(value))
      })
    }
    return parsed(self as Response)
  })
  patchMethod(Response.prototype, 'arrayBuffer', (method, self, given) =>
    onceKnown(call(method, self, given) as Promise<ArrayBuffer>, (buffer) => {
      const type = typeOf(self)
      if (isMediaType(type)) cameFrom(buffer, call(urlOf, self, []) as string)
      else if (isTelling(type) && buffer.byteLength < longestRequest) {
        tellAnswer(self, call(decode, new NativeDecoder(), [buffer]) as string)
      }
    }),
  )
  patchMethod(Response.prototype, 'blob', (method, self, given) =>
    onceKnown(call(method, self, given) as Promise<Blob>, (blob) => {
      const type = typeOf(self)
      if (isMediaType(type)) cameFrom(blob, call(urlOf, self, []) as string)
      else if (isTelling(type) && blob.size < longestRequest) {
        onceKnown(call(textOfBlob, blob, []) as Promise<string>, (text) => tellAnswer(self, text))
      }
    }),
  )
  observeStreams()
}

/** Of another extension that was here before there is no telling what it does. */
function isPlain(method: unknown): boolean {
  return call(sourceOf, method, []) === 'function json() { [native code] }'
}

/** As `json()` does it (Fetch, 5.3 "Body mixin"): the text, parsed. What is no JSON is refused by the browser's own words. */
async function parsed(response: Response): Promise<unknown> {
  const text = (await call(textOf, response, [])) as string
  let value: unknown
  try {
    value = parse(text)
  } catch {
    return call(jsonOf, new NativeResponse(text), [])
  }
  quietly(() => tellAnswer(response, text))
  return value
}

function tellAnswer(response: unknown, text: string): void {
  if (text.length > longestAnswer) return
  const request = (call(get, requests, [response]) as string | undefined) ?? ''
  tell('answer', [call(urlOf, response, []) as string, request, text])
}

/** Bodies that the page reads piece by piece; what it pipes elsewhere, but for a decoder of text, is not seen. */
function observeStreams(): void {
  patchMethod(ReadableStream.prototype, 'getReader', (method, self, given) => {
    const reader = call(method, self, given) as object
    const along = call(get, streams, [self])
    if (along) call(set, streams, [reader, along])
    return reader
  })
  patchMethod(ReadableStream.prototype, 'pipeThrough', (method, self, given) => {
    const next = call(method, self, given) as object
    const along = call(get, streams, [self])
    if (along && DecoderStream && given[0] instanceof DecoderStream) call(set, streams, [next, along])
    return next
  })
  patchMethod(ReadableStreamDefaultReader.prototype, 'read', (method, self, given) => {
    const promise = call(method, self, given) as Promise<ReadableStreamReadResult<unknown>>
    const along = call(get, streams, [self]) as Along | undefined
    return along ? onceKnown(promise, (piece) => readAlong(along, piece)) : promise
  })
  const descriptor = Object.getOwnPropertyDescriptor(Response.prototype, 'body')
  if (!descriptor?.configurable) return
  patchBody()
}
