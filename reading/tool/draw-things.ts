import type { Draft } from '../draft.ts'
import { type NamedText, textNamed } from '../named-text.ts'
import { isRecord, modelNameOf, numberOf, sizeOf, textOf, told } from '../values.ts'

/** What Draw Things writes: JSON as the user comment of Exif in XMP, with `c` and `uc` for the prompts. */
export function readDrawThings(texts: readonly NamedText[]): Draft | undefined {
  const found = textNamed(texts, 'usercomment')
  const said = found?.json
  if (!found || !isRecord(said) || typeof said.c !== 'string' || !('model' in said)) return undefined
  return {
    format: found.format,
    tool: 'Draw Things',
    platformKey: 'draw-things',
    ...told({
      prompt: textOf(said.c),
      negativePrompt: textOf(said.uc),
      modelName: modelNameOf(said.model),
    }),
    metadata: told({
      seed: numberOf(said.seed),
      steps: numberOf(said.steps),
      cfgScale: numberOf(said.scale),
      sampler: textOf(said.sampler),
      ...sizeOf(textOf(said.size)),
      denoisingStrength: numberOf(said.strength),
      seedMode: textOf(said.seed_mode),
      shift: numberOf(said.shift),
      loras: lorasIn(isRecord(said.v2) ? said.v2.loras : said.lora),
    }),
  }
}

function lorasIn(loras: unknown) {
  if (!Array.isArray(loras)) return []
  return loras.filter(isRecord).flatMap(({ file, model, weight }) => {
    const name = modelNameOf(file ?? model)
    return name ? [told({ name, weight: numberOf(weight) })] : []
  })
}
