import { changeSetting, readSetting } from '../store/database.ts'
import { type TakenBack, takeBack } from './take-back.ts'

/** So many wait to be taken back; the oldest are let go of. */
const most = 1_000

/**
 * Takes back what was undone before an answer of the service came: it may have it all the same. What cannot be asked of that
 * service now is asked later. `timeout`: milliseconds that the service may take.
 */
export async function takeBackUnanswered(
  id: string,
  service: string | undefined,
  timeout: number,
): Promise<TakenBack> {
  const connection = await readSetting('connection')
  const own = service ?? connection?.address
  if (!own) return { state: 'taken' }
  // Noted first: the background may end while it waits for the answer.
  await changeSetting('undone', (before = []) => [...before, { id, service: own }].slice(-most))
  if (own !== connection?.address) return { state: 'taken' }
  return settle(id, timeout)
}

/** Of this service, what was undone while it was away. Returns why some are left for later. */
export async function takeBackUndone(service: string): Promise<(TakenBack & { state: 'later' }) | undefined> {
  for (const { id, service: own } of (await readSetting('undone')) ?? []) {
    if (own !== service) continue
    const outcome = await settle(id)
    if (outcome.state === 'later') return outcome
  }
  return undefined
}

async function settle(id: string, timeout?: number): Promise<TakenBack> {
  const outcome = await takeBack(id, timeout)
  if (outcome.state !== 'later') {
    await changeSetting('undone', (before = []) => before.filter((one) => one.id !== id))
  }
  return outcome
}
