import { createContext, useContext } from 'react'
import type { JsonProblem } from './json-problem.ts'

/** What the parts say by themselves, unless they are told otherwise. */
const english = {
  newTab: '(opens in a new tab)',
  tagsHint: 'Enter or a comma adds one.',
  removeTag: (tag: string) => `Remove tag ${tag}`,
  offeredTags: 'Tags of the film',
  placeOf: ({ line, column }: JsonProblem) => `Line ${line}, column ${column}`,
  noJson: ({ message }: JsonProblem) => message,
  justNow: 'just now',
  loading: 'Loading …',
  dismiss: 'Dismiss',
}

export type Words = typeof english

const WordsContext = createContext(english)

/** What is inside speaks another language. */
export const WordsProvider = WordsContext.Provider

export function useWords(): Words {
  return useContext(WordsContext)
}
