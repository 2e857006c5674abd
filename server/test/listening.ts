import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LiveMessage } from '@dailies/contract/live.ts'

export interface Listener {
  /** What was heard so far. */
  messages: LiveMessage[]
  /** Of the last message, or of the place at which the stream began. */
  lastId: () => string
  /** All that came, as it came. */
  text: () => string
  /** Waits until such a message was heard, since this was asked before; fails after a hundred seconds. */
  hears: (wanted: Partial<LiveMessage>) => Promise<void>
  /** What comes before another message that the test causes: all that is on its way. */
  hasEnded: () => boolean
  ends: () => Promise<void>
  leave: () => void
}

/** Milliseconds: a busy machine has its time. */
const deadline = 100_000

/** Waits until it is so; fails after a hundred seconds. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + deadline; !(await isSo()); ) {
    if (Date.now() > end) assert.fail(`It did not come to that: ${what}`)
    await sleep(5)
  }
}

/** A live stream, from when it is open. */
export async function listening(
  address: string,
  headers: Record<string, string>,
  lastEventId?: string,
): Promise<Listener> {
  const leaving = new AbortController()
  const response = await fetch(`${address}/api/live`, {
    headers: { ...headers, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) },
    signal: leaving.signal,
  })
  assert.equal(response.status, 200, await failure(response))
  let [text, rest, lastId, ended, from] = ['', '', lastEventId ?? '', false, 0]
  const messages: LiveMessage[] = []
  const read = async () => {
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
      text += part
      const blocks = (rest + part).split('\n\n')
      rest = blocks.pop()!
      for (const block of blocks) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
        lastId = field('id') ?? lastId
        const data = field('data')
        if (data) messages.push(JSON.parse(data))
      }
    }
  }
  read()
    .catch(() => {})
    .finally(() => {
      ended = true
    })
  await until('the stream is open', () => text !== '' || ended)
  return {
    messages,
    lastId: () => lastId,
    text: () => text,
    hears: async (wanted) => {
      const entries = Object.entries(wanted)
      const isIt = (message: LiveMessage) =>
        entries.every(([key, value]) => message[key as keyof LiveMessage] === value)
      const what = () => `${JSON.stringify(wanted)} is heard, of ${JSON.stringify(messages.slice(from))}`
      for (const end = Date.now() + deadline; ; await sleep(5)) {
        const found = messages.findIndex((message, index) => index >= from && isIt(message))
        if (found >= 0) from = found + 1
        if (found >= 0) return
        if (ended || Date.now() > end) assert.fail(`It did not come to that: ${what()}`)
      }
    },
    hasEnded: () => ended,
    ends: () => until('the stream ends', () => ended),
    leave: () => leaving.abort(),
  }
}

async function failure(response: Response): Promise<string> {
  return response.ok ? '' : response.text()
}
