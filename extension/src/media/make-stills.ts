import { browser } from 'wxt/browser'
import { fileOf, putStill } from './media-queue.ts'
import type { QueuedMedia } from './queued-media.ts'
import { stillsOf } from './stills.ts'

/** A name by which a document beside the background is asked. */
export const stillsRequest = 'makeStills'

/** Milliseconds after which the service makes them, or nobody does. */
const patience = 60_000

/** Makes poster and filmstrip of a film that is on the disk. A worker has no player: Chrome lends it a document. */
export async function makeStills({ id, kind }: QueuedMedia): Promise<void> {
  if (kind !== 'video' || (await fileOf(id, 'poster'))) return
  try {
    await Promise.race([typeof document === 'undefined' ? askDocument(id) : makeStillsHere(id), late()])
  } catch (error) {
    console.warn(error)
  }
}

/** In a document: of the background itself, or beside it. */
export async function makeStillsHere(id: string): Promise<void> {
  const film = await fileOf(id)
  if (!film) return
  const { poster, filmstrip } = await stillsOf(film)
  if (poster) await putStill(id, 'poster', poster)
  if (filmstrip) await putStill(id, 'filmstrip', filmstrip)
}

async function askDocument(id: string): Promise<void> {
  const { offscreen } = browser
  if (!offscreen) return
  await opened()
  await browser.runtime.sendMessage({ name: stillsRequest, request: { id } })
}

let opening: Promise<void> | undefined

/** One document at most. It stays: Chrome ends it with the browser, and it weighs little. */
function opened(): Promise<void> {
  opening ??= (async () => {
    if (await browser.offscreen.hasDocument()) return
    await browser.offscreen.createDocument({
      url: 'stills.html',
      reasons: ['BLOBS'],
      justification: 'Draws a still of a film that was captured',
    })
  })().finally(() => {
    opening = undefined
  })
  return opening
}

function late(): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error('The stills of a film took too long')), patience)
  })
}
