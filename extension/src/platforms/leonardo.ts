import { type Adapter, unknownMedia } from './adapter.ts'
import { uuid } from './page-text.ts'
import { platformScript } from './script.ts'

const output = new RegExp(`^https://cdn\\.leonardo\\.ai/users/${uuid}/generations/(${uuid})/[^?#]+`, 'i')

/**
 * `[data-testid^="generation-list-item-"]`: after an automation whose selectors were verified on 2026-06-26, and the user
 * script "Leonardo.ai bulk download" 1.1, which also takes the size (`?w=512`) off the address. Neither tells where the
 * page writes the prompt, so it is not read.
 */
export const leonardo: Adapter = {
  platform: 'leonardo',
  hosts: ['https://app.leonardo.ai/*'],
  media: ['https://cdn.leonardo.ai/*'],
  checked: '2026-11-21',
  names: 'job',
  read({ address }, page) {
    const [mediaUrl, generation] = output.exec(address) ?? []
    if (!generation) return unknownMedia(page, '[data-testid^="generation-"], #prompt-textarea')
    return { state: 'matched', reading: { externalAssetId: generation }, original: { mediaUrl } }
  },
}

export default platformScript(leonardo)
