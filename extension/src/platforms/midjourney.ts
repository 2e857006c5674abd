import { numberOf } from '@dailies/reading/values.ts'
import { type Adapter, unknownMedia } from './adapter.ts'
import { textIn, uuid } from './page-text.ts'
import { platformScript } from './script.ts'

const image = new RegExp(`^https://cdn\\.midjourney\\.com/(${uuid})/0_(\\d+)(?:_\\d+_N)?\\.\\w+`, 'i')
const video = new RegExp(`^https://cdn\\.midjourney\\.com/video/(${uuid})/(\\d+)(?:_\\d+_N)?\\.\\w+`, 'i')

/**
 * Addresses, `/jobs/ID?index=N` and what stands in `#lightboxPrompt`: after the user scripts "Niji Journey exporter" 6.2.0
 * (also for midjourney.com, 2026) and "Tyrnarra NPC helper for Midjourney" 1.6 (2026-09).
 */
export const midjourney: Adapter = {
  platform: 'midjourney',
  hosts: ['https://www.midjourney.com/*'],
  media: ['https://cdn.midjourney.com/*'],
  checked: '2026-11-21',
  names: 'job',
  read({ address }, page) {
    const [, job, index, isVideo] = identify(address) ?? []
    if (!job) return unknownMedia(page, 'a[href^="/jobs/"], img[src^="https://cdn.midjourney.com/"]')
    const original = isVideo
      ? { mediaUrl: `https://cdn.midjourney.com/video/${job}/${index}.mp4`, kind: 'video' as const }
      : { mediaUrl: `https://cdn.midjourney.com/${job}/0_${index}.png` }
    const bare = { externalAssetId: job, metadata: { index: Number(index) } }
    if (!location.pathname.startsWith(`/jobs/${job}`)) return { state: 'matched', reading: bare, original }
    const opened = page.querySelector('#lightboxPrompt')
    if (!opened) return { state: 'changed' }
    const prompt = textIn(opened.querySelector('.notranslate p'))
    return {
      state: 'matched',
      reading: { ...bare, ...readParameters(opened, bare.metadata), prompt },
      original,
    }
  },
}

export default platformScript(midjourney)

function identify(address: string): [string, string, string, boolean] | undefined {
  const found = video.exec(address)
  if (found) return [found[0], found[1]!, found[2]!, true]
  const picture = image.exec(address)
  return picture ? [picture[0], picture[1]!, picture[2]!, false] : undefined
}

/** Each in a button of its own: `--ar 16:9`, `--v 7`, `--raw`. */
function readParameters(opened: Element, metadata: object) {
  const tags = [...opened.querySelectorAll('button[title] span.text-transparent')].map(textIn)
  const given = tags.filter((tag) => tag?.startsWith('--'))
  const value = (name: string) => given.find((tag) => tag!.startsWith(`--${name} `))?.slice(name.length + 3)
  const [version, niji, no, seed] = [
    value('v') ?? value('version'),
    value('niji'),
    value('no'),
    value('seed'),
  ]
  return {
    modelName: niji ? `Niji ${niji}` : version && `Midjourney v${version}`,
    negativePrompt: no,
    metadata: { ...metadata, seed: numberOf(seed), parameters: given.join(' ') || undefined },
  }
}
