/** A source of numbers from 0 to 1 that gives the same ones for the same seed. (Numerical Recipes' linear congruential generator) */
export function chance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const vocabulary = 30_000
const syllables = 'ka lo mi ter an dro vis ple sun mor ek ri tan gle fo wet li ght sha ne'.split(' ')

/** Made up, the short ones first: as in a language, what is said often is short. */
const words = Array.from({ length: vocabulary }, (_, index) => {
  let [word, rest] = ['', index + 7]
  do {
    word += syllables[rest % syllables.length]
    rest = Math.floor(rest / syllables.length)
  } while (rest > 0)
  return word
})

/** By how often they are said (Zipf and Mandelbrot), summed up. */
const upTo = new Float64Array(vocabulary)
let sum = 0
for (let rank = 0; rank < vocabulary; rank += 1) {
  sum += (rank + 2.7) ** -1.05
  upTo[rank] = sum
}

/** The word that so many others are said more often than. */
export const wordOfRank = (rank: number): string => words[rank]!

function anyWord(random: () => number): string {
  const wanted = random() * sum
  let [low, high] = [0, vocabulary - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (upTo[middle]! > wanted) high = middle
    else low = middle + 1
  }
  return words[low]!
}

/** A prompt of 100 to 4,000 characters, 1,000 in the mean, most of them shorter. */
export function prompt(random: () => number): string {
  const spread = random() + random() + random() + random() - 2
  const length = Math.min(4000, Math.max(100, 800 * Math.exp(1.27 * spread)))
  let text = ''
  while (text.length < length) text += anyWord(random) + (random() < 0.12 ? ', ' : ' ')
  return text.trim()
}
