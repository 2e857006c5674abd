/** What of it is another than before: what stays is not sent, so that nobody is asked about it again. */
export function onlyChanged<T extends object>(before: T, after: T): Partial<T> {
  const isOther = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[name as keyof T])
  return Object.fromEntries(Object.entries(after).filter(isOther)) as Partial<T>
}
