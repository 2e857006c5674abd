import { textOf } from '@dailies/reading/values.ts'
import { type Adapter, unknownMedia } from './adapter.ts'

interface Metadata {
  positive_prompt?: unknown
  negative_prompt?: unknown
  model?: { name?: unknown } | null
}

/**
 * After github.com/invoke-ai/InvokeAI 6.0.1, invokeai/frontend/web: index.html, GalleryImage.tsx (`[data-item-id]`),
 * CurrentImagePreview.tsx and ImageMetadataViewer.tsx. The viewer writes what it knows of its picture as JSON once its
 * tab "Metadata" was opened, whatever the language of the interface.
 */
export const invokeai: Adapter = {
  platform: 'invokeai',
  hosts: ['http://127.0.0.1/*', 'http://localhost/*'],
  checked: '2026-11-21',
  names: 'output',
  recognises: (page) => page.querySelector('link#invoke-favicon') !== null,
  read({ address }, page) {
    const [, base, name] = /^(.*\/api\/v1\/images\/i\/([^/]+))\/(?:thumbnail|full)$/.exec(address) ?? []
    if (!base || !name) return unknownMedia(page, 'img[src*="api/v1/images/i/"], #root [role="tab"]')
    return {
      state: 'matched',
      reading: { externalAssetId: decodeURIComponent(name), ...readMetadata(name, page) },
      original: { mediaUrl: `${base}/full` },
    }
  },
}

/**
 * A link to the picture that the metadata are of stands above them, and nowhere else. Seed, steps and so on are in the
 * file, too.
 */
function readMetadata(name: string, page: Element) {
  if (!page.querySelector(`a[href*="api/v1/images/i/${CSS.escape(name)}/"]`)) return undefined
  const shown = [...page.querySelectorAll('[role="tabpanel"] pre')].map((text) => text.textContent ?? '')
  const metadata: Metadata = JSON.parse(shown.find((text) => text.includes('"positive_prompt"')) ?? '{}')
  return {
    prompt: textOf(metadata.positive_prompt),
    negativePrompt: textOf(metadata.negative_prompt),
    modelName: textOf(metadata.model?.name),
  }
}
