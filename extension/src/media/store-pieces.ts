import { addPiece, listStored, readMedia } from './media-queue.ts'
import { mostInAll, mostOfFile } from './piece.ts'

/** Why bytes are not stored here: left to the service, or wanted by nobody any more. */
export type Refusal = 'tooLarge' | 'tooMany' | 'noRoom' | 'unwanted' | 'empty'

/**
 * Puts pieces of a file on the disk as they come, until the last; returns undefined when all of it is there. `begin` says
 * how much of it is there already. Throws what the source throws.
 */
export async function storePieces(
  id: string,
  pieces: AsyncIterable<{ bytes: Blob; isLast: boolean }>,
  { signal, begin = 0 }: { signal: AbortSignal; begin?: number },
): Promise<Refusal | undefined> {
  let at = begin
  for await (const { bytes, isLast } of pieces) {
    if (signal.aborted) return 'unwanted'
    const refusal = await refuse(at + bytes.size, bytes.size, isLast)
    if (refusal) return refusal
    try {
      if (!(await addPiece(id, bytes, { at, isLast }))) return 'unwanted'
    } catch (error) {
      // No room on the disk, in whichever words: it was asked of nobody else.
      console.warn(error)
      return 'noRoom'
    }
    at += bytes.size
    if (isLast) return undefined
  }
  // Less came than there was to be: the source ended without an end.
  return (await readMedia(id))?.state === 'ready' ? undefined : 'unwanted'
}

async function refuse(size: number, added: number, isLast: boolean): Promise<Refusal | undefined> {
  if (isLast && size === 0) return 'empty'
  if (size > mostOfFile) return 'tooLarge'
  const all = (await listStored()).reduce((sum, { stored = 0 }) => sum + stored, 0)
  return all + added > mostInAll ? 'tooMany' : undefined
}
