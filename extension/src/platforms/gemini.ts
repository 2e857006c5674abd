import { type Adapter, unknownMedia } from './adapter.ts'
import { textIn } from './page-text.ts'
import { platformScript } from './script.ts'

/**
 * `<model-response> … <generated-image><single-image><img>` and `.query-text-line` in `<user-query>`: after the notes of
 * a driver of Gemini's web page (2026), and after an extension's own notes on it ("a user turn's textContent is not the
 * message … read `.query-text-line`").
 */
export const gemini: Adapter = {
  platform: 'gemini',
  hosts: ['https://gemini.google.com/*'],
  media: ['https://*.googleusercontent.com/*'],
  checked: '2026-11-21',
  names: 'output',
  read({ element }, page) {
    const turn = element.closest('.conversation-container')
    if (!element.closest('generated-image') || !turn) {
      return unknownMedia(page, 'user-query, model-response, rich-textarea')
    }
    const lines = [...turn.querySelectorAll('user-query .query-text-line')].map(textIn)
    const [, conversation] = /\/app\/(\w+)/.exec(location.pathname) ?? []
    return {
      state: 'matched',
      reading: {
        prompt: lines.filter(Boolean).join('\n') || undefined,
        metadata: conversation ? { conversation } : undefined,
      },
    }
  },
}

export default platformScript(gemini)
