import type { Draft } from '../draft.ts'
import { type NamedText, textNamed } from '../named-text.ts'
import { numeric, told } from '../values.ts'

const mostParameters = 60

/** Long and short names; the others keep theirs. https://docs.midjourney.com, "Parameter List". */
const names = new Map([
  ['ar', 'ratio'],
  ['aspect', 'ratio'],
  ['v', 'version'],
  ['version', 'version'],
  ['niji', 'niji'],
  ['s', 'stylize'],
  ['c', 'chaos'],
  ['q', 'quality'],
  ['w', 'weird'],
  ['p', 'profile'],
  ['r', 'repeat'],
  ['exp', 'experimental'],
  ['iw', 'imageWeight'],
  ['sw', 'styleWeight'],
  ['cw', 'characterWeight'],
  ['ow', 'omniWeight'],
  ['sref', 'styleReference'],
  ['cref', 'characterReference'],
  ['oref', 'omniReference'],
])

/**
 * What Midjourney writes: the prompt, its parameters and the id of the job as Description in PNG texts (or that of Exif
 * or XMP), and the id in XMP too, as the picture's GUID.
 */
export function readMidjourney(texts: readonly NamedText[]): Draft | undefined {
  const [found] = texts.flatMap(({ name, text, format }) => {
    const job = isDescription(name) ? jobAtEnd(text) : undefined
    return job ? [{ ...job, format }] : []
  })
  if (!found) return undefined
  const { prompt, parameters } = split(found.before)
  const { no, version, niji, ...others } = parametersIn(parameters)
  const modelName = niji ? `Niji ${niji}` : version && `Midjourney v${version}`
  return {
    format: found.format,
    tool: 'Midjourney',
    platformKey: 'midjourney',
    externalAssetId: found.job,
    ...(prompt && { prompt }),
    ...(typeof no === 'string' && { negativePrompt: no }),
    ...(typeof modelName === 'string' && { modelName }),
    metadata: told({
      ...others,
      version,
      niji,
      parameters,
      author: textNamed(texts, 'author')?.text,
      createdAt: textNamed(texts, 'creation time')?.text,
    }),
  }
}

function isDescription(name: string): boolean {
  return /^(?:image ?)?description$/i.test(name)
}

function jobAtEnd(text: string): { before: string; job: string } | undefined {
  const at = text.lastIndexOf('Job ID:')
  const job = /^Job ID: ?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\s*$/i.exec(text.slice(at))?.[1]
  return at === -1 || !job ? undefined : { before: text.slice(0, at), job }
}

/** The parameters stand at the end. */
function split(text: string): { prompt: string; parameters: string } {
  const start = text.search(/(?:^|\s)--[a-z]/i)
  return start === -1
    ? { prompt: text.trim(), parameters: '' }
    : { prompt: text.slice(0, start).trim(), parameters: text.slice(start).trim() }
}

/** One without a value is switched on. */
function parametersIn(text: string): Record<string, unknown> {
  const fields = ` ${text}`.split(/\s--/, mostParameters).slice(1)
  return Object.fromEntries(
    fields.map((field) => {
      const [name = ''] = field.split(/\s/, 1)
      const value = field.slice(name.length).trim()
      const key = names.get(name.toLowerCase()) ?? name.toLowerCase()
      return [key, value === '' ? true : key === 'version' || key === 'niji' ? value : numeric(value)]
    }),
  )
}
