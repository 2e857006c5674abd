import { type Adapter, unknownMedia } from './adapter.ts'

/**
 * After github.com/Comfy-Org/ComfyUI_frontend 1.55.9: index.html, ImagePreview.vue (`[data-testid="main-image"]`,
 * `preview=webp;75` of thumbnails) and MediaImageTop.vue. The page has its prompts in a graph on a canvas, and so has
 * the file: only its address is read here, without what makes a smaller copy of it.
 */
export const comfyui: Adapter = {
  platform: 'comfyui',
  hosts: ['http://127.0.0.1/*', 'http://localhost/*'],
  checked: '2026-11-21',
  names: 'output',
  recognises: (page) => page.querySelector('body.litegraph #vue-app') !== null,
  read({ address }, page) {
    const viewed = URL.canParse(address) ? new URL(address) : undefined
    const filename = viewed?.searchParams.get('filename')
    if (!viewed?.pathname.endsWith('/view') || !filename) {
      return unknownMedia(page, 'canvas')
    }
    const { subfolder = '', type = 'output' } = Object.fromEntries(viewed.searchParams)
    viewed.search = String(new URLSearchParams({ filename, subfolder, type }))
    return { state: 'matched', reading: { metadata: { filename } }, original: { mediaUrl: viewed.href } }
  },
}
