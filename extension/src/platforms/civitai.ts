import { numberOf } from '@dailies/reading/values.ts'
import { type Adapter, unknownMedia } from './adapter.ts'
import { textIn, uuid } from './page-text.ts'
import { platformScript } from './script.ts'

const output = new RegExp(`^(https://[\\w-]+\\.civitai\\.com/\\w+/${uuid})/[^/]*(/[^/?#]+)`, 'i')

/**
 * After Civitai's own source, github.com/civitai/civitai: the card "Generation data"
 * (src/components/Image/DetailV2/ImageMeta.tsx) and the parts of an address (src/client-utils/edge-url.ts, 2026).
 */
export const civitai: Adapter = {
  platform: 'civitai',
  hosts: ['https://civitai.com/*'],
  media: ['https://*.civitai.com/*'],
  checked: '2026-11-21',
  names: 'output',
  read({ element, address }, page) {
    const [, base, name] = output.exec(address) ?? []
    if (!base) return unknownMedia(page, 'a[href^="/images/"], a[href^="/models/"]')
    // The file as it was uploaded, which has in it how it was made.
    const original = element.localName === 'img' ? { mediaUrl: `${base}/original=true${name}` } : undefined
    const linked = element.closest('a[href*="/images/"]')?.getAttribute('href')
    const id = imageId(linked ?? location.pathname)
    if (linked || !id || !isShown(element)) {
      return { state: 'matched', reading: { externalAssetId: linked ? id : undefined }, original }
    }
    const values = readCard(page)
    if (!values) return { state: 'changed' }
    return { state: 'matched', reading: { externalAssetId: id, ...values }, original }
  },
}

export default platformScript(civitai)

function imageId(path: string): string | undefined {
  return /\/images\/(\d+)/.exec(path)?.[1]
}

/** The other pictures of a carousel stand beside the one that the page is about. */
function isShown(element: Element): boolean {
  const { left, right } = element.getBoundingClientRect()
  return left >= -1 && right <= innerWidth + 1
}

function readCard(page: Element) {
  const prompt = textUnder(page, 'Prompt')
  if (!prompt) return undefined
  const metadata: Record<string, unknown> = {}
  for (const label of page.querySelectorAll('.mantine-Badge-label > span:first-child')) {
    const name = /^(cfgScale|steps|sampler|seed|clipSkip):$/.exec(textIn(label) ?? '')?.[1]
    const value = textIn(label.nextElementSibling)
    if (name && value) metadata[name] = numberOf(value) ?? value
  }
  return { prompt, negativePrompt: textUnder(page, 'Negative prompt'), metadata }
}

/** The text below a heading of the card: both are children of one element, the heading within a line of its own. */
function textUnder(page: Element, heading: string): string | undefined {
  const found = [...page.querySelectorAll('.mantine-Text-root')].find((label) => textIn(label) === heading)
  const line = found?.closest('.justify-between')
  return textIn(line?.nextElementSibling)
}
