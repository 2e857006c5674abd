import { browser } from 'wxt/browser'
import type { PanelRequests, TaughtAt } from '../messages.ts'

/** Sends what waits now, without waiting for the next try. */
export async function sendNow(): Promise<void> {
  await ask('sendNow', {})
}

/** The connection, what the user allowed, or the preferences are others now. */
export async function tellChange(): Promise<void> {
  await ask('permissionsChanged', {})
}

/** Lets the user point at the prompt in the page that they are at: of this capture, where one is named. */
export async function teach(captureId?: string): Promise<TaughtAt> {
  return ((await ask('teach', { ...(captureId && { captureId }) })) as TaughtAt | undefined) ?? 'closed'
}

/** Leaves media that are on their way to the service. */
export async function leaveMedia(id: string): Promise<void> {
  await ask('leaveMedia', { id })
}

/** Tries once more to have media, and to send them. */
export async function sendMediaAgain(id: string): Promise<void> {
  await ask('sendMediaAgain', { id })
}

/** Has the page that the user is at do something; false where the browser lets no extension in. */
export async function orderPage(order: 'capture' | 'grid'): Promise<boolean> {
  const answer = (await ask('order', { order })) as { told?: boolean } | undefined
  return answer?.told === true
}

/** Undefined where the background does not answer: it is being updated, say. What it misses it does at its next start. */
function ask<N extends keyof PanelRequests>(name: N, request: PanelRequests[N]): Promise<unknown> {
  return browser.runtime.sendMessage({ name, request }).catch(() => undefined)
}
