import type { z } from 'zod'
import { DailiesError } from './error.ts'
import { printable } from './printable.ts'

const shownErrors = 20

/**
 * Parses a JSON file against a schema. What is wrong is told with the line (not JSON) or the path (not the schema),
 * one line each: `film.json: projects[0].scenes[2].sceneId: Required`.
 */
export function parseJsonFile<S extends z.ZodType>(name: string, text: string, schema: S): z.output<S> {
  const result = schema.safeParse(parseJson(name, text.replace(/^\uFEFF/, '')), {
    error: (issue) => (issue.input === undefined ? 'Required' : undefined),
  })
  if (result.success) return result.data

  const lines = result.error.issues.map(({ path, message }) => `${name}: ${pathText(path)}${message}`)
  const more = lines.length - shownErrors
  if (more > 0) lines.splice(shownErrors, more, `${name}: and ${more} more`)
  throw new DailiesError('invalid', lines.join('\n'))
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const before = text.slice(0, errorPosition(text))
    const line = before.split('\n').length
    const column = before.length - before.lastIndexOf('\n')
    throw new DailiesError('invalid', `${name}:${line}:${column}: not valid JSON`)
  }
}

/** Where the longest beginning ends that could go on: the parser's message does not always say where it stopped. */
function errorPosition(text: string): number {
  let fine = 0
  let broken = text.length + 1
  while (broken - fine > 1) {
    const middle = Math.floor((fine + broken) / 2)
    if (couldGoOn(text.slice(0, middle))) fine = middle
    else broken = middle
  }
  return fine
}

function couldGoOn(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    const { message } = error as Error
    const position = /at position (\d+)/.exec(message)?.[1]
    return /^(Unexpected end|Unterminated string)/.test(message) || Number(position) >= text.length
  }
}

function pathText(path: PropertyKey[]): string {
  const text = path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${printable(String(part))}`))
    .join('')
  return text === '' ? '' : `${text.replace(/^\./, '')}: `
}
