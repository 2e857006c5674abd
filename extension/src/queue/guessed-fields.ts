import type { Reading } from '@dailies/reading/reading.ts'

/**
 * Which fields of a capture a guess filled: no source before it told them. `readings` are in the order in which they count
 * (`mergeReadings`).
 */
export function guessedFields(readings: readonly Reading[]): string[] {
  const told = new Set<string>()
  const guessed: string[] = []
  for (const { source, metadata: _, ...fields } of readings) {
    const isGuess = source.kind === 'answer' && source.isGuess === true
    for (const [name, value] of Object.entries(fields)) {
      if (value === undefined || told.has(name)) continue
      told.add(name)
      if (isGuess) guessed.push(name)
    }
  }
  return guessed
}
