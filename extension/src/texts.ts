import { browser } from 'wxt/browser'
import type messages from '../public/_locales/en/messages.json'

/** WXT would have its type generated from the same file by a step before every type check. */
const i18n = browser.i18n as unknown as { getMessage(key: string, values?: string[]): string }

export type TextKey = keyof typeof messages

/**
 * A text of the extension, in the browser's language where `public/_locales` has it, else in English. `values` stand
 * for $1 to $9 in it.
 */
export function text(key: TextKey, ...values: (string | number)[]): string {
  return i18n.getMessage(key, values.map(String))
}

/** For between two full stops, whoever wrote it: a service or a proxy, too. */
export function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1).replace(/\.$/, '')
}
