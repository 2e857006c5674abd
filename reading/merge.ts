import type { Reading } from './reading.ts'

/** The first that tells a thing wins; of `metadata` each entry by itself. */
export function mergeReadings(readings: readonly Reading[]): Omit<Reading, 'source'> {
  const merged: Record<string, unknown> = {}
  for (const { source: _, metadata, ...told } of readings) {
    for (const [name, value] of Object.entries(told)) merged[name] ??= value
    if (metadata) merged.metadata = { ...metadata, ...(merged.metadata as object) }
  }
  return merged
}

/** As a capture's `provenance.readFrom` lists it: `png:parameters`, `answer:runway`, `answer:runway guess`, `adapter:midjourney`, `page`. */
export function nameOfSource(source: Reading['source']): string {
  if (source.kind === 'media') return source.format
  if (source.kind === 'answer') return `answer:${source.platform}${source.isGuess ? ' guess' : ''}`
  if (source.kind === 'adapter') return `adapter:${source.platform}`
  return source.kind === 'taught' ? `taught:${source.host}` : 'page'
}
