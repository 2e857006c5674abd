import { isMediaType, isTelling, mostDecoded, requestText, tellAnswer, tellValue } from './answer.ts'
import { readerOf } from './native.ts'
import { call, patchMethod, quietly } from './patch.ts'
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

/** Answers of `XMLHttpRequest`, by a listener that hears of the end as those of the page do. */
export function observeRequests(): void {
  patchMethod(prototype, 'send', (method, self, given) => {
    quietly(() => {
      const request = requestText(given[0])
      const onLoad = () => quietly(() => look(self, request))
      call(addEventListener, self, ['load', onLoad, { once: true }])
    })
    return call(method, self, given)
  })
}

function look(self: unknown, request: string): void {
  const type = call(headerOf, self, ['content-type'])
  const isMedia = isMediaType(type)
  if (!isMedia && !isTelling(type)) return
  const answer = answerOf(self)
  if (typeof answer === 'string') {
    if (!isMedia) tellAnswer(urlOf(self), request, answer)
  } else if (isMedia) {
    if (answer && typeOf(self) !== 'document') cameFrom(answer as object, urlOf(self), request)
  } else if (typeOf(self) === 'json') {
    tellValue(urlOf(self), request, answer)
  } else if (answer instanceof NativeBuffer && answer.byteLength <= mostDecoded) {
    tellAnswer(urlOf(self), request, call(decode, new NativeDecoder(), [answer]) as string)
  }
}
