import type { FoundText } from '@dailies/contract/search.ts'

type Part = Pick<FoundText, 'text' | 'marks'>

/**
 * The tags in what was found of a take's tags, which the service joins by commas, each with its own marks. Of those that have a comma
 * themselves, `known` has those that are not to be taken for two.
 */
export function tagsIn({ text, marks }: Part, known: Iterable<string> = []): Part[] {
  let begins = 0
  return namesIn(text, known).map((tag) => {
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

function namesIn(text: string, known: Iterable<string>): string[] {
  const withComma = [...known]
    .filter((name) => name.includes(', '))
    .toSorted((one, other) => other.length - one.length)
  const names: string[] = []
  for (let rest: string | undefined = text; rest !== undefined; ) {
    const whole = withComma.find((name) => `${rest}, `.startsWith(`${name}, `))
    const name: string = whole ?? rest.split(', ', 1)[0]!
    names.push(name)
    rest = rest.length > name.length ? rest.slice(name.length + 2) : undefined
  }
  return names
}
