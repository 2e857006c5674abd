import { type Adapter, unknownMedia } from './adapter.ts'
import { uuid } from './page-text.ts'
import { platformScript } from './script.ts'

const output = new RegExp(
  `^https://(?:assets\\.grok\\.com/users/[^/]+/generated|imagine-public\\.x\\.ai/(?:.+/)?(?:images|share-videos))/(${uuid})[./]`,
  'i',
)

/**
 * `group/media-post-masonry-card` in `[role="listitem"]` and the addresses of its media: after the extensions "Grok
 * Imagine Power Tools" and "Grok Imagine Favorites Manager" (2025 and 2026). None tells where the page writes the
 * prompt, so it is not read. What is still being made has a `data:` address, and its id as alt text.
 */
export const grokImagine: Adapter = {
  platform: 'grok-imagine',
  hosts: ['https://grok.com/imagine*'],
  media: ['https://assets.grok.com/*', 'https://imagine-public.x.ai/*'],
  checked: '2026-11-21',
  names: 'output',
  read({ element, addresses }, page) {
    const alt = element.getAttribute('alt') ?? ''
    const ids = addresses.map((address) => output.exec(address)?.[1])
    const id = ids.find(Boolean) ?? (new RegExp(`^${uuid}$`, 'i').test(alt) ? alt : undefined)
    if (!id) return unknownMedia(page, '[class*="media-post-masonry-card"]')
    return { state: 'matched', reading: { externalAssetId: id } }
  },
}

export default platformScript(grokImagine)
