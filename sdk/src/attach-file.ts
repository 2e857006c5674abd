import type { Attachment } from '../../contract/attachment.ts'
import { ask } from './ask.ts'
import { type Options, replyOf, tokenOf } from './call.ts'
import { notOfDailies } from './error.ts'
import { withRetries } from './retry.ts'

/** A file that a comment of the version is to have. */
export interface FileToAttach {
  /** Of the asset version. */
  id: string
  /** How the file is called. */
  name: string
  file: Blob
}

export interface AttachOptions {
  signal?: AbortSignal | undefined
  /** How often it is tried again; 3 unless told otherwise. */
  retries?: number | undefined
  /** Milliseconds that a try may take; 10 minutes unless told otherwise. */
  timeout?: number | undefined
}

/** Sends one file. */
export type SendFile = (
  path: string,
  request: { method: 'POST'; body: Blob; signal: AbortSignal },
) => Promise<Response>

/** Sends a file with the token. See `sendAttachment`. */
export function attachFile(
  options: Options,
  given: FileToAttach,
  more: AttachOptions = {},
): Promise<Attachment> {
  return sendAttachment(
    async (path, request) => {
      const headers = { authorization: `Bearer ${await tokenOf(options)}` }
      return (options.fetch ?? fetch)(options.baseUrl + path, { ...request, headers, redirect: 'manual' })
    },
    given,
    { ...more, retries: more.retries ?? options.retries },
  )
}

/**
 * Sends a file, as a whole; one whose answer was lost is sent again, and what came before goes by itself. Throws a DailiesError, or the
 * reason of the signal when that was aborted.
 */
export function sendAttachment(
  send: SendFile,
  { id, name, file }: FileToAttach,
  { signal, retries = 3, timeout = 600_000 }: AttachOptions = {},
): Promise<Attachment> {
  const path = `/api/assets/${encodeURIComponent(id)}/attachments?name=${encodeURIComponent(name.toWellFormed())}`
  return withRetries(
    async () => {
      const answer = await ask((end) => send(path, { method: 'POST', body: file, signal: end }), {
        timeout,
        signal,
      })
      const { data } = replyOf(answer) as { data?: Attachment }
      if (typeof data?.id !== 'string') throw notOfDailies(answer.response.status)
      return data
    },
    { retries, mayRepeat: ({ isTemporary, status }) => isTemporary && status !== 507, signal },
  )
}
