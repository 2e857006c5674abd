import type { Draft } from '../draft.ts'
import { parseJson } from '../json.ts'
import { type NamedText, textNamed } from '../named-text.ts'
import { isRecord, modelNameOf, numeric, sizeOf, textOf, told } from '../values.ts'
import { type Infotext, parseInfotext } from './infotext.ts'
import { lorasInPrompt, withHashes } from './loras.ts'

/** Where other names are in use for the same, the same name; the rest becomes camel case. */
const names = new Map([
  ['Schedule type', 'scheduler'],
  ['CLiP-skip', 'clipSkip'],
  ['Distilled CFG Scale', 'guidance'],
  ['Guidance Scale', 'cfgScale'],
  ['Civitai resources', 'resources'],
])

/** Told elsewhere. */
const elsewhere = ['Model', 'Size', 'Lora hashes', 'Lora weights', 'Raw prompt', 'Raw negative prompt']

/** In this order AUTOMATIC1111 begins, and had no `Version` before 1.3. */
const itsOrder = ['Steps', 'Sampler', 'CFG scale', 'Seed', 'Size', 'Model hash']

/**
 * The text of AUTOMATIC1111's web UI, Forge and SD.Next, in which ComfyUI's savers, Fooocus and Civitai write too: in
 * the `parameters` of a PNG file, else in the comment of Exif (or of MP4, GIF …).
 */
export function readAutomatic1111(texts: readonly NamedText[]): Draft | undefined {
  const parameters = textNamed(texts, 'parameters')
  const found = [parameters, textNamed(texts, 'usercomment', 'comment')].find((text) => text && !text.json)
  if (!found) return undefined
  const infotext = parseInfotext(found.text)
  const { settings } = infotext
  // A comment may be anything; parameters are a prompt, with settings or without.
  if (found !== parameters && (settings.size < 3 || !settings.has('Steps'))) return undefined

  const prompt = settings.get('Raw prompt') || infotext.prompt
  const negativePrompt = settings.get('Raw negative prompt') || infotext.negativePrompt
  const modelName = modelNameOf(settings.get('Model')) ?? civitaiModel(settings)
  const { platformKey, tool } = toolOf(settings, texts)
  return {
    format: found.format,
    ...told({ tool, prompt, negativePrompt, modelName, platformKey }),
    metadata: metadataOf(infotext, prompt),
  }
}

function metadataOf({ settings, prompt, template }: Infotext, shown: string | undefined) {
  const others = [...settings].filter(([name]) => !elsewhere.includes(name))
  const loras = withHashes(
    lorasInPrompt(prompt ?? ''),
    settings.get('Lora hashes') ?? '',
    settings.get('Lora weights') ?? '',
  )
  return told({
    ...Object.fromEntries(others.map(([name, value]) => [keyOf(name), settingValue(name, value)])),
    ...sizeOf(settings.get('Size')),
    loras,
    template,
    fullPrompt: shown === prompt ? undefined : prompt,
  })
}

function keyOf(name: string): string {
  const known = names.get(name)
  if (known) return known
  const words = name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
  return words.map((word, index) => (index === 0 ? word : word[0]!.toUpperCase() + word.slice(1))).join('')
}

function settingValue(name: string, value: string): unknown {
  if (/^[[{]/.test(value)) return parseJson(value) ?? value
  return /hash|version|user/i.test(name) ? value : numeric(value)
}

function toolOf(settings: Infotext['settings'], texts: readonly NamedText[]) {
  const version = settings.get('Version') ?? ''
  if (settings.get('App') === 'SD.Next') return { platformKey: 'sdnext', tool: 'SD.Next' }
  if (/^ComfyUI/i.test(version) || isRecord(textNamed(texts, 'prompt')?.json)) {
    return { platformKey: 'comfyui', tool: 'ComfyUI' }
  }
  if (/^Fooocus/i.test(version)) return { platformKey: 'fooocus', tool: 'Fooocus' }
  if (/^f\d|^neo\b|forge/i.test(version)) return { platformKey: 'forge', tool: 'Forge' }
  if (settings.has('Civitai resources')) return { platformKey: 'civitai', tool: 'Civitai' }
  const order = [...settings.keys()].filter((name) => itsOrder.includes(name))
  if (/^v?\d+\.\d+/.test(version) || (version === '' && order.join() === itsOrder.join())) {
    return { platformKey: 'automatic1111', tool: 'AUTOMATIC1111' }
  }
  return {}
}

function civitaiModel(settings: Infotext['settings']): string | undefined {
  const resources = parseJson(settings.get('Civitai resources') ?? '')
  if (!Array.isArray(resources)) return undefined
  const checkpoint = resources.find((resource) => isRecord(resource) && resource.type === 'checkpoint')
  const { modelName, modelVersionName } = checkpoint ?? {}
  return [modelName, modelVersionName].map(textOf).filter(Boolean).join(' ') || undefined
}
