import { type Browser, browser } from 'wxt/browser'
import { capture } from '../capture/capture.ts'
import type { CapturedFrom } from '../media/media-of.ts'
import type { PageRequestName, PageRequests, PageSettings } from '../messages.ts'
import { knownPreferences } from '../place/profile.ts'
import { platformAt } from '../platforms/hosts.ts'
import { readSetting } from '../store/database.ts'
import { bringRules } from '../teaching/bring.ts'
import { keepTaught } from '../teaching/keep-taught.ts'
import { rulesFor } from '../teaching/rules.ts'
import { findMarks } from './captured-marks.ts'

/** As many as a page may ask about, and capture, at once. */
const mostValues = 200
const mostSightings = 500

type Answers = {
  [N in PageRequestName]: (
    request: PageRequests[N]['request'],
    from: Browser.runtime.MessageSender,
  ) => Promise<PageRequests[N]['reply']>
}

/** What a page may ask. Whatever it sends is checked where it is used: the service checks every field of a capture. */
export function pageRequests(onReady: () => void): Answers {
  return {
    capture: ({ sightings }, from) => capture(sightings.slice(0, mostSightings), whereFrom(from), onReady),
    findCaptured: async ({ outputUrls, externalAssetIds }) => {
      const ids = externalAssetIds.slice(0, mostValues)
      return { marks: await findMarks(outputUrls.slice(0, mostValues - ids.length), ids) }
    },
    pageSettings: async ({ platform }, { url = '', tab, frameId = 0 }) => {
      if (tab?.id !== undefined) await bringRules(url, tab.id, frameId)
      return settingsOf(url, platform)
    },
    taughtRules: async (_request, { url }) => ({ rules: await rulesFor(url) }),
    keepRule: (kept, { url }) => keepTaught(kept, url, onReady),
  }
}

/** As the browser says it, whatever the message does. */
function whereFrom({ url, tab, frameId = 0 }: Browser.runtime.MessageSender): CapturedFrom {
  return { url, ...(tab?.id !== undefined && { frame: { tabId: tab.id, frameId } }) }
}

/**
 * A page of a platform that the user did not enable is left alone, and so is the console; one of no known platform was
 * allowed by the user.
 */
async function settingsOf(pageUrl: string, found: string | undefined): Promise<PageSettings> {
  const connection = await readSetting('connection')
  const { enabledPlatforms, autoFillEnabled } = await knownPreferences()
  const platform = platformAt(pageUrl) ?? found
  const command = (await browser.commands.getAll()).find(({ name }) => name === 'capture')
  const isConsole = connection !== undefined && pageUrl.startsWith(`${connection.address}/`)
  return {
    connected: connection !== undefined,
    enabled: !isConsole && (platform === undefined || enabledPlatforms.includes(platform)),
    autoFill: autoFillEnabled,
    ...(command?.shortcut && { shortcut: command.shortcut }),
  }
}
