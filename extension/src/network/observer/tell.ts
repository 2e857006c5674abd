import { asked, between, offered, ready, type ToldKind } from '../channel.ts'
import { call, quietly } from './patch.ts'

const NativeEvent = CustomEvent
const NativeMouseEvent = MouseEvent
const { addEventListener, removeEventListener, dispatchEvent } = EventTarget.prototype
const { replaceAll } = String.prototype

/** What the page may do until the reader is there, which is before the page begins: events, and characters of them. */
const mostEarly = 50
let earlyRoom = 6_000_000

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

/** All parts but the last are lines. */
export function tell(kind: ToldKind, parts: readonly string[]): void {
  quietly(() => {
    let text = ''
    for (let at = 0; at < parts.length - 1; at += 1) {
      text += (call(replaceAll, parts[at], ['\n', ' ']) as string) + between
    }
    const detail = text + parts[parts.length - 1]
    const event = new NativeEvent(kind, { detail })
    if (!early) {
      call(dispatchEvent, meeting, [event])
      return
    }
    earlyRoom -= detail.length
    if (early.length < mostEarly && earlyRoom >= 0) early[early.length] = event
  })
}
