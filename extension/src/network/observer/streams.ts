import { longestAnswer } from '../channel.ts'
import { isMediaType, isTelling, requestOf, tellAnswer } from './answer.ts'
import { typeOf } from './fetches.ts'
import { readerOf } from './native.ts'
import { call, onceKnown, patchGetter, patchMethod } from './patch.ts'
import { cameFrom } from './sources.ts'

const urlOf = readerOf(globalThis.Response?.prototype, 'url') as (self: unknown) => string
const { get, set } = WeakMap.prototype
const { decode } = TextDecoder.prototype
const { lastIndexOf, slice } = String.prototype
const { test } = RegExp.prototype
const NativeDecoder = TextDecoder
const NativeDecoderStream = globalThis.TextDecoderStream
const { isView } = ArrayBuffer

/** What is read along while the page reads. */
interface Along {
  url: string
  request: string
  /** Of media only where they are from is of use. */
  isMedia: boolean
  isLines: boolean
  decoder: TextDecoder
  text: string
  length: number
}

/** Of a body, of what is made of it, and of their readers. */
const known = new WeakMap<object, Along>()

/** Of these, whole lines are told while more comes: a page may read for hours, or stop before the end. */
const lines = /ndjson|jsonl|component|event-stream/i

/** Bodies that the page reads piece by piece. Where it pipes them, and not into a decoder of text alone, they are not seen. */
export function observeStreams(): void {
  patchGetter(globalThis.Response?.prototype, 'body', (response, body) => {
    if (!body || call(get, known, [body])) return
    const type = typeOf(response)
    const isMedia = isMediaType(type)
    if (!isMedia && !isTelling(type)) return
    const request = requestOf(response as object)
    const decoder = new NativeDecoder()
    const isLines = call(test, lines, [type]) as boolean
    const along = { url: urlOf(response), request, isMedia, isLines, decoder, text: '', length: 0 }
    call(set, known, [body, along satisfies Along])
  })
  patchMethod(globalThis.ReadableStream?.prototype, 'getReader', (method, self, given) =>
    knownToo(self, call(method, self, given)),
  )
  patchMethod(globalThis.ReadableStream?.prototype, 'pipeThrough', (method, self, given) => {
    const next = call(method, self, given)
    return given[0] instanceof NativeDecoderStream ? knownToo(self, next) : next
  })
  patchMethod(globalThis.ReadableStreamDefaultReader?.prototype, 'read', (method, self, given) => {
    const promise = call(method, self, given) as Promise<ReadableStreamReadResult<unknown>>
    const along = call(get, known, [self]) as Along | undefined
    return along ? onceKnown(promise, (piece) => readAlong(along, piece)) : promise
  })
}

function knownToo(self: unknown, next: unknown): unknown {
  const along = call(get, known, [self])
  if (along) call(set, known, [next, along])
  return next
}

function readAlong(along: Along, { done, value }: ReadableStreamReadResult<unknown>): void {
  if (along.isMedia) {
    if (isView(value)) cameFrom(value.buffer, along.url, along.request)
    return
  }
  if (done) {
    tellAnswer(along.url, along.request, along.text)
    along.text = ''
    return
  }
  along.length += (value as Uint8Array | string).length
  if (along.length > longestAnswer) {
    along.text = ''
    return
  }
  along.text +=
    typeof value === 'string' ? value : (call(decode, along.decoder, [value, { stream: true }]) as string)
  if (along.isLines) tellLines(along)
}

function tellLines(along: Along): void {
  const { text } = along
  const end = call(lastIndexOf, text, ['\n']) as number
  if (end < 0) return
  tellAnswer(along.url, along.request, call(slice, text, [0, end]) as string)
  along.text = call(slice, text, [end + 1]) as string
}
