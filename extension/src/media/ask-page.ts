import { browser } from 'wxt/browser'
import { type PageProblem, type Piece, type PieceReply, type PieceRequest, portName } from './messages.ts'
import { pieceSize } from './piece.ts'
import type { PageSource } from './queued-media.ts'

/** Milliseconds in which a page must answer: its script does after 20 s, with what it has until then. */
const longestWait = 60_000

export class PageFailed extends Error {
  readonly problem: PageProblem
  constructor(problem: PageProblem) {
    super(problem)
    this.problem = problem
  }
}

/**
 * Has the script of a page hand over the media that it holds, piece by piece, from a byte on. Only by this are bytes
 * taken from a page, so that none can send any on its own account. Throws PageFailed.
 */
export async function* askPage(
  { tabId, frameId, heldAs }: PageSource,
  begin: number,
): AsyncGenerator<{ bytes: Blob; isLast: boolean }, void, undefined> {
  const port = browser.tabs.connect(tabId, { frameId, name: portName })
  let answer: ((reply: PieceReply) => void) | undefined
  let isGone = false
  port.onMessage.addListener((reply: PieceReply) => answer?.(reply))
  port.onDisconnect.addListener(() => {
    // Read, or the browser complains that nobody did.
    void browser.runtime.lastError
    isGone = true
    answer?.({ problem: 'gone' })
  })
  const next = (at: number) =>
    new Promise<PieceReply>((resolve) => {
      if (isGone) return resolve({ problem: 'gone' })
      const timer = setTimeout(() => resolve({ problem: 'silent' }), longestWait)
      answer = (reply) => {
        clearTimeout(timer)
        resolve(reply)
      }
      port.postMessage({ heldAs, at } satisfies PieceRequest)
    })
  try {
    for (let at = begin; ; ) {
      const reply = await next(at)
      if ('problem' in reply) throw new PageFailed(reply.problem)
      const bytes = pieceIn(reply, at)
      at += bytes.size
      yield { bytes, isLast: reply.isLast }
      if (reply.isLast) return
    }
  } finally {
    port.disconnect()
  }
}

/** A page whose process was taken over may send anything. */
function pieceIn({ at, piece, isLast }: Piece, asked: number): Blob {
  const isOne = at === asked && typeof piece === 'string' && piece.length <= (pieceSize / 3 + 1) * 4
  const bytes = isOne ? bytesIn(piece) : undefined
  if (!bytes || bytes.length > pieceSize || (bytes.length === 0 && !isLast)) throw new PageFailed('closed')
  return new Blob([bytes])
}

/** From base64; undefined when it is none. */
export function bytesIn(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const text = atob(base64)
    const bytes = new Uint8Array(text.length)
    for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at)
    return bytes
  } catch {
    return undefined
  }
}
