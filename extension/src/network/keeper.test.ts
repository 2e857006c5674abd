import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { asked, offered, ready, toldEvent } from './channel.ts'

/** What the background was asked. */
const requests: unknown[] = []
const page = new EventTarget()
const chrome = {
  runtime: {
    id: 'x',
    sendMessage: async (message: unknown) => {
      requests.push(message)
    },
  },
}
Object.assign(globalThis, { document: page, chrome })
const { keeperHere, startKeeper } = await import('./keeper.ts')

/** As the observer does it, which may be there before and after. */
function offer(meeting: EventTarget): void {
  page.dispatchEvent(Object.assign(new Event(offered), { relatedTarget: meeting }))
}

describe('What a page was told is kept', () => {
  let meeting: EventTarget
  const tell = (newValue: unknown, url = '', oldValue: unknown = '') =>
    meeting.dispatchEvent(Object.assign(new Event(toldEvent), { key: 'answer', url, oldValue, newValue }))
  const flood = (from: number, to: number, length = 0) => {
    for (let at = from; at < to; at += 1) tell(`${at}`.padEnd(length))
  }
  const waiting = () => {
    const all: string[] = []
    for (let told = keeperHere()!.next(); told; told = keeperHere()!.next()) all.push(told.text)
    return all
  }
  beforeEach(() => {
    requests.length = 0
    meeting = new EventTarget()
    startKeeper()
    offer(meeting)
  })

  test('in its order until it is read, once', () => {
    for (const told of ['one', 'two', 'three']) tell(told)
    assert.equal(keeperHere()!.characters, 11)
    assert.deepEqual(waiting(), ['one', 'two', 'three'])
    assert.deepEqual([waiting(), keeperHere()!.characters], [[], 0])
  })

  test('once, as the newest, where it is told again', () => {
    for (const told of ['one', 'two', 'one', 'two', 'one']) tell(told)
    assert.equal(keeperHere()!.characters, 6)
    assert.deepEqual(waiting(), ['two', 'one'])
  })

  test('as often as other requests or addresses are answered so', () => {
    tell('one')
    tell('one', '/other')
    tell('one', '', '{"prompt":"a lighthouse"}')
    assert.deepEqual(waiting(), ['one', 'one', 'one'])
  })

  test('and nothing else that comes by that way', () => {
    for (const told of [undefined, null, 7, { length: 3 }, 'x'.repeat(8_000_001)]) tell(told)
    for (const url of [null, 7, 'x'.repeat(200_001)]) tell('one', url as string)
    for (const request of [null, 7, ['one'], 'x'.repeat(200_001)]) tell('one', '', request)
    assert.deepEqual(waiting(), [])
  })

  test('six million characters of it, and the oldest goes first', () => {
    flood(0, 100, 100_000)
    assert.equal(keeperHere()!.characters, 6_000_000)
    const kept = waiting().map(Number)
    assert.deepEqual([kept.length, kept[0], kept.at(-1)], [60, 40, 99])
  })

  test('and five thousand answers', () => {
    flood(0, 7000)
    const kept = waiting()
    assert.deepEqual([kept.length, kept[0], kept.at(-1)], [5000, '2000', '6999'])
  })

  test('and the reader is asked for before any of it is let go of, once', () => {
    flood(0, 39, 100_000)
    assert.deepEqual(requests, [])
    flood(39, 100, 100_000)
    assert.deepEqual(requests, [{ name: 'reader', request: {} }])
  })

  test('whether keeper or observer was there first, and told to nobody who comes later', () => {
    const [late, early] = [new EventTarget(), new EventTarget()]
    const heard: string[] = []
    late.addEventListener(ready, () => heard.push('late'))
    early.addEventListener(ready, () => heard.push('early'))
    page.addEventListener(asked, () => offer(early), { once: true })
    startKeeper()
    offer(late)
    assert.deepEqual(heard, ['early'])
  })
})
