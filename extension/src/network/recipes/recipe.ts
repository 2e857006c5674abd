import { isRecord } from '@dailies/reading/values.ts'
import type { PartOfTake } from '../take.ts'

export type JsonObject = Record<string, unknown>

/** How the answers of one platform's pages are read: which object is a take, and where in it stands what. */
export interface Recipe {
  /** Slug of the catalogue. */
  platform: string
  /** When its paths were last compared with their source. */
  checked: `${number}-${number}-${number}`
  /** Where they are documented. None was compared with a live, signed-in page. */
  source: string
  /**
   * What one object tells, wherever in an answer it stands; undefined of one that is no take, into which is looked further.
   * Anything may be in it.
   */
  takes(object: JsonObject, url: string): PartOfTake[] | undefined
  /** What a request tells of what its answer names, or of the media that it was answered with. */
  requested?(request: JsonObject, answer: unknown, url: string): PartOfTake[]
}

/** `options.text_prompt`; undefined where there is no such thing. */
export function at(value: unknown, path: string): unknown {
  let found = value
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    found = (found as JsonObject)[name]
  }
  return found
}

/** The objects of the list at a path, a thousand at most. */
export function each(value: unknown, path: string): JsonObject[] {
  const found = at(value, path)
  return Array.isArray(found) ? found.slice(0, 1000).filter(isRecord) : []
}

/** Texts at paths, and those of lists there. */
export function textsAt(value: unknown, ...paths: string[]): string[] {
  return paths
    .flatMap((path) => at(value, path))
    .slice(0, 100)
    .flatMap((found) => (typeof found === 'string' && found !== '' ? found : []))
}

/** Ids at paths: texts, or numbers that are not small. */
export function idsAt(value: unknown, ...paths: string[]): string[] {
  return paths
    .map((path) => at(value, path))
    .flatMap((found) =>
      (typeof found === 'string' && found.length > 5) || (typeof found === 'number' && found > 99_999)
        ? String(found).slice(0, 500)
        : [],
    )
}
