/** A store, an open file or the like, with another method instead of its own. */
export function instead<T extends object, Name extends keyof T>(one: T, name: Name, method: T[Name]): T {
  return new Proxy(one, {
    get: (_, asked) => {
      const found = asked === name ? method : one[asked as keyof T]
      return typeof found === 'function' ? found.bind(one) : found
    },
  })
}
