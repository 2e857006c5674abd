import { type Adapter, unknownMedia } from './adapter.ts'
import { textIn } from './page-text.ts'
import { platformScript } from './script.ts'

/**
 * Turns (`data-turn`, `data-message-author-role`), `<div id="image-…" class="group/imagegen-image">` and the alt text
 * "Generated image: …": after the notes of a ChatGPT user script (helper 1.1.62, 2026) and of a driver whose selectors
 * were verified on 2026-07-17; `estuary/content?id=file_…`: after several downloaders of that year.
 */
export const chatgpt: Adapter = {
  platform: 'chatgpt',
  hosts: ['https://chatgpt.com/*'],
  media: ['https://*.oaiusercontent.com/*'],
  checked: '2026-11-21',
  names: 'output',
  read({ element, address }, page) {
    const generated = element.closest('[id^="image-"], [class*="imagegen-image"]')
    if (!generated) return unknownMedia(page, '[data-message-author-role], [data-turn]')
    const asked = lastBefore(element, page.querySelectorAll('[data-message-author-role="user"]'))
    const file = /[?&]id=(file[-_]\w+)/.exec(address)?.[1]
    const [, conversation] = /\/c\/([\w-]+)/.exec(location.pathname) ?? []
    const title = /^Generated image:\s*(.+)$/s.exec(element.getAttribute('alt') ?? '')?.[1]
    return {
      state: 'matched',
      reading: {
        prompt: textIn(asked?.querySelector('.whitespace-pre-wrap') ?? asked),
        externalAssetId: file,
        title,
        metadata: conversation ? { conversation } : undefined,
      },
    }
  },
}

export default platformScript(chatgpt)

/** What the user asked for right before the picture came. */
function lastBefore(element: Element, asked: NodeListOf<Element>): Element | undefined {
  return [...asked].findLast(
    (turn) => turn.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
}
