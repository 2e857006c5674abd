import type { CaptureBody, Problem } from '../queue/queued-capture.ts'
import { text } from '../texts.ts'

/** What only the user knows and no reader found; undefined when the capture can be sent. */
export function missing(body: CaptureBody): Problem | undefined {
  const required = ['projectId', 'sceneId', 'prompt', 'platformKey', 'assetType'] as const
  const gaps = required.filter((field) => !body[field] && !(field === 'platformKey' && body.platformId))
  if (gaps.length === 0) return undefined
  const place = gaps.some((field) => field === 'projectId' || field === 'sceneId')
  return {
    status: 0,
    message: text(place ? 'captureNeedsPlace' : 'captureNeedsPrompt'),
    fieldErrors: Object.fromEntries(gaps.map((field) => [field, [text('captureRequired')]])),
  }
}
