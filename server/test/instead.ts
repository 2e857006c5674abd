import type { Store } from '../media/store.ts'

/** A store with another method instead of its own. */
export function instead<Name extends keyof Store>(store: Store, name: Name, method: Store[Name]): Store {
  return new Proxy(store, {
    get: (_, asked) => {
      const found = asked === name ? method : store[asked as keyof Store]
      return typeof found === 'function' ? found.bind(store) : found
    },
  })
}
