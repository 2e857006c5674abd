import { browser } from 'wxt/browser'
import type { PageRequestName } from '../messages.ts'
import { asked, longestAnswer, longestRequest, offered, ready, type Told, toldEvent } from './channel.ts'

/** Characters of what waits to be read, and how many: the oldest are let go of. */
const mostCharacters = 6_000_000
const mostWaiting = 5000

/** From so much on it had better be read before it is let go of. */
const manyCharacters = 4_000_000
const manyWaiting = 3000

/** What this page was told, and nobody has read yet. */
export interface Keeper {
  readonly characters: number
  /** Takes the oldest. */
  next(): Told | undefined
  /** Called when something came. */
  onTold(): void
}

const world = globalThis as { dailiesKeeper?: Keeper }

export function keeperHere(): Keeper | undefined {
  return world.dailiesKeeper
}

/**
 * Listens to the observer (channel.ts), and keeps what it tells in the memory of this page alone, until the page goes. It is small, since
 * every page of a platform has it: what reads comes with the first gesture, or when there is much to read.
 */
export function startKeeper(): void {
  const waiting = new Set<Told>()
  let characters = 0
  const keeper: Keeper = {
    get characters() {
      return characters
    },
    next() {
      const [oldest] = waiting
      if (oldest) forget(oldest)
      return oldest
    },
    onTold() {
      if (characters < manyCharacters && waiting.size < manyWaiting) return
      keeper.onTold = () => {}
      askForReader().catch(() => undefined)
    },
  }
  world.dailiesKeeper = keeper

  function forget(told: Told): void {
    waiting.delete(told)
    characters -= lengthOf(told)
  }

  function keep({ key, url, oldValue, newValue }: StorageEvent): void {
    // A `data:` address has no end of its own.
    if (!isText(url, longestRequest)) return
    if (!isText(oldValue, longestRequest) || !isText(newValue, longestAnswer)) return
    const told = { kind: key, url, request: oldValue, text: newValue } as Told
    // The same again, as pages ask every second, is the newest now.
    for (const before of waiting) if (isSame(before, told)) forget(before)
    waiting.add(told)
    characters += lengthOf(told)
    while (waiting.size > 1 && (characters > mostCharacters || waiting.size > mostWaiting)) keeper.next()
    keeper.onTold()
  }

  // It is offered before any script of the page runs, once.
  const onOffer = ({ relatedTarget: meeting }: MouseEvent) => {
    if (!meeting) return
    document.removeEventListener(offered, onOffer as EventListener)
    meeting.addEventListener(toldEvent, keep as EventListener)
    meeting.dispatchEvent(new Event(ready))
  }
  document.addEventListener(offered, onOffer as EventListener)
  document.dispatchEvent(new Event(asked))
}

function isText(text: unknown, longest: number): text is string {
  return typeof text === 'string' && text.length <= longest
}

function lengthOf({ url, request, text }: Told): number {
  return url.length + request.length + text.length
}

function isSame(one: Told, other: Told): boolean {
  return one.url === other.url && one.request === other.request && one.text === other.text
}

async function askForReader(): Promise<void> {
  await browser.runtime.sendMessage({ name: 'reader' satisfies PageRequestName, request: {} })
}
