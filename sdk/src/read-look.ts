import { ask } from './ask.ts'
import type { AttachOptions } from './attach-file.ts'
import { type Options, replyOf, tokenOf } from './call.ts'
import { notOfDailies } from './error.ts'
import { withRetries } from './retry.ts'

/** How a picture looks, 64 bits in hex; null where it has no look, and why. */
export interface LookOfPicture {
  look: string | null
  problem: string | null
}

export type PictureOptions = AttachOptions

/** Sends one picture. */
export type SendPicture = (
  path: string,
  request: { method: 'POST'; body: Blob; signal: AbortSignal },
) => Promise<Response>

/** Sends a picture with the token. See `sendPicture`. */
export function readLook(options: Options, picture: Blob, more: PictureOptions = {}): Promise<LookOfPicture> {
  return sendPicture(
    async (path, request) => {
      const headers = { authorization: `Bearer ${await tokenOf(options)}` }
      return (options.fetch ?? fetch)(options.baseUrl + path, { ...request, headers, redirect: 'manual' })
    },
    picture,
    { ...more, retries: more.retries ?? options.retries },
  )
}

/** Tells how a picture looks. Throws a DailiesError, or the reason of the signal when that was aborted. */
export function sendPicture(
  send: SendPicture,
  picture: Blob,
  { signal, retries = 3, timeout = 120_000 }: PictureOptions = {},
): Promise<LookOfPicture> {
  return withRetries(
    async () => {
      const answer = await ask(
        (end) => send('/api/search/look', { method: 'POST', body: picture, signal: end }),
        { timeout, signal },
      )
      const { data } = replyOf(answer) as { data?: LookOfPicture }
      if (typeof data !== 'object' || data === null) throw notOfDailies(answer.response.status)
      return data
    },
    { retries, mayRepeat: ({ isTemporary }) => isTemporary, signal },
  )
}
