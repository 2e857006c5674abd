import { inFew } from '@dailies/ui/in-few.ts'
import type { Drop } from './drop.ts'
import { keptName } from './kept-name.ts'
import type { Target } from './upload-file.ts'

/** `unsent`: with its file. `done`, `unwanted`: without; what was made for it stays, or is to be deleted. */
type KeptStage = 'unsent' | 'done' | 'unwanted'

/** A file on its way, as it outlives the page. */
export interface KeptUpload {
  id: string
  /** Whose: nobody else gets it. */
  user: string
  /** The page that sends it. */
  page: string
  /** Grows from one to the next. */
  order: number
  stage: KeptStage
  fileName: string
  type: string
  lastModified: number
  bytes: number
  to: string
  target: Target
  drop?: Drop | undefined
}

const [entries, files] = ['entries', 'files'] as const

/** Of copies of files. */
const someAtOnce = inFew(3)
/** Milliseconds in which other pages say that they are there. */
const patience = 400

/** This page, to others of the same browser. */
const page = Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join('-')

/*
 * Browsers keep a copy of each file, within what they give the console of the disk. Not the file system of an origin
 * (OPFS): that is there over HTTPS alone, and this everywhere.
 */
let opened: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(keptName, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(entries, { keyPath: 'id' }).createIndex('user', 'user')
      request.result.createObjectStore(files)
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  // A browser that refuses may not, another time.
  opened.catch(() => {
    opened = undefined
  })
  return opened
}

type Stores = Record<typeof entries | typeof files, IDBObjectStore>

/** Runs in one transaction, and ends when that is on the disk. Rejects with what the browser says, such as a `QuotaExceededError`. */
async function inStores<T>(mode: IDBTransactionMode, work: (stores: Stores) => T): Promise<Awaited<T>> {
  const database = await open()
  const transaction = database.transaction([entries, files], mode)
  const ended = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('It was not kept'))
  })
  ended.catch(() => {})
  const result = await work({
    entries: transaction.objectStore(entries),
    files: transaction.objectStore(files),
  })
  await ended
  return result
}

/** What is done with one file is done in the order in which it was asked for. */
const latest = new Map<string, Promise<unknown>>()

function inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
  const before = latest.get(id) ?? Promise.resolve()
  const next = before.catch(() => {}).then(work)
  latest.set(id, next)
  const forget = () => {
    if (latest.get(id) === next) latest.delete(id)
  }
  next.then(forget, forget)
  return next
}

let order = Date.now() * 1000

/** Keeps a file, so that it is sent after a reload or the end of the browser. Rejects where there is no room. */
export function keepUpload(
  {
    id,
    ...upload
  }: Omit<KeptUpload, 'page' | 'order' | 'stage' | 'fileName' | 'type' | 'lastModified' | 'bytes'>,
  file: File,
): Promise<void> {
  order += 1
  const { name, type, lastModified, size } = file
  const entry: KeptUpload = {
    ...{ id, ...upload, page, order, stage: 'unsent' },
    ...{ fileName: name, type, lastModified, bytes: size },
  }
  return inTurn(id, () =>
    someAtOnce(() =>
      inStores('readwrite', (stores) => {
        stores.entries.put(entry)
        stores.files.put(file, id)
      }),
    ),
  )
}

/** Notes what became of it, where it is kept; what is not on its way any more needs no file. */
export function noteKept(id: string, change: Partial<Pick<KeptUpload, 'stage' | 'target'>>): Promise<void> {
  return inTurn(id, () =>
    inStores('readwrite', async (stores) => {
      const entry = await resultOf<KeptUpload | undefined>(stores.entries.get(id))
      if (!entry) return
      stores.entries.put({ ...entry, ...change })
      if (change.stage && change.stage !== 'unsent') stores.files.delete(id)
    }),
  ).catch(() => {})
}

export function forgetKept(ids: readonly string[]): Promise<unknown> {
  return Promise.all(
    ids.map((id) =>
      inTurn(id, () =>
        inStores('readwrite', (stores) => {
          stores.entries.delete(id)
          stores.files.delete(id)
        }),
      ).catch(() => {}),
    ),
  )
}

/**
 * Those of a user that no page sends: from now on this one does. In their order; without a file those that need none. `isHere`: this
 * page knows it.
 */
export async function takeOver(
  user: string,
  isHere: (id: string) => boolean,
): Promise<{ entry: KeptUpload; file: File | undefined }[]> {
  const others = await otherPages()
  return inStores('readwrite', async (stores) => {
    const all = await resultOf<KeptUpload[]>(stores.entries.index('user').getAll(user))
    const left = all.filter((entry) => !isHere(entry.id) && !others.has(entry.page))
    const taken = await Promise.all(
      left.map(async (entry) => {
        stores.entries.put({ ...entry, page })
        const { fileName, type, lastModified } = entry
        const bytes = await resultOf<Blob | undefined>(stores.files.get(entry.id))
        return { entry, file: bytes && new File([bytes], fileName, { type, lastModified }) }
      }),
    )
    return taken.sort((one, other) => one.entry.order - other.entry.order)
  })
}

/** Of whoever signs out, whichever page sends it; what is just being kept, too. */
export async function forgetAllOf(user: string): Promise<void> {
  await Promise.allSettled(latest.values())
  await inStores('readwrite', async (stores) => {
    const all = await resultOf<KeptUpload[]>(stores.entries.index('user').getAll(user))
    for (const { id } of all) {
      stores.entries.delete(id)
      stores.files.delete(id)
    }
  })
}

function resultOf<T>(request: IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as T)
    request.onerror = () => reject(request.error)
  })
}

/** Pages tell each other that they are there, so that each file is sent by one. Where two send it, it is filed once all the same. */
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(keptName)
channel?.addEventListener('message', ({ data }: MessageEvent<{ asks?: true; page: string }>) => {
  if (data.asks) channel.postMessage({ page })
})

async function otherPages(): Promise<Set<string>> {
  const others = new Set<string>()
  const listen = ({ data }: MessageEvent<{ asks?: true; page: string }>) => {
    if (!data.asks) others.add(data.page)
  }
  channel?.addEventListener('message', listen)
  channel?.postMessage({ asks: true, page })
  await new Promise((resolve) => setTimeout(resolve, patience))
  channel?.removeEventListener('message', listen)
  return others
}
