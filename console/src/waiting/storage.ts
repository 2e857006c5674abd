/** What this browser keeps through a reload. Where storage is full or switched off, it keeps nothing. */

export function storedNames(start: string): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(start))
  } catch {
    return []
  }
}

/** Undefined where there is nothing, or nothing that can be read. */
export function stored<T>(name: string): T | undefined {
  try {
    const text = localStorage.getItem(name)
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Undefined forgets it. */
export function store(name: string, value: object | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(name)
    else localStorage.setItem(name, JSON.stringify(value))
  } catch {}
}

/** Forgets all whose name begins so. */
export function forgetStored(start: string): void {
  for (const name of storedNames(start)) store(name, undefined)
}
