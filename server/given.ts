type Given<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> }

/** What was said: all but what is undefined. */
export function given<T extends object>(said: T): Given<T> {
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) as Given<T>
}
