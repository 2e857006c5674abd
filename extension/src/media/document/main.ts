import { browser } from 'wxt/browser'
import { makeStillsHere, stillsRequest } from '../make-stills.ts'

/** In Chrome, the document that the background has films drawn in. */
browser.runtime.onMessage.addListener((message: unknown, _from, answer) => {
  const { name, request } = (message ?? {}) as { name?: string; request?: { id?: unknown } }
  if (name !== stillsRequest || typeof request?.id !== 'string') return undefined
  makeStillsHere(request.id).then(answer, answer)
  // The answer comes later.
  return true
})
