import { type Adapter, unknownMedia } from './adapter.ts'
import { platformScript } from './script.ts'

/**
 * `[data-tile-id]`, `img[alt="Generated image"]` and `media.getMediaUrlRedirect?name=ID`: after AutoBoom's selectors
 * (github.com/ski11z/autoboom, taken from the live page on 2026-02-26) and the drivers of Flow that came after it.
 * They do not tell where a tile has its prompt, so it is not read.
 */
export const googleFlow: Adapter = {
  platform: 'google-flow',
  hosts: ['https://labs.google/fx/*'],
  checked: '2026-11-21',
  names: 'output',
  read({ address }, page) {
    const name = /\/media\.getMediaUrlRedirect\?(?:.*&)?name=([\w-]+)/.exec(address)?.[1]
    if (!name) return unknownMedia(page, '[data-tile-id], [data-slate-editor]')
    return { state: 'matched', reading: { externalAssetId: name } }
  },
}

export default platformScript(googleFlow)
