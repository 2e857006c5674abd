import type { Draft } from '../draft.ts'
import { type NamedText, textNamed } from '../named-text.ts'
import { isRecord, modelNameOf, numberOf, sizeOf, textOf, told } from '../values.ts'
import type { Lora } from './loras.ts'

/**
 * What Fooocus writes in its own scheme: `parameters` and `fooocus_scheme` of PNG, UserComment and MakerNote of Exif.
 * After modules/meta_parser.py of lllyasviel/Fooocus. Its other scheme is AUTOMATIC1111's.
 */
export function readFooocus(texts: readonly NamedText[]): Draft | undefined {
  const found = [textNamed(texts, 'parameters'), textNamed(texts, 'usercomment')].find(isItsOwn)
  if (!found) return undefined
  const said = found.json as Record<string, unknown>
  return {
    format: found.format,
    tool: 'Fooocus',
    platformKey: 'fooocus',
    ...told({
      prompt: textOf(said.prompt),
      negativePrompt: textOf(said.negative_prompt),
      modelName: modelNameOf(said.base_model),
    }),
    metadata: told({
      seed: numberOf(said.seed),
      steps: numberOf(said.steps),
      cfgScale: numberOf(said.guidance_scale),
      sampler: textOf(said.sampler),
      scheduler: textOf(said.scheduler),
      ...sizeOf(textOf(said.resolution)),
      clipSkip: numberOf(said.clip_skip),
      modelHash: textOf(said.base_model_hash),
      refiner: isNone(said.refiner_model) ? undefined : modelNameOf(said.refiner_model),
      vae: textOf(said.vae),
      loras: lorasOf(said),
      sharpness: numberOf(said.sharpness),
      performance: textOf(said.performance),
      styles: textOf(said.styles),
      version: textOf(said.version),
      fullPrompt: said.full_prompt,
      fullNegativePrompt: said.full_negative_prompt,
    }),
  }
}

function isItsOwn(text: NamedText | undefined): boolean {
  const said = text?.json
  if (!isRecord(said) || !('prompt' in said)) return false
  return /^Fooocus/.test(textOf(said.version) ?? '') || ('base_model' in said && 'performance' in said)
}

function isNone(value: unknown): boolean {
  return value === 'None'
}

/** `loras` holds name, weight and hash of each; versions before 2.2 have `lora_combined_1: "name : weight"` alone. */
function lorasOf(said: Record<string, unknown>): Lora[] {
  if (Array.isArray(said.loras)) {
    return said.loras.filter(Array.isArray).flatMap(([name, weight, hash]) => {
      const lora = modelNameOf(name)
      return lora ? [{ name: lora, ...told({ weight: numberOf(weight), hash: textOf(hash) }) }] : []
    })
  }
  const combined = Object.entries(said).filter(([name]) => name.startsWith('lora_combined_'))
  return combined.flatMap(([, value]) => {
    const [name, weight] = textOf(value)?.split(' : ').slice(-2) ?? []
    return name && !isNone(name) ? [{ name, weight: numberOf(weight) }] : []
  })
}
