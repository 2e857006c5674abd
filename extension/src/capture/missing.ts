import type { CaptureBody, Problem } from '../queue/queued-capture.ts'
import { text } from '../texts.ts'

const required = ['projectId', 'sceneId', 'prompt', 'platformKey', 'assetType'] as const

/** What only the user knows and no reader found; undefined when the capture can be sent. */
export function missing(body: CaptureBody): Problem | undefined {
  const gaps = required.filter((field) => !body[field] && !(field === 'platformKey' && body.platformId))
  if (gaps.length === 0) return undefined
  const place = gaps.some((field) => field === 'projectId' || field === 'sceneId')
  return {
    status: 0,
    message: text(place ? 'captureNeedsPlace' : 'captureNeedsPrompt'),
    fieldErrors: Object.fromEntries(gaps.map((field) => [field, [text('captureRequired')]])),
  }
}

/** What is missing, as the end of a sentence. A scene is of a project. */
export function missingWords({ fieldErrors }: Problem): string {
  const names = {
    projectId: 'missing_scene',
    sceneId: 'missing_scene',
    prompt: 'missing_prompt',
    platformKey: 'missing_platform',
    assetType: 'missing_type',
  } as const
  const gaps = required.filter((field) => fieldErrors[field]).map((field) => text(names[field]))
  const all = [...new Set(gaps)]
  const last = all.pop() ?? ''
  return all.length === 0 ? text('missingOne', last) : text('missingSome', all.join(', '), last)
}
