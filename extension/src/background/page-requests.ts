import { browser } from 'wxt/browser'
import { capture } from '../capture/capture.ts'
import type { PageRequestName, PageRequests, PageSettings } from '../messages.ts'
import { knownPreferences } from '../place/profile.ts'
import { adapterFor } from '../platforms/adapters.ts'
import { readSetting } from '../store/database.ts'
import { findMarks } from './captured-marks.ts'

/** As many as a page may ask about, and capture, at once. */
const mostValues = 200
const mostSightings = 500

type Answers = {
  [N in PageRequestName]: (
    request: PageRequests[N]['request'],
    pageUrl: string,
  ) => Promise<PageRequests[N]['reply']>
}

/** What a page may ask. Whatever it sends is checked where it is used: the service checks every field of a capture. */
export function pageRequests(onReady: () => void): Answers {
  return {
    capture: ({ sightings }) => capture(sightings.slice(0, mostSightings), onReady),
    findCaptured: async ({ outputUrls, externalAssetIds }) => {
      const ids = externalAssetIds.slice(0, mostValues)
      return { marks: await findMarks(outputUrls.slice(0, mostValues - ids.length), ids) }
    },
    pageSettings: ({ platform }, pageUrl) => settingsOf(pageUrl, platform),
  }
}

/**
 * A page of a platform that the user did not enable is left alone, and so is the console; one of no known platform was
 * allowed by the user.
 */
async function settingsOf(pageUrl: string, found: string | undefined): Promise<PageSettings> {
  const connection = await readSetting('connection')
  const { enabledPlatforms, autoFillEnabled } = await knownPreferences()
  const platform = adapterFor(pageUrl)?.platform ?? found
  const command = (await browser.commands.getAll()).find(({ name }) => name === 'capture')
  const isConsole = connection !== undefined && pageUrl.startsWith(`${connection.address}/`)
  return {
    connected: connection !== undefined,
    enabled: !isConsole && (platform === undefined || enabledPlatforms.includes(platform)),
    autoFill: autoFillEnabled,
    ...(command?.shortcut && { shortcut: command.shortcut }),
  }
}
