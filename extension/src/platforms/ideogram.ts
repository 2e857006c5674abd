import { type Adapter, unknownMedia } from './adapter.ts'
import { platformScript } from './script.ts'

/**
 * `[data-testid^="image-grid-item-"]`, `/g/REQUEST/INDEX` and `/assets/…/response/ID@2k`: after the user script "Content
 * Universe – Ideogram Harvester" 0.3.0 (2026). It does not tell where the page writes the prompt, so it is not read.
 */
export const ideogram: Adapter = {
  platform: 'ideogram',
  hosts: ['https://ideogram.ai/*'],
  checked: '2026-11-21',
  names: 'output',
  read({ element, address }, page) {
    const response = /^https:\/\/ideogram\.ai\/.*\/response\/([\w-]+)/.exec(address)?.[1]
    if (!response) return unknownMedia(page, '[data-testid^="image-grid-item-"], a[href^="/g/"]')
    const card = element.closest('[data-testid^="image-grid-item-"]')
    const link = card?.querySelector('a[href^="/g/"]')?.getAttribute('href')
    const [, request, index] = /^\/g\/([\w-]+)\/(\d+)/.exec(link ?? location.pathname) ?? []
    return {
      state: 'matched',
      reading: {
        externalAssetId: response,
        metadata: request ? { request, index: Number(index) } : undefined,
      },
    }
  },
}

export default platformScript(ideogram)
