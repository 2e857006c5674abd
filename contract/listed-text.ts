/** So many characters of a story beat a list of scenes has, and at most: lists show no more. */
export const listedStoryBeat = 1000
