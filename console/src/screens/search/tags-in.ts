import type { FoundText } from '@dailies/contract/search.ts'

type Part = Pick<FoundText, 'text' | 'marks'>

/** The tags in what was found of a take's tags, which the service joins by commas, each with its own marks. */
export function tagsIn({ text, marks }: Part): Part[] {
  let begins = 0
  return text.split(', ').map((tag) => {
    const from = begins
    const to = from + tag.length
    begins = to + 2
    const own = marks.filter(([begin, end]) => begin < to && end > from)
    return {
      text: tag,
      marks: own.map(([begin, end]) => [Math.max(begin, from) - from, Math.min(end, to) - from]),
    }
  })
}
