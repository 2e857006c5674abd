import type { SendPart } from '../../../sdk/src/upload.ts'
import { noteAnswer } from '../api/call.ts'
import { doubt } from '../api/reach.ts'

/** Milliseconds without a byte. */
const longestRest = 10_000

/**
 * Sends a part as whoever is signed in. Not by `fetch`, which does not tell how much of it has gone out: `onSent` is called with
 * that, in bytes.
 */
export function sendPart(onSent: (bytes: number) => void): SendPart {
  return (path, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      const abort = () => request.abort()
      let resting = setInterval(doubt, longestRest)
      const end = (settle: () => void) => {
        clearInterval(resting)
        signal.removeEventListener('abort', abort)
        settle()
      }
      request.open(method, path)
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded }) => {
        clearInterval(resting)
        resting = setInterval(doubt, longestRest)
        onSent(loaded)
      }
      request.onload = () =>
        end(() => {
          noteAnswer(request.status, { changing: true })
          resolve(answerOf(request))
        })
      request.onabort = () => end(() => reject(signal.reason))
      request.onerror = () =>
        end(() => {
          void doubt()
          reject(new TypeError('The connection broke'))
        })
      signal.addEventListener('abort', abort)
      request.send(body)
    })
}

function answerOf(request: XMLHttpRequest): Response {
  const retryAfter = request.getResponseHeader('retry-after')
  return new Response(request.responseText || null, {
    status: request.status,
    headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
  })
}
