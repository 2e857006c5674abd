import { cut } from './cut.ts'

/** What turns the text around it: a name that leaves it open would turn the sentence that it stands in. */
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Somebody's name within a sentence that is plain text. */
export function nameInText(name: string): string {
  return cut(name.replace(turning, ''), 60)
}
