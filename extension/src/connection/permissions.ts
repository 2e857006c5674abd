import { browser } from 'wxt/browser'
import { wholeHosts } from '../platforms/match-pattern.ts'

/**
 * Asks the user for access to hosts (match patterns), and tells whether there is it now. Must be called in a click
 * itself, before anything is awaited: browsers refuse to ask at any other time.
 */
export async function askForAccess(patterns: readonly string[]): Promise<boolean> {
  if (patterns.length === 0) return true
  return browser.permissions.request({ origins: wholeHosts(patterns) }).catch(() => false)
}

/** Those of the hosts that may be reached, what access to every site covers among them. */
export async function accessible(patterns: readonly string[]): Promise<Set<string>> {
  const has = await Promise.all(
    patterns.map((pattern) => browser.permissions.contains({ origins: wholeHosts([pattern]) })),
  )
  return new Set(patterns.filter((_, place) => has[place]))
}

/** What the manifest itself asks for cannot be given back: then it stays. */
export async function giveUpAccess(patterns: readonly string[]): Promise<void> {
  if (patterns.length === 0) return
  await browser.permissions.remove({ origins: wholeHosts(patterns) }).catch(() => false)
}

/** Calls back whenever the user gave or took access, in the panel or in the settings of the browser. */
export function onAccessChange(listener: () => void): () => void {
  browser.permissions.onAdded.addListener(listener)
  browser.permissions.onRemoved.addListener(listener)
  return () => {
    browser.permissions.onAdded.removeListener(listener)
    browser.permissions.onRemoved.removeListener(listener)
  }
}
