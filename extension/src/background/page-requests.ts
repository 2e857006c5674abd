import { type Browser, browser } from 'wxt/browser'
import { capture } from '../capture/capture.ts'
import { fillDraft } from '../capture/fill-draft.ts'
import { outcomeOf, outcomesOf } from '../capture/outcomes.ts'
import { sameAgain } from '../capture/same-again.ts'
import type { Sighting } from '../capture/sighting.ts'
import { undo } from '../capture/undo.ts'
import type { CapturedFrom } from '../media/media-of.ts'
import type { CaptureReply, PageRequestName, PageRequests, PageSettings } from '../messages.ts'
import { knownPreferences } from '../place/profile.ts'
import { platformAt } from '../platforms/hosts.ts'
import { readCapture } from '../queue/captures.ts'
import type { QueuedCapture } from '../queue/queued-capture.ts'
import { readSetting, writeSetting } from '../store/database.ts'
import { bringRules } from '../teaching/bring.ts'
import { keepTaught } from '../teaching/keep-taught.ts'
import { noteMatches, rulesFor } from '../teaching/rules.ts'
import { findMarks } from './captured-marks.ts'
import { openPanel } from './open-panel.ts'
import { orderPage, putGesture, putReader } from './pages.ts'

/** As many as a page may ask about, and capture, at once. */
const mostValues = 200
const mostSightings = 500

type Sender = Browser.runtime.MessageSender

type Answers = {
  [N in PageRequestName]: (
    request: PageRequests[N]['request'],
    from: Sender,
  ) => Promise<PageRequests[N]['reply']>
}

/**
 * What a page may ask. Whatever it sends is checked where it is used: the service checks every field of a capture. `onReady`:
 * something can be sent; `onUndone`: something is in the workspace no longer.
 */
export function pageRequests(onReady: () => void, onUndone: () => void): Answers {
  return {
    capture: async ({ sightings, again = false }, from) => {
      const before = again ? undefined : await capturedBefore(sightings, onReady)
      if (before) return before
      const all = sightings.slice(0, mostSightings)
      if (again === 'many') {
        const left = await notWaiting(all)
        const { stored } = await capture(left, whereFrom(from), onReady)
        return { stored, waiting: all.length - left.length }
      }
      const reply = await capture(all, whereFrom(from), onReady)
      const [{ id } = { id: '' }, ...others] = reply.stored
      return others.length > 0 ? reply : { ...reply, now: await outcomeOf(id, await readCapture(id)) }
    },
    outcomes: async ({ ids }) => ({ outcomes: await outcomesOf(ids.slice(0, mostSightings)) }),
    takeBack: async ({ id }) => {
      const reply = await undo(id)
      if (!reply.problem) onUndone()
      return reply
    },
    openForm: ({ id }, { tab }) => openForm(id, tab),
    gesture: (_request, from) => put(putGesture, from),
    reader: (_request, from) => put(putReader, from),
    chooseMany: async (_request, { tab, frameId }) => ({
      told: tab?.id !== undefined && (await orderPage(tab.id, { order: 'grid' }, frameId)),
    }),
    findCaptured: async ({ outputUrls, externalAssetIds }) => {
      const ids = externalAssetIds.slice(0, mostValues)
      return { marks: await findMarks(outputUrls.slice(0, mostValues - ids.length), ids) }
    },
    pageSettings: async ({ platform, isUsed }, { url = '', tab, frameId = 0 }) => {
      if (isUsed && tab?.id !== undefined) await bringRules(url, tab.id, frameId)
      return settingsOf(url, platform)
    },
    taughtRules: async (_request, { url }) => ({ rules: await rulesFor(url) }),
    keepRule: (kept, { url }) => keepTaught(kept, url, onReady),
  }
}

/** False where the page went away meanwhile, or lets the extension in no more. */
async function put(
  scripts: typeof putGesture,
  { tab, url = '', frameId }: Sender,
): Promise<{ told: boolean }> {
  if (tab?.id === undefined) return { told: false }
  return scripts(tab.id, url, frameId).then(
    () => ({ told: true }),
    () => ({ told: false }),
  )
}

/** Of many each was chosen, and what is in the workspace already was shown to be. A draft takes what the page tells by now. */
async function capturedBefore(
  sightings: readonly Sighting[],
  onReady: () => void,
): Promise<CaptureReply | undefined> {
  const [only, ...others] = sightings
  if (!only || others.length > 0) return undefined
  const before = await sameAgain(only)
  if (!before) return undefined
  if (!(await tellsMore(before, only)) || !(await fillDraft(before.id, only.readings))) {
    return { stored: [], already: await outcomeOf(before.id, before) }
  }
  onReady()
  noteMatches(new Set(only.taught?.rule ? [only.taught.rule] : [])).catch(console.error)
  const now = await outcomeOf(before.id, await readCapture(before.id))
  return { stored: [{ id: before.id, state: 'draft' }], now }
}

/** Without those that are on their way: what is in the workspace was shown to be, and chosen all the same. */
async function notWaiting(sightings: readonly Sighting[]): Promise<Sighting[]> {
  const before = await Promise.all(sightings.map(sameAgain))
  return sightings.filter((_sighting, at) => (before[at]?.state ?? 'synced') === 'synced')
}

async function tellsMore({ state, body }: QueuedCapture, { readings }: Sighting): Promise<boolean> {
  if (state !== 'draft' || body.prompt || !readings.some(({ prompt }) => prompt)) return false
  return (await knownPreferences()).autoFillEnabled
}

/** As the browser says it, whatever the message does. */
function whereFrom({ url, tab, frameId = 0 }: Sender): CapturedFrom {
  return { url, ...(tab?.id !== undefined && { frame: { tabId: tab.id, frameId } }) }
}

async function openForm(id: string, tab: Browser.tabs.Tab | undefined): Promise<{ opened: boolean }> {
  // Nothing may be awaited before.
  const opening = tab ? openPanel(tab.windowId) : Promise.resolve(false)
  await writeSetting('openCapture', id)
  return { opened: await opening }
}

/**
 * A page of a platform that the user did not enable is left alone, and so is the console; one of no known platform was
 * allowed by the user. Of that nobody is asked what it shows: it may be any page.
 */
async function settingsOf(pageUrl: string, found: string | undefined): Promise<PageSettings> {
  const connection = await readSetting('connection')
  const { enabledPlatforms, autoFillEnabled } = await knownPreferences()
  const platform = platformAt(pageUrl) ?? found
  const command = (await browser.commands.getAll()).find(({ name }) => name === 'capture')
  const isConsole = connection !== undefined && pageUrl.startsWith(`${connection.address}/`)
  const isOn = platform !== undefined && enabledPlatforms.includes(platform)
  return {
    connected: connection !== undefined,
    enabled: !isConsole && (platform === undefined || isOn),
    autoFill: autoFillEnabled,
    marks: !isConsole && isOn,
    ...(command?.shortcut && { shortcut: command.shortcut }),
  }
}
