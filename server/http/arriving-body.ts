import type { IncomingMessage } from 'node:http'
import { countCrumbs } from '../crumbs.ts'
import { DailiesError } from '../error.ts'

/**
 * The body of a request as it comes, as fast as it is read. Throws `invalid` where the client leaves before its end, and where
 * nothing comes for `stall` milliseconds while it is waited for, or nothing but crumbs: then its connection is closed.
 */
export async function* arriving(
  request: IncomingMessage,
  { stall }: { stall: number },
): AsyncGenerator<Buffer, void, undefined> {
  let timer: NodeJS.Timeout | undefined
  const cutOff = () => new DailiesError('invalid', 'The request was cut off')
  const isCrumbs = countCrumbs()
  const wait = () => {
    timer = setTimeout(() => request.destroy(cutOff()), stall)
  }
  try {
    wait()
    // Where it is not read to its end, the client still reads the answer: its connection stays.
    for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      clearTimeout(timer)
      if (isCrumbs(piece)) {
        const crumbs = new DailiesError(
          'invalid',
          'The request came in pieces of a few bytes: send larger ones',
        )
        // With what is on its way: none of it is to be parsed.
        request.socket.destroy()
        throw crumbs
      }
      yield piece
      wait()
    }
    // One from within the process says nothing of it, and is whole.
    if (request.complete === false) throw cutOff()
  } catch (error) {
    throw error instanceof DailiesError || !isCutOff(error) ? error : cutOff()
  } finally {
    clearTimeout(timer)
  }
}

function isCutOff(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE'
}
