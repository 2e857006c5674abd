/** What is stored as the problem of a try that found no backup any more where the last one was made: a code, as somebody asks for it. */
export const gone = 'gone'

const goneInWords =
  'No backup is there any more, where the last one was made: is its disk there? If it is, make one there by hand'

/** Earlier programs stored the words. */
export const isGone = (problem: string | null): boolean => problem === gone || problem === goneInWords

/** A problem as people read it. */
export const problemInWords = (problem: string): string => (problem === gone ? goneInWords : problem)
