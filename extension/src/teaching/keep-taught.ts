import { tellPages } from '../background/pages.ts'
import { missing } from '../capture/missing.ts'
import type { KeptRule } from '../messages.ts'
import { limited } from '../page/limited.ts'
import { changeCaptures, readCapture } from '../queue/captures.ts'
import { readSetting } from '../store/database.ts'
import { text } from '../texts.ts'
import { checkRule } from './check-rule.ts'
import { hostAt, keepRules } from './rules.ts'

/**
 * Keeps a rule for the host of the page that it is from, and nothing else; and fills what was pointed at into the capture that it
 * was wanted for. Throws an Error in words.
 */
export async function keepTaught(
  { rule: given, instead, captureId, reading }: KeptRule,
  pageUrl: string | undefined,
  onReady: () => void,
): Promise<{ isFilled: boolean }> {
  const host = hostAt(pageUrl)
  if (!host) throw new Error(text('teachNoHost'))
  const rule = checkRule({ ...given, host, id: crypto.randomUUID(), madeAt: new Date().toISOString() })
  const own = { ...rule, matchedAt: rule.madeAt }
  await keepRules([own], instead.slice(0, 100).map(String))
  await tellPages({ order: 'refresh' })
  const isFilled = captureId !== undefined && (await fillIn(captureId, reading, host))
  if (isFilled) onReady()
  return { isFilled }
}

/** Only what is empty, only of a capture from the same host, and never over what is being typed. */
async function fillIn(id: string, given: KeptRule['reading'], host: string): Promise<boolean> {
  const capture = await readCapture(id)
  if (capture?.state !== 'draft' || hostAt(capture.body.sourceUrl ?? undefined) !== host) return false
  const { prompt, modelName, metadata } = limited({ ...given, source: { kind: 'taught', host } })
  const { seed } = metadata ?? {}
  const before = capture.body
  const hasSeed = typeof seed === 'number' || typeof seed === 'string'
  const body = {
    ...before,
    prompt: before.prompt || prompt,
    modelName: before.modelName || modelName,
    metadata: { ...(hasSeed && { seed }), ...before.metadata },
  } as typeof before
  const problem = missing(body)
  const isTyped = (await readSetting('drafts'))?.[id] !== undefined
  const isReady = !problem && !isTyped
  await changeCaptures(
    new Map([
      [
        id,
        {
          body,
          problem: isReady ? undefined : (problem ?? capture.problem),
          state: isReady ? 'pending' : 'draft',
          readings: [...capture.readings, { kind: 'taught', host } as const],
          changedRules: undefined,
        },
      ],
    ]),
    'draft',
  )
  return true
}
