import { hash } from 'node:crypto'
import { DailiesError } from './error.ts'

/** As text, with the SHA-256 of it in the last line. */
export function sealed(content: object): string {
  const text = `${JSON.stringify(content, undefined, 2)}\n`
  return `${text}${hash('sha256', text)}\n`
}

/**
 * What was sealed. Throws `invalid` where it is not as it was written, and where there is none: `what` it should be, as in “There is no
 * such backup”.
 */
export function unsealed(text: string | undefined, name: string, what: string): unknown {
  if (text === undefined) throw new DailiesError('invalid', `${name}: There is no such ${what}`)
  const end = text.lastIndexOf('\n', text.length - 2) + 1
  if (`${hash('sha256', text.slice(0, end))}\n` !== text.slice(end)) throw damaged(name)
  try {
    return JSON.parse(text.slice(0, end))
  } catch {
    throw damaged(name)
  }
}

export function damaged(name: string): DailiesError {
  return new DailiesError('invalid', `${name}: Is damaged: it is not as it was written`)
}
