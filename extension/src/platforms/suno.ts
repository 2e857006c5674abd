import { type Adapter, type Original, unknownMedia } from './adapter.ts'
import { textIn, uuid } from './page-text.ts'
import { platformScript } from './script.ts'

const song = new RegExp(`(?:suno\\.(?:ai|com)/(?:\\w+/)*(?:image_(?:large_)?)?|^/song/)(${uuid})`, 'i')

/**
 * `[data-testid="clip-row"]`, `.clip-title-wrapper a[href="/song/ID"]` and `a[href^="/style/"]`: after a survey of the
 * live page of 2026-10 and a parser of its lists; `cdn1.suno.ai/ID.mp3` and `cdn2.suno.ai/image_ID.jpeg`: after several
 * downloaders.
 */
export const suno: Adapter = {
  platform: 'suno',
  hosts: ['https://suno.com/*'],
  media: ['https://*.suno.ai/*'],
  checked: '2026-11-21',
  names: 'output',
  read({ element, address }, page) {
    const id = song.exec(address)?.[1]
    if (!id) return unknownMedia(page, '[data-testid="clip-row"], a[href^="/song/"]')
    const link = page.querySelector(`[data-testid="clip-row"] a[href^="/song/${CSS.escape(id)}"]`)
    const row = link?.closest('[data-testid="clip-row"]')
    const isOwnPage = location.pathname.startsWith(`/song/${id}`)
    const styles = [...(row?.querySelectorAll('a[href^="/style/"]') ?? [])].map(textIn)
    return {
      state: 'matched',
      reading: {
        prompt: styles.filter(Boolean).join(', ') || undefined,
        title:
          textIn(row?.querySelector('.clip-title-wrapper')) ??
          (isOwnPage ? textIn(page.querySelector('h1')) : undefined),
        externalAssetId: id,
      },
      original: element.localName === 'img' ? soundOf(element, id, page) : undefined,
    }
  },
}

export default platformScript(suno)

/** Of a cover: the song itself, where the page names its file. */
function soundOf(cover: Element, id: string, page: Element): Original | undefined {
  const player = page.querySelector<HTMLAudioElement>(`audio[src*="${id}"]`)
  const named = page.querySelector<HTMLMetaElement>(`meta[property="og:audio"][content*="${id}"]`)
  const mediaUrl = player?.src ?? named?.content
  return mediaUrl ? { mediaUrl, kind: 'audio', thumbnailUrl: (cover as HTMLImageElement).src } : undefined
}
