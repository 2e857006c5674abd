/**
 * What a page may have changed by the time that it is needed, taken before any script of the page ran. Everything in this folder
 * runs in the page's own world.
 */
const { apply, construct, getOwnPropertyDescriptor } = Reflect
const { defineProperty } = Object
const NativeProxy = Proxy
const { then } = Promise.prototype

export const call = apply

/** Descriptors stay as they are but for their function, so that what a page finds out about it stays true. */
export function patchMethod(
  owner: object | undefined,
  name: string,
  around: (method: () => unknown, self: unknown, given: unknown[]) => unknown,
): void {
  patch(owner, name, 'value', { apply: (method, self, given) => around(method, self, given) })
}

export function patchGetter(
  owner: object | undefined,
  name: string,
  onRead: (self: unknown, value: unknown) => void,
): void {
  patch(owner, name, 'get', {
    apply: (getter, self, given) => {
      const value = apply(getter, self, given)
      quietly(() => onRead(self, value))
      return value
    },
  })
}

/** `onMade` is told what was made, and of what. */
export function patchConstructor(name: string, onMade: (made: object, given: unknown[]) => void): void {
  const original = (globalThis as unknown as Record<string, { prototype?: object }>)[name]
  const prototype = original?.prototype
  patch(globalThis, name, 'value', {
    construct: (target, given, newTarget) => {
      const made = construct(target, given, newTarget)
      quietly(() => onMade(made, given))
      return made
    },
  })
  const patched = (globalThis as unknown as Record<string, unknown>)[name]
  if (prototype && patched !== original) replace(prototype, 'constructor', 'value', patched)
}

/** A proxy has the name, the length and the properties of its function, and reads as native code. */
function patch(
  owner: object | undefined,
  name: string,
  part: 'value' | 'get',
  // biome-ignore lint/suspicious/noExplicitAny: what it stands for is any function
  handler: ProxyHandler<any>,
): void {
  const found = owner && getOwnPropertyDescriptor(owner, name)?.[part]
  if (owner && typeof found === 'function') replace(owner, name, part, new NativeProxy(found, handler))
}

/** Where it may not be replaced, as after `Object.freeze`, nothing is seen of it, and nothing is broken. */
function replace(owner: object, name: string, part: 'value' | 'get', by: unknown): void {
  quietly(() => {
    const found = getOwnPropertyDescriptor(owner, name)
    if (found) defineProperty(owner, name, { ...found, [part]: by })
  })
}

/** What goes wrong here is nothing that the page did. */
export function quietly(work: () => void): void {
  try {
    work()
  } catch {
    // Then this one is not seen.
  }
}

/**
 * The promise that the page gets: settled as the one before it, once `onValue` was told. Handed on rather than listened to, so that
 * a refusal which nobody handles is told to the page as it would be.
 */
export function onceKnown<T>(promise: Promise<T>, onValue: (value: T) => void): Promise<T> {
  return apply(then, promise, [
    (value: T) => {
      quietly(() => onValue(value))
      return value
    },
  ]) as Promise<T>
}
