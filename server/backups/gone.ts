/** What is stored as the problem of a try that found no backup any more where the last one was made: a code, as somebody asks for it. */
export const gone = 'gone'

/** A problem as people read it. */
export function problemInWords(problem: string): string {
  if (problem !== gone) return problem
  return 'No backup is there any more, where the last one was made: is its disk there? If it is, make one there by hand'
}
