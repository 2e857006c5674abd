import type { Draft } from '../draft.ts'
import { parseJson } from '../json.ts'
import { type NamedText, textNamed } from '../named-text.ts'
import { isRecord, numberOf, textOf, told } from '../values.ts'

/**
 * What Civitai's own generator writes when ComfyUI runs behind it: the graph as JSON in the UserComment of Exif, and in
 * its `extraMetadata`, as JSON in JSON, what the user asked for. Its other form is AUTOMATIC1111's.
 */
export function readCivitai(texts: readonly NamedText[]): Draft | undefined {
  const found = textNamed(texts, 'usercomment')
  if (!found || !isRecord(found.json)) return undefined
  const { extraMetadata } = found.json
  const said = typeof extraMetadata === 'string' ? parseJson(extraMetadata) : extraMetadata
  if (!isRecord(said)) return undefined
  return {
    format: found.format,
    tool: 'Civitai',
    platformKey: 'civitai',
    ...told({
      prompt: textOf(said.prompt),
      negativePrompt: textOf(said.negativePrompt),
    }),
    metadata: told({
      seed: numberOf(said.seed),
      steps: numberOf(said.steps),
      cfgScale: numberOf(said.cfgScale),
      sampler: textOf(said.sampler),
      width: numberOf(said.width),
      height: numberOf(said.height),
      resources: said.resources,
    }),
  }
}
