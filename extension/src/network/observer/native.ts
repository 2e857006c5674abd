import { call } from './patch.ts'

const { toString: sourceOf } = Function.prototype
const { test } = RegExp.prototype
const native = /^function \w+\(\)\s*\{\s*\[native code\]\s*\}$/

/** Whether a function is the browser's own: a proxy or a bound function has no name in what it reads as. */
export function isNative(method: unknown): boolean {
  return typeof method === 'function' && (call(test, native, [call(sourceOf, method, [])]) as boolean)
}

/** Reads a property as the browser has it, whatever a page does to it later. */
export function readerOf(owner: object | undefined, name: string): (self: unknown) => unknown {
  const get = owner && Object.getOwnPropertyDescriptor(owner, name)?.get
  return (self) => (get ? call(get, self, []) : undefined)
}
