import { ask } from '../page/ask.ts'
import { readFields, readTaught } from './read-taught.ts'
import type { TaughtRule } from './rule.ts'
import type { TeachOrder } from './teach-order.ts'

/** Has the background keep a rule that was made at a picture; true where it filled the capture that this was wanted for. */
export async function askToKeep(
  media: Element,
  rule: TaughtRule,
  { rules, captureId }: TeachOrder,
): Promise<boolean> {
  const { isFilled } = await ask('keepRule', {
    rule,
    // They read something for this very picture, and it was pointed at once more.
    instead: rules.filter((other) => readFields(media, other).prompt !== undefined).map(({ id }) => id),
    reading: readTaught(media, [rule])?.reading ?? { source: { kind: 'taught', host: rule.host } },
    ...(captureId !== undefined && { captureId }),
  })
  return isFilled
}
