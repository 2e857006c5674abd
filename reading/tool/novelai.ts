import type { Draft } from '../draft.ts'
import { parseJson } from '../json.ts'
import { type NamedText, textNamed } from '../named-text.ts'
import { isRecord, numberOf, textOf, told } from '../values.ts'

/**
 * What NovelAI writes: the PNG texts Software, Description, Source and Comment (JSON), or all of them as one JSON in the
 * UserComment of Exif. Its copy of them in the lowest bits of the alpha channel is not read: that takes decoding the
 * whole picture.
 */
export function readNovelAi(texts: readonly NamedText[]): Draft | undefined {
  const fields = fieldsOf(texts)
  if (textOf(fields.Software) !== 'NovelAI') return undefined
  const said = saidIn(fields.Comment)
  const { modelName, modelHash } = modelIn(textOf(fields.Source) ?? '')
  const seconds = Number(fields['Generation time'])
  return {
    format: fields.format,
    tool: 'NovelAI',
    platformKey: 'novelai',
    ...told({
      prompt: captionOf(said.v4_prompt) ?? textOf(said.prompt) ?? textOf(fields.Description),
      negativePrompt: captionOf(said.v4_negative_prompt) ?? textOf(said.uc),
      modelName,
    }),
    ...(seconds > 0 && { generationSeconds: seconds }),
    metadata: told({
      seed: numberOf(said.seed),
      steps: numberOf(said.steps),
      cfgScale: numberOf(said.scale),
      cfgRescale: numberOf(said.cfg_rescale),
      sampler: textOf(said.sampler),
      scheduler: textOf(said.noise_schedule),
      width: numberOf(said.width),
      height: numberOf(said.height),
      denoisingStrength: numberOf(said.strength),
      noise: numberOf(said.noise),
      modelHash,
      requestType: textOf(said.request_type),
      characters: charactersOf(said.v4_prompt),
      negativeCharacters: charactersOf(said.v4_negative_prompt),
    }),
  }
}

interface Fields {
  format: string
  Software?: unknown
  Description?: unknown
  Source?: unknown
  Comment?: unknown
  'Generation time'?: unknown
}

function fieldsOf(texts: readonly NamedText[]): Fields {
  const comment = textNamed(texts, 'usercomment')
  if (isRecord(comment?.json) && 'Software' in comment.json)
    return { ...comment.json, format: comment.format }
  const get = (name: string) => textNamed(texts, name)?.text
  return {
    format: textNamed(texts, 'comment')?.format ?? textNamed(texts, 'software')?.format ?? '',
    Software: get('software'),
    Description: get('description'),
    Source: get('source'),
    Comment: get('comment'),
    'Generation time': get('generation time'),
  }
}

/** `NovelAI Diffusion V3 7BCCAA2C`. */
function modelIn(source: string): { modelName: string; modelHash?: string } {
  const modelHash = / ([0-9A-F]{8})$/.exec(source)?.[1]
  return modelHash
    ? { modelName: source.slice(0, -modelHash.length).trim(), modelHash }
    : { modelName: source }
}

function saidIn(comment: unknown): Record<string, unknown> {
  const said = typeof comment === 'string' ? parseJson(comment) : comment
  return isRecord(said) ? said : {}
}

/** Since version 4 a caption of the whole, and one of each character. */
function captionOf(prompt: unknown): string | undefined {
  const caption = isRecord(prompt) ? prompt.caption : undefined
  return isRecord(caption) ? textOf(caption.base_caption) : undefined
}

function charactersOf(prompt: unknown): string[] {
  const caption = isRecord(prompt) ? prompt.caption : undefined
  const characters = isRecord(caption) ? caption.char_captions : undefined
  if (!Array.isArray(characters)) return []
  return characters.filter(isRecord).flatMap(({ char_caption }) => textOf(char_caption) ?? [])
}
