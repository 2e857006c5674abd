import type { Adapter } from './adapter.ts'
import { automatic1111 } from './automatic1111.ts'

/**
 * After github.com/lllyasviel/stable-diffusion-webui-forge at dfdcbab (2025-06-26) on Gradio 4.40: what it kept of
 * AUTOMATIC1111's web UI, and html/footer.html, by which it tells who it is.
 */
export const forge: Adapter = {
  ...automatic1111,
  platform: 'forge',
  checked: '2026-11-21',
  recognises: (page) =>
    page.querySelector('body:has(#txt2img_gallery) #footer a[href*="stable-diffusion-webui-forge"]') !== null,
}
