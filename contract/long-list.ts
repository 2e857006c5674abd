import { z } from 'zod'
import { ofArray } from './length.ts'

/** Things that are wrong with a list, and are told. */
const mostTold = 20

interface Each<T> {
  /** Elements of the list. */
  most?: number
  /** By which each is there once, */
  keyOf: (one: T) => string
  /** and the field that has it. */
  field: string
}

/**
 * A list of what has a name, each once. Once so much is wrong with it no more is looked at: to tell of each of a hundred thousand takes a
 * second, and megabytes.
 */
export function longListOf<S extends z.ZodType>(item: S, { most = 10_000, keyOf, field }: Each<z.output<S>>) {
  const tooMany = `Must be at most ${most}`
  const list = z.array(item).max(most, ofArray(tooMany)).superRefine(noneTwice(keyOf, field))
  // Zod's own looks at all of them. It is never called: it would put itself back in this place.
  list._zod.parse = (payload, context) => {
    const given: unknown = payload.value
    if (!Array.isArray(given)) {
      payload.issues.push({ code: 'invalid_type', expected: 'array', input: given, inst: list })
      return payload
    }
    if (given.length > most) {
      payload.issues.push({ code: 'custom', message: tooMany, input: given, inst: list, continue: false })
      return payload
    }
    const values: z.output<S>[] = []
    for (const [index, value] of given.entries()) {
      const result = item._zod.run({ value, issues: [] }, context) as z.core.ParsePayload<z.output<S>>
      payload.issues.push(...z.core.util.prefixIssues(index, result.issues))
      if (payload.issues.length >= mostTold) break
      values.push(result.value)
    }
    payload.value = values
    return payload
  }
  return list
}

function noneTwice<T>(keyOf: (one: T) => string, field: string) {
  return (all: T[], context: z.RefinementCtx<T[]>) => {
    const seen = new Set<string>()
    let told = 0
    for (const [index, one] of all.entries()) {
      const key = keyOf(one)
      if (seen.has(key)) {
        context.addIssue({ code: 'custom', path: [index, field], message: `${key} stands here twice` })
        told += 1
      }
      if (told >= mostTold) break
      seen.add(key)
    }
  }
}
