import type { Draft } from '../draft.ts'
import { type NamedText, textNamed } from '../named-text.ts'
import { isRecord, modelNameOf, numberOf, textOf, told } from '../values.ts'

/** The rest of its parameters is kept under SwarmUI's own names. */
const elsewhere = ['prompt', 'negativeprompt', 'model', 'seed', 'steps', 'cfgscale', 'width', 'height']

/**
 * What SwarmUI writes: JSON with `sui_image_params` in the `parameters` of PNG, in the UserComment of Exif, and in older
 * versions in its Model. After docs/Image Metadata Format.md of mcmonkeyprojects/SwarmUI.
 */
export function readSwarmUi(texts: readonly NamedText[]): Draft | undefined {
  const candidates = ['parameters', 'usercomment', 'model'].map((name) => textNamed(texts, name))
  const found = candidates.find((text) => isRecord(text?.json) && isRecord(text.json.sui_image_params))
  if (!found) return undefined
  const { sui_image_params, sui_models, sui_extra_data } = found.json as Record<string, unknown>
  const said = sui_image_params as Record<string, unknown>
  const extra = isRecord(sui_extra_data) ? sui_extra_data : {}
  const seconds = secondsOf(extra.generation_time)
  return {
    format: found.format,
    tool: 'SwarmUI',
    platformKey: 'swarmui',
    ...told({
      prompt: textOf(said.prompt),
      negativePrompt: textOf(said.negativeprompt),
      modelName: modelNameOf(said.model),
    }),
    ...(seconds !== undefined && { generationSeconds: seconds }),
    metadata: told({
      seed: numberOf(said.seed),
      steps: numberOf(said.steps),
      cfgScale: numberOf(said.cfgscale),
      sampler: textOf(said.sampler) ?? textOf(said.comfyuisampler),
      scheduler: textOf(said.scheduler) ?? textOf(said.comfyuischeduler),
      width: numberOf(said.width),
      height: numberOf(said.height),
      ratio: textOf(said.aspectratio),
      modelHash: hashOf(sui_models),
      loras: lorasOf(said),
      version: textOf(said.swarm_version),
      originalPrompt: textOf(extra.original_prompt),
      parameters: Object.fromEntries(Object.entries(said).filter(([name]) => !elsewhere.includes(name))),
    }),
  }
}

/** `4.84 sec`, and `1.50 min` for long ones. */
function secondsOf(time: unknown): number | undefined {
  const match = /^(\d+(?:\.\d+)?) (sec|min)/.exec(textOf(time) ?? '')
  return match ? Number(match[1]) * (match[2] === 'min' ? 60 : 1) : undefined
}

function hashOf(models: unknown): string | undefined {
  if (!Array.isArray(models)) return undefined
  return textOf(models.filter(isRecord).find(({ param }) => param === 'model')?.hash)
}

/** Two lists side by side, each as JSON or as text with commas. */
function lorasOf(said: Record<string, unknown>) {
  const weights = listOf(said.loraweights)
  return listOf(said.loras).flatMap((name, index) => {
    const lora = modelNameOf(name)
    return lora ? [told({ name: lora, weight: numberOf(weights[index]) })] : []
  })
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : (textOf(value)?.split(',') ?? [])
}
