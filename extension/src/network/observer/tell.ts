import { asked, offered, ready, type ToldKind, toldEvent } from '../channel.ts'
import { call, quietly } from './patch.ts'

const NativeEvent = StorageEvent
const NativeMouseEvent = MouseEvent
const { addEventListener, removeEventListener, dispatchEvent } = EventTarget.prototype

/** What the page may do until the keeper is there, which is before the page begins: events, and characters of them. */
const mostEarly = 50
let earlyRoom = 6_000_000

let early: Event[] | undefined = []

/** Where both ends meet (channel.ts). */
const meeting = document.createElement('i')

/** Whichever of both comes first waits for the other. The first that asks gets it, and nobody after that. */
export function meetKeeper(): void {
  const offer = () => {
    call(dispatchEvent, document, [new NativeMouseEvent(offered, { relatedTarget: meeting })])
  }
  const onReady = () => {
    call(removeEventListener, document, [asked, offer])
    call(removeEventListener, meeting, [ready, onReady])
    const waiting = early ?? []
    early = undefined
    for (const event of waiting) call(dispatchEvent, meeting, [event])
  }
  call(addEventListener, meeting, [ready, onReady])
  call(addEventListener, document, [asked, offer])
  offer()
}

/** See channel.ts. */
export function tell(kind: ToldKind, url: string, request: string, text: string): void {
  quietly(() => {
    const event = new NativeEvent(toldEvent, { key: kind, url, oldValue: request, newValue: text })
    if (!early) {
      call(dispatchEvent, meeting, [event])
      return
    }
    earlyRoom -= request.length + text.length
    if (early.length < mostEarly && earlyRoom >= 0) early[early.length] = event
  })
}
