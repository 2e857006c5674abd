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

/** Tells how a picture looks. Throws a DailiesError, or the reason of the signal when that was aborted. */
export function readLook(
  options: Options,
  picture: Blob,
  { signal, retries = options.retries ?? 3, timeout = 120_000 }: PictureOptions = {},
): Promise<LookOfPicture> {
  return withRetries(
    async () => {
      const headers = { authorization: `Bearer ${await tokenOf(options)}` }
      const request = { method: 'POST', headers, body: picture, redirect: 'manual' } as const
      const answer = await ask(
        (end) => (options.fetch ?? fetch)(`${options.baseUrl}/api/search/look`, { ...request, signal: end }),
        { timeout, signal },
      )
      const { data } = replyOf(answer) as { data?: LookOfPicture }
      if (typeof data !== 'object' || data === null) throw notOfDailies(answer.response.status)
      return data
    },
    { retries, mayRepeat: ({ isTemporary }) => isTemporary, signal },
  )
}
