import { tellAnswer } from './answer.ts'
import { readerOf } from './native.ts'
import { call, patchGetter } from './patch.ts'

const targetOf = readerOf(Event.prototype, 'target')
const NativeEventSource = globalThis.EventSource
const NativeWebSocket = globalThis.WebSocket
const { has, add } = WeakSet.prototype
const { search } = String.prototype

const seen = new WeakSet<object>()

/** Socket protocols put figures before what they send: `42["done",{…}]` of Socket.IO. */
const opening = /[[{]/

/** Messages of `EventSource` and `WebSocket`, whatever their names, when the page reads them. */
export function observeMessages(): void {
  patchGetter(MessageEvent.prototype, 'data', (event, data) => {
    if (typeof data !== 'string' || call(has, seen, [event])) return
    const target = targetOf(event)
    const isPushed =
      (NativeEventSource && target instanceof NativeEventSource) ||
      (NativeWebSocket && target instanceof NativeWebSocket)
    if (!isPushed) return
    call(add, seen, [event])
    const begin = call(search, data, [opening]) as number
    if (begin < 0 || begin > 12) return
    tellAnswer((target as EventSource).url, '', begin === 0 ? data : data.slice(begin))
  })
}
