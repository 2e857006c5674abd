import { about, asked, between, offered, ready, type ToldKind } from '../channel.ts'
import { call, quietly } from './patch.ts'

const NativeEvent = CustomEvent
const NativeMouseEvent = MouseEvent
const { addEventListener, removeEventListener, dispatchEvent } = EventTarget.prototype
const { replaceAll } = String.prototype

/** Events until the reader is there, which is before the page begins. */
const mostEarly = 100

let early: Event[] | undefined = []

/** Where both ends meet (channel.ts). */
const meeting = document.createElement('i')

/** Whichever of both comes first waits for the other. The first that asks gets it, and nobody after that. */
export function meetReader(): void {
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

/** `address` is on one line. The text goes as it is, whatever its size: nothing is done with it here. */
export function tell(kind: ToldKind, address: string, of: string, text: string): void {
  quietly(() => {
    const line = call(replaceAll, address, [between, ' ']) as string
    send(new NativeEvent(about, { detail: line + between + of }))
    send(new NativeEvent(kind, { detail: text }))
  })
}

function send(event: Event): void {
  if (!early) call(dispatchEvent, meeting, [event])
  else if (early.length < mostEarly) early[early.length] = event
}
