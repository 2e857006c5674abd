import { numberOf, textOf, told } from '@dailies/reading/values.ts'
import type { Take } from '../take.ts'
import { at } from './recipe.ts'

/** Of what a take was made, by the names that captures have (reading/reading.ts); each with the first path that tells it. */
export interface Paths {
  prompt?: string[]
  negativePrompt?: string[]
  modelName?: string[]
  title?: string[]
  externalAssetId?: string[]
  generationSeconds?: string[]
  costEstimateUsd?: string[]
  /** Members of the metadata: `seed`, `durationSeconds`, `aspectRatio`, `steps` … */
  metadata?: Record<string, string[]>
}

/** What stands at the paths, and is of the kind that it should be. */
export function readingAt(value: unknown, paths: Paths): Take['reading'] {
  const first = <T>(names: string[] | undefined, of: (found: unknown) => T | undefined): T | undefined => {
    for (const path of names ?? []) {
      const found = of(at(value, path))
      if (found !== undefined) return found
    }
    return undefined
  }
  const amount = (names?: string[]) => {
    const found = first(names, numberOf)
    return typeof found === 'number' && found >= 0 && found < 1e9 ? found : undefined
  }
  const metadata = Object.entries(paths.metadata ?? {}).map(([name, names]) => [name, first(names, scalar)])
  return told({
    prompt: first(paths.prompt, textOf),
    negativePrompt: first(paths.negativePrompt, textOf),
    modelName: first(paths.modelName, textOf),
    title: first(paths.title, textOf),
    externalAssetId: first(paths.externalAssetId, idOf),
    generationSeconds: amount(paths.generationSeconds),
    costEstimateUsd: amount(paths.costEstimateUsd),
    metadata: told(Object.fromEntries(metadata)),
  })
}

function scalar(value: unknown): string | number | boolean | undefined {
  if (typeof value === 'boolean') return value
  return numberOf(value) ?? textOf(value)?.slice(0, 2000)
}

function idOf(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : textOf(value)
}
