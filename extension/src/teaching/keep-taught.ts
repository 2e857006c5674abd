import { tellPages } from '../background/pages.ts'
import { fillDraft } from '../capture/fill-draft.ts'
import type { KeptRule } from '../messages.ts'
import { limited } from '../page/limited.ts'
import { readCapture } from '../queue/captures.ts'
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

/** Prompt, model and seed, only of a capture from the same host. */
async function fillIn(id: string, given: KeptRule['reading'], host: string): Promise<boolean> {
  const capture = await readCapture(id)
  if (hostAt(capture?.body.sourceUrl ?? undefined) !== host) return false
  const source = { kind: 'taught', host } as const
  const { prompt, modelName, metadata } = limited({ ...given, source })
  const { seed } = metadata ?? {}
  const hasSeed = typeof seed === 'number' || typeof seed === 'string'
  return fillDraft(id, [
    {
      source,
      ...(prompt && { prompt }),
      ...(modelName && { modelName }),
      ...(hasSeed && { metadata: { seed } }),
    },
  ])
}
