import { type Adapter, type AdapterReading, type ShownMedia, unknownMedia } from './adapter.ts'
import { textIn } from './page-text.ts'

/**
 * After github.com/AUTOMATIC1111/stable-diffusion-webui 1.10 on Gradio 3.41: modules/ui_common.py (`#txt2img_gallery`,
 * `#html_info_txt2img`), javascript/ui.js (`.thumbnail-item.selected`) and imageviewer.js (`#modalImage`).
 */
export const automatic1111: Adapter = {
  platform: 'automatic1111',
  hosts: ['http://127.0.0.1/*', 'http://localhost/*'],
  checked: '2026-11-21',
  names: 'output',
  recognises: (page) => page.querySelector('#txt2img_gallery, #tab_txt2img') !== null,
  read: readGallery,
}

/**
 * Of the web UI and its descendants. What is written below a gallery is about the picture that is chosen in it; seed,
 * steps and so on are in the file, too.
 */
export function readGallery({ element, address, addresses }: ShownMedia, page: Element): AdapterReading {
  const isOutput = element.closest('[id$="_gallery"], #lightboxModal') !== null
  if (!isOutput || !address.includes('/file='))
    return unknownMedia(page, '[id$="_gallery"], #html_info_txt2img')
  for (const tab of ['txt2img', 'img2img']) {
    const gallery = page.querySelector(`#${tab}_gallery`)
    const chosen = gallery?.querySelector<HTMLImageElement>(
      '.thumbnail-item.selected img, [data-testid="detailed-image"]',
    )
    if (!chosen || !addresses.includes(chosen.src)) continue
    const infotext = page.querySelector(`#html_info_${tab}`)
    if (!infotext) return { state: 'changed' }
    return { state: 'matched', reading: readInfotext(textIn(infotext.querySelector('p')) ?? '') }
  }
  return { state: 'matched', reading: {} }
}

/** As reading/tool/infotext.ts does, but only what the web UI itself writes: every page carries this. */
function readInfotext(text: string) {
  const [said = '', settings = ''] = text.split(/^(?=Steps: \d+, )/m)
  const [prompt = '', negativePrompt] = said.split(/^Negative prompt: /m)
  return {
    prompt: prompt.trim() || undefined,
    negativePrompt: negativePrompt?.trim(),
    modelName: /, Model: "?([^,"]+)/.exec(settings)?.[1],
  }
}
