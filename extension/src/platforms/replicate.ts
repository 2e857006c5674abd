import { parseJson } from '@dailies/reading/json.ts'
import { textOf } from '@dailies/reading/values.ts'
import { type Adapter, unknownMedia } from './adapter.ts'
import { platformScript } from './script.ts'

interface Prediction {
  uuid?: unknown
  id?: unknown
  input?: Record<string, unknown>
  inputs?: Record<string, unknown>
  output?: unknown
  output_files?: unknown
  metrics?: { predict_time?: unknown }
  version?: { model?: { absolute_url?: unknown } }
}

/**
 * The properties of each part of the page, in `<script id="react-component-props-…" type="application/json">`: after a
 * saved page of a prediction (2023); names of a prediction's fields also after replicate.com/docs, "HTTP API". A
 * prediction is known by the address of its output, so that nothing is read that belongs to another one.
 */
export const replicate: Adapter = {
  platform: 'replicate',
  hosts: ['https://replicate.com/*'],
  media: ['https://replicate.delivery/*', 'https://*.replicate.delivery/*'],
  checked: '2026-11-21',
  names: 'job',
  read({ address }, page) {
    const parts = 'script[id^="react-component-props-"][type="application/json"]'
    if (!/^https:\/\/(\w+\.)?replicate\.delivery\//.test(address)) return unknownMedia(page, parts)
    for (const script of page.querySelectorAll(parts)) {
      if (!script.textContent?.includes(address)) continue
      const prediction = predictionOf(parseJson(script.textContent), address)
      if (prediction) return { state: 'matched', reading: readingOf(prediction) }
    }
    return { state: 'changed' }
  },
}

export default platformScript(replicate)

/** The one with this output, some levels below the properties. */
function predictionOf(value: unknown, address: string, levels = 4): Prediction | undefined {
  if (typeof value !== 'object' || value === null || levels === 0) return undefined
  const { output, output_files, input, inputs } = value as Prediction
  const outputs = [output, output_files].flat()
  if ((input ?? inputs) && outputs.includes(address)) return value as Prediction
  for (const member of Object.values(value)) {
    const found = predictionOf(member, address, levels - 1)
    if (found) return found
  }
  return undefined
}

function readingOf({ id, uuid = id, input, inputs = input, metrics, version }: Prediction) {
  const { prompt, negative_prompt, ...rest } = inputs ?? {}
  const seconds = metrics?.predict_time
  const simple = Object.entries(rest).filter(
    ([, value]) => /^(string|number|boolean)$/.test(typeof value) && String(value).length <= 500,
  )
  return {
    prompt: textOf(prompt),
    negativePrompt: textOf(negative_prompt),
    modelName: textOf(version?.model?.absolute_url)?.replace(/^\//, ''),
    externalAssetId: textOf(uuid),
    generationSeconds: typeof seconds === 'number' ? seconds : undefined,
    metadata: Object.fromEntries(simple),
  }
}
