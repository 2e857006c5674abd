import { type Browser, browser } from 'wxt/browser'
import type { PieceReply, PieceRequest } from '../media/messages.ts'
import { portName } from '../media/messages.ts'
import { pieceSize, silence } from '../media/piece.ts'
import { piecesOf } from '../media/pieces-of.ts'
import { asBase64 } from './read-bytes.ts'

/** What was captured on this page, and may be asked for. */
interface Held {
  address: string
  /** Taken at once: the page may let go of it. */
  blob: Blob | undefined
}

const held = new Map<string, Held>()

/** So many: the oldest are let go of. */
const most = 1000

/** Milliseconds after which a piece goes as it is. */
const atLeastEvery = 20_000

/** Holds media for when the background asks for them; returns the name that it asks by, which nobody else can guess. */
export function hold(address: string, blob?: Blob): string {
  // Not by `randomUUID`, which a page without HTTPS has not.
  const heldAs = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('.')
  held.set(heldAs, { address, blob })
  const [oldest] = held.keys()
  if (held.size > most && oldest) held.delete(oldest)
  return heldAs
}

/** Hands over what is held, piece by piece as it is asked for: no more than one is in memory. */
export function handOver(signal: AbortSignal): void {
  const listener = (port: Port) => {
    if (port.name === portName) serve(port)
  }
  browser.runtime.onConnect?.addListener(listener)
  signal.addEventListener('abort', () => browser.runtime?.onConnect?.removeListener(listener))
}

type Port = Browser.runtime.Port

function serve(port: Port): void {
  let source: Source | undefined
  let isOpen = true
  port.onDisconnect.addListener(() => {
    isOpen = false
    source?.end()
  })
  port.onMessage.addListener(async ({ heldAs, at }: PieceRequest) => {
    const known = held.get(heldAs)
    source ??= known && openSource(known, at)
    const reply: PieceReply = source ? await source.next(at) : { problem: 'gone' }
    if (isOpen) port.postMessage(reply)
    if ('piece' in reply && reply.isLast) held.delete(heldAs)
  })
}

interface Source {
  next(at: number): Promise<PieceReply>
  end(): void
}

/** From a byte on, where a hand-over was broken off. */
function openSource({ address, blob }: Held, begin: number): Source {
  let pieces: ReturnType<typeof piecesOf> | undefined
  let place = begin
  const open = async () => {
    const stream = blob ? blob.slice(begin).stream() : await fetched(address, begin)
    return stream && piecesOf(stream, { size: pieceSize, silence, atLeastEvery })
  }
  return {
    next: async (at) => {
      try {
        pieces ??= await open()
        if (!pieces || at !== place) return { problem: 'closed' }
        const { value, done } = await pieces.next()
        if (done) return { problem: 'gone' }
        place += value.bytes.size
        return { at, piece: await asBase64(value.bytes), isLast: value.isLast }
      } catch {
        return { problem: 'silent' }
      }
    },
    end: () => void pieces?.return(),
  }
}

/** With the rights of the page and no more; with its cookies where the other site lets it. */
async function fetched(
  address: string,
  begin: number,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | undefined> {
  for (const credentials of ['include', 'same-origin'] as const) {
    try {
      const { ok, body, headers } = await fetch(address, { credentials, cache: 'force-cache' })
      const isPage = /^text\/html/i.test(headers.get('content-type') ?? '')
      if (ok && body && !isPage) return begin > 0 ? body.pipeThrough(without(begin)) : body
      await body?.cancel()
    } catch {
      // Without leave of that site: once more without cookies, which more sites allow.
    }
  }
  return undefined
}

/** Leaves out the first bytes of a stream. */
function without(first: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let left = first
  return new TransformStream({
    transform: (bytes, controller) => {
      const rest = bytes.subarray(left)
      left = Math.max(0, left - bytes.length)
      if (rest.length > 0) controller.enqueue(rest)
    },
  })
}
