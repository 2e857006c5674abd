import { browser } from 'wxt/browser'
import type { PageOrder } from '../messages.ts'
import { ask } from '../page/ask.ts'
import { readTaught } from './read-taught.ts'
import type { TaughtRule } from './rule.ts'
import { bringTaught, taughtHere } from './taught-here.ts'

/** Asks for the rules of this host, now and whenever they may be others, and reads by them. Run again, it asks again. */
export function startTaught(): void {
  if (taughtHere()) {
    taughtHere()?.refresh()
    return
  }
  let rules: readonly TaughtRule[] = []
  let asking: Promise<void>
  const refresh = () => {
    asking = ask('taughtRules', {}).then(
      (reply) => {
        rules = reply.rules
      },
      // Those that are known stay.
      () => undefined,
    )
  }
  refresh()
  browser.runtime.onMessage.addListener((message: unknown) => {
    if ((message as PageOrder | undefined)?.order === 'refresh') refresh()
  })
  bringTaught({ ready: () => asking, refresh, read: (media) => readTaught(media, rules) })
}
