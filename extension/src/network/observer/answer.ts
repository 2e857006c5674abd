import { longestAnswer, longestRequest } from '../channel.ts'
import { call } from './patch.ts'
import { tell } from './tell.ts'

const { test } = RegExp.prototype
const { get, set } = WeakMap.prototype
const { stringify } = JSON
const { values } = Object

/** JSON, lines of it, server-sent events, and what React's server components are answered in (`1:{…}` a line). */
const telling = /[/+]json|ndjson|jsonl|text\/x-component|text\/event-stream/i
const media = /^(?:image|video|audio)\/|octet-stream/i

/** Values, and characters of text, of what is made a text again: it is done at once, and so must be soon. */
const mostValues = 20_000
const mostCharacters = 1_000_000

/** Bytes of an answer that a page takes as such, and that are made a text here. */
export const mostDecoded = 1_000_000

const requests = new WeakMap<object, string>()

export function isTelling(type: unknown): boolean {
  return typeof type === 'string' && (call(test, telling, [type]) as boolean)
}

export function isMediaType(type: unknown): boolean {
  return typeof type === 'string' && (call(test, media, [type]) as boolean)
}

/** The body of a request where it is JSON: on some platforms the prompt stands nowhere else. */
export function requestText(body: unknown): string {
  if (typeof body !== 'string' || body.length > longestRequest) return ''
  return body[0] === '{' || body[0] === '[' ? body : ''
}

/** Kept until its answer is read, or something else is asked by the same. */
export function rememberRequest(answer: object, request: string): void {
  if (request || requestOf(answer)) call(set, requests, [answer, request])
}

export function requestOf(answer: object): string {
  return (call(get, requests, [answer]) as string | undefined) ?? ''
}

export function tellAnswer(url: string, request: string, text: string): void {
  if (text.length > 1 && text.length <= longestAnswer) tell('answer', url, request, text)
}

/** Of what the page has only as objects; those that are large are passed by. */
export function tellValue(url: string, request: string, value: unknown): void {
  const left = { values: mostValues, characters: mostCharacters }
  if (isSmall(value, left)) tellAnswer(url, request, stringify(value))
}

function isSmall(value: unknown, left: { values: number; characters: number }): boolean {
  left.values -= 1
  if (typeof value === 'string') left.characters -= value.length
  if (left.values < 0 || left.characters < 0) return false
  if (typeof value !== 'object' || value === null) return true
  const members = values(value)
  for (let at = 0; at < members.length; at += 1) if (!isSmall(members[at], left)) return false
  return true
}
