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
import { readerOf } from './native.ts'
import { call, patchGetter, patchMethod, quietly } from './patch.ts'
import { cameFrom } from './sources.ts'

const prototype = globalThis.XMLHttpRequest?.prototype
const urlOf = readerOf(prototype, 'responseURL') as (self: unknown) => string
const typeOf = readerOf(prototype, 'responseType')
const answerOf = readerOf(prototype, 'response')
const headerOf = prototype?.getResponseHeader
const { addEventListener } = EventTarget.prototype
const { decode } = TextDecoder.prototype
const NativeDecoder = TextDecoder
const NativeBuffer = ArrayBuffer

/**
 * Answers of `XMLHttpRequest`, by a listener that hears of the end as those of the page do; where media are from, when the page
 * reads them.
 */
export function observeRequests(): void {
  patchMethod(prototype, 'send', (method, self, given) => {
    quietly(() => {
      // A page may break off what it asked, and ask something else by the same: each has one listener, and what it asked last.
      rememberRequest(self as object, requestText(given[0]))
      call(addEventListener, self, ['load', onLoad])
    })
    return call(method, self, given)
  })
  patchGetter(prototype, 'response', (self, answer) => {
    if (typeof answer !== 'object' || !answer || !isMediaType(mediaTypeOf(self))) return
    cameFrom(answer, urlOf(self), requestOf(self as object))
  })
}

function onLoad(this: object): void {
  quietly(() => look(this, requestOf(this)))
}

function look(self: unknown, request: string): void {
  if (!isTelling(mediaTypeOf(self))) return
  const answer = answerOf(self)
  if (typeof answer === 'string') {
    tellAnswer(urlOf(self), request, answer)
  } else if (typeOf(self) === 'json') {
    tellValue(urlOf(self), request, answer)
  } else if (answer instanceof NativeBuffer && answer.byteLength <= mostDecoded) {
    tellAnswer(urlOf(self), request, call(decode, new NativeDecoder(), [answer]) as string)
  }
}

function mediaTypeOf(self: unknown): unknown {
  return call(headerOf, self, ['content-type'])
}
