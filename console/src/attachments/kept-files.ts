/** Files that wait for their comment to be sent, as they outlive the page. */

const [databaseName, storeName] = ['dailies-attachments', 'files']

/** Bytes that one user's may take here. */
const most = 1000 * 1000 ** 2

/** Of this page: where the browser keeps nothing they live as long as it. */
const here = new Map<string, File>()

let opened: Promise<IDBDatabase> | undefined

/** Keeps a file of a user's; rejects where there is no room for it, and then it lives as long as the page. */
export async function keepFile(user: string, key: string, file: File): Promise<void> {
  here.set(key, file)
  // With its length in its key, so that what there is can be summed without being read.
  const kept = await inStore('readonly', (store) => store.getAllKeys(of(user)))
  const bytes = (kept as [string, string, number][]).reduce((sum, [, , length]) => sum + length, file.size)
  if (bytes > most) throw new Error('There is no room for it')
  await inStore('readwrite', (store) => store.put(file, [user, key, file.size]))
}

/** Undefined where it is not kept any more. */
export async function fileOf(user: string, key: string): Promise<File | undefined> {
  if (here.has(key)) return here.get(key)
  try {
    const [found] = await inStore('readonly', (store) => store.getAll(of(user, key), 1))
    return found as File | undefined
  } catch {
    return undefined
  }
}

export function forgetFiles(user: string, keys: readonly string[]): void {
  for (const key of keys) {
    here.delete(key)
    void inStore('readwrite', (store) => store.delete(of(user, key))).catch(() => {})
  }
}

/** For whoever signs out: nobody after them is to find what they chose. */
export async function forgetFilesOf(user: string): Promise<void> {
  here.clear()
  if (!(await mayBeKept())) return
  await inStore('readwrite', (store) => store.delete(of(user))).catch(() => {})
}

/** Forgets those of a user that nothing names any more: what named them is gone from this browser. */
export async function forgetUnnamed(user: string, isNamed: (key: string) => boolean): Promise<void> {
  if (!(await mayBeKept())) return
  const kept = await inStore('readonly', (store) => store.getAllKeys(of(user))).catch(() => [])
  const unnamed = (kept as [string, string][]).map(([, key]) => key)
  forgetFiles(
    user,
    unnamed.filter((key) => !here.has(key) && !isNamed(key)),
  )
}

function of(user: string, key?: string): IDBKeyRange {
  const start = key === undefined ? [user] : [user, key]
  // Arrays come behind all texts and numbers.
  return IDBKeyRange.bound(start, [...start, []])
}

async function mayBeKept(): Promise<boolean> {
  try {
    const databases = await indexedDB.databases?.()
    return databases?.some(({ name }) => name === databaseName) ?? true
  } catch {
    return false
  }
}

async function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const transaction = (await open()).transaction(storeName, mode)
  const request = work(transaction.objectStore(storeName))
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error ?? new Error('It was not kept'))
  })
}

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1)
    request.onupgradeneeded = () => void request.result.createObjectStore(storeName)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  // A browser that refuses may not, another time.
  opened.catch(() => {
    opened = undefined
  })
  return opened
}
