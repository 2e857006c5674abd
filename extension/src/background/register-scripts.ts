import { type Browser, browser } from 'wxt/browser'
import { patternOf } from '../connection/address.ts'
import { answerScripts, scriptsForSites } from '../platforms/page-scripts.ts'
import { readSetting } from '../store/database.ts'
import { handOverScript } from './pages.ts'

type Script = Browser.scripting.RegisteredContentScript

/**
 * Puts the script of pages into the sites that the user allowed, and that of the hand-over into the console; from the
 * next time on that those are loaded, and after a restart too. Patterns know no ports, so that both may be in the
 * same page: each finds out by itself whether it has something to do there.
 */
export function registerScripts(): Promise<void> {
  // One after the other: what changes one permission often changes another.
  last = last.then(register, register)
  return last
}

let last: Promise<void> = Promise.resolve()

async function register(): Promise<void> {
  const { origins = [] } = await browser.permissions.getAll()
  const wanted: Script[] = scriptsForSites(origins).map((scripts) => ({
    ...scripts,
    allFrames: true,
    runAt: 'document_idle',
  }))
  // Answers are read for captures: without a service there is none.
  const connection = await readSetting('connection')
  const enabled = (await readSetting('preferences'))?.enabledPlatforms
  if (connection) {
    wanted.push(...answerScripts(origins, enabled).map((scripts) => ({ ...scripts, allFrames: true })))
  }
  const console = connection && patternOf(connection.address)
  if (console && (await browser.permissions.contains({ origins: [console] }))) {
    wanted.push({ id: 'hand-over', js: [handOverScript], matches: [console], runAt: 'document_idle' })
  }
  await replaceScripts(wanted)
}

async function replaceScripts(wanted: Script[]): Promise<void> {
  const present = new Set((await browser.scripting.getRegisteredContentScripts()).map(({ id }) => id))
  const ids = new Set(wanted.map(({ id }) => id))
  const gone = [...present].filter((id) => !ids.has(id))
  const kept = wanted
    .filter(({ id }) => present.has(id))
    // What is not named would stay as it is.
    .map((script) => ({ excludeMatches: [], ...script }))
  const added = wanted.filter(({ id }) => !present.has(id))
  // What stays is never away, should the background end in between.
  if (kept.length > 0) await browser.scripting.updateContentScripts(kept)
  if (added.length > 0) await browser.scripting.registerContentScripts(added)
  if (gone.length > 0) await browser.scripting.unregisterContentScripts({ ids: gone })
}
