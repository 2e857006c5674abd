import { cut } from './plain.ts'
import type { WholeTake } from './whole-take.ts'

export interface Difference {
  field: string
  /** In the order of the takes; null where one has none. */
  values: (string | null)[]
  inWords: string | null
}

/** Fields of a take that are compared, apart from its settings. */
const fields = {
  prompt: ({ prompt }) => prompt,
  negativePrompt: ({ negativePrompt }) => negativePrompt,
  platform: ({ platformKey }) => platformKey,
  model: ({ modelName }) => modelName,
  assetType: ({ assetType }) => assetType,
  status: ({ status }) => status,
  winner: ({ selected }) => (selected ? 'yes' : 'no'),
  rights: ({ rightsState }) => rightsState,
  costUsd: ({ costEstimateUsd }) => textOf(costEstimateUsd),
  generationSeconds: ({ generationSeconds }) => textOf(generationSeconds),
  size: ({ media }) => (media?.width && media.height ? `${media.width} × ${media.height}` : null),
  durationSeconds: ({ media }) => textOf(media?.durationSeconds ?? null),
  tags: ({ tags }) => (tags.length > 0 ? tags.join(', ') : null),
} satisfies Record<string, (take: WholeTake) => string | null>

/** Settings that are compared, at most, and characters of a value that are shown. */
const mostSettings = 40
const longest = 1000

/** In what takes differ, and in what they do not. */
export function differencesOf(takes: WholeTake[]): { differences: Difference[]; same: string[] } {
  const settings = takes.map(settingsOf)
  const names = [...new Set(settings.flatMap((one) => [...one.keys()]))].sort().slice(0, mostSettings)
  const rows: [string, (string | null)[]][] = [
    ...Object.entries(fields).map(([field, read]) => [field, takes.map(read)] as [string, (string | null)[]]),
    ...names.map(
      (name) =>
        [`settings.${name}`, settings.map((one) => one.get(name) ?? null)] as [string, (string | null)[]],
    ),
  ]
  const differences: Difference[] = []
  const same: string[] = []
  for (const [field, values] of rows) {
    if (values.every((value) => value === null)) continue
    if (values.every((value) => value === values[0])) same.push(field)
    else
      differences.push({ field, values: values.map(shown), inWords: isProse(field) ? inWords(values) : null })
  }
  return { differences, same }
}

const isProse = (field: string) => field === 'prompt' || field === 'negativePrompt'
const shown = (value: string | null) => (value === null ? null : cut(value, longest))
const textOf = (value: number | null) => (value === null ? null : String(value))

/** What was captured as `metadata`, by name. Of what is too long to be shown as a whole nothing is known. */
function settingsOf({ metadata, cut: longer }: WholeTake): Map<string, string> {
  if (metadata === null || longer.includes('metadata')) return new Map()
  const entries = Object.entries(JSON.parse(metadata) as object)
  return new Map(
    entries.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
}

/** Which words of the others the first has not, and the other way round. */
function inWords([first, ...others]: (string | null)[]): string {
  return others
    .map((other, index) => {
      const [had, has] = [wordsOf(first ?? null), wordsOf(other)]
      const added = [...has].filter((word) => !had.has(word))
      const gone = [...had].filter((word) => !has.has(word))
      const parts = [
        added.length > 0 && `adds ${list(added)}`,
        gone.length > 0 && `lacks ${list(gone)}`,
      ].filter(Boolean)
      return `${index + 2} against 1 ${parts.length > 0 ? parts.join(', ') : 'has the same words in another order'}`
    })
    .join('; ')
}

function wordsOf(text: string | null): Set<string> {
  return new Set((text ?? '').toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’.:-]*/gu) ?? [])
}

/** Words that are named. */
const mostWords = 30

function list(words: string[]): string {
  const more = words.length > mostWords ? ` and ${words.length - mostWords} more` : ''
  return (
    words
      .slice(0, mostWords)
      .map((word) => JSON.stringify(cut(word, 50)))
      .join(', ') + more
  )
}
