import type { Draft } from '../draft.ts'
import { type NamedText, textNamed } from '../named-text.ts'
import { isRecord, modelNameOf, numberOf, textOf, told } from '../values.ts'

/**
 * What InvokeAI writes into PNG files: `invokeai_metadata` since version 3 (invokeai/app/invocations/metadata.py of
 * invoke-ai/InvokeAI), `sd-metadata` in version 2, and the command line `Dream` before.
 */
export function readInvokeAi(texts: readonly NamedText[]): Draft | undefined {
  const metadata = textNamed(texts, 'invokeai_metadata')
  if (isRecord(metadata?.json)) return readMetadata(metadata.format, metadata.json)
  const second = textNamed(texts, 'sd-metadata')
  if (isRecord(second?.json)) return readSecond(second.format, second.json)
  const dream = textNamed(texts, 'dream')
  return dream && readDream(dream)
}

const tool = { tool: 'InvokeAI', platformKey: 'invokeai' }

function readMetadata(format: string, said: Record<string, unknown>): Draft {
  return {
    format,
    ...tool,
    ...told({
      prompt: textOf(said.positive_prompt),
      negativePrompt: textOf(said.negative_prompt),
      modelName: modelIn(said.model),
    }),
    metadata: told({
      seed: numberOf(said.seed),
      steps: numberOf(said.steps),
      cfgScale: numberOf(said.cfg_scale),
      guidance: numberOf(said.guidance),
      scheduler: textOf(said.scheduler),
      width: numberOf(said.width),
      height: numberOf(said.height),
      clipSkip: numberOf(said.clip_skip) || undefined,
      denoisingStrength: numberOf(said.strength),
      modelHash: isRecord(said.model) ? textOf(said.model.hash) : undefined,
      vae: modelIn(said.vae),
      refiner: modelIn(said.refiner_model),
      loras: lorasIn(said.loras),
      stylePrompt: textOf(said.positive_style_prompt),
      negativeStylePrompt: textOf(said.negative_style_prompt),
      generationMode: textOf(said.generation_mode),
      version: textOf(said.app_version),
    }),
  }
}

/** `name` since version 4, `model_name` in version 3. */
function modelIn(model: unknown): string | undefined {
  return isRecord(model) ? modelNameOf(model.name ?? model.model_name) : modelNameOf(model)
}

function lorasIn(loras: unknown) {
  if (!Array.isArray(loras)) return []
  return loras.filter(isRecord).flatMap((lora) => {
    const name = modelIn(lora.model ?? lora.lora)
    return name ? [told({ name, weight: numberOf(lora.weight) })] : []
  })
}

function readSecond(format: string, said: Record<string, unknown>): Draft {
  const image = isRecord(said.image) ? said.image : {}
  const [first] = Array.isArray(image.prompt) ? image.prompt : [image.prompt]
  const modelName = modelNameOf(said.model_weights)
  return {
    format,
    ...tool,
    ...promptsIn(textOf(isRecord(first) ? first.prompt : first)),
    ...(modelName && { modelName }),
    metadata: told({
      seed: numberOf(image.seed),
      steps: numberOf(image.steps),
      cfgScale: numberOf(image.cfg_scale),
      sampler: textOf(image.sampler),
      width: numberOf(image.width),
      height: numberOf(image.height),
      modelHash: textOf(said.model_hash),
      version: textOf(said.app_version),
    }),
  }
}

/** `"a prompt" -s 50 -S 123 -W 512 -H 512 -C 7.5 -A k_lms`. */
function readDream({ format, text }: NamedText): Draft | undefined {
  const end = text.lastIndexOf('"')
  if (!text.startsWith('"') || end <= 0) return undefined
  const switches = new Map(
    Array.from(text.slice(end + 1).matchAll(/-([A-Za-z]) ?([\w.]+)/g), ([, name, value]) => [name, value]),
  )
  return {
    format,
    ...tool,
    ...promptsIn(textOf(text.slice(1, end))),
    metadata: told({
      seed: numberOf(switches.get('S')),
      steps: numberOf(switches.get('s')),
      cfgScale: numberOf(switches.get('C')),
      sampler: textOf(switches.get('A')),
      width: numberOf(switches.get('W')),
      height: numberOf(switches.get('H')),
    }),
  }
}

/** Until version 3 the negative prompt stood in brackets in the prompt, mostly at its end. */
function promptsIn(text: string | undefined): Pick<Draft, 'prompt' | 'negativePrompt'> {
  if (!text) return {}
  const start = text.indexOf('[')
  const negativePrompt = start > 0 && text.endsWith(']') ? textOf(text.slice(start + 1, -1)) : undefined
  return negativePrompt && !/[[\]]/.test(negativePrompt)
    ? { prompt: text.slice(0, start).trim(), negativePrompt }
    : { prompt: text }
}
