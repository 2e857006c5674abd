const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/** Letters, digits and pictures: not what only turns the text around it, or joins it. */
const drawn = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u
const picture = /[\p{Extended_Pictographic}\p{Regional_Indicator}]/u

/** Of the first two words that have something to show; `skip` leaves out those that say little. */
export function initials(name: string, skip: (word: string) => boolean = () => false): string {
  const words = name.split(/\s+/).filter((word) => drawn.test(word))
  const telling = words.filter((word) => !skip(word))
  const [first = '', second = ''] = (telling.length > 0 ? telling : words).slice(0, 2).map(initial)
  // A picture is as wide as two letters.
  return picture.test(first) || picture.test(second) ? first : first + second
}

function initial(word: string): string {
  for (const { segment } of graphemes.segment(word)) if (drawn.test(segment)) return segment.toUpperCase()
  return ''
}

/** Of a colour that is always the same for the same name: 0 to 359. */
export function hueOf(name: string): number {
  let sum = 0
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 360_007
  return sum % 360
}
