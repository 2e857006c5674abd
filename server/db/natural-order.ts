import { searchable } from '@dailies/contract/searchable.ts'

/**
 * A key that sorts by byte as people would sort the text: letters without case or accents, numbers by their value
 * ("2" < "10" < "10A"). Each run of digits becomes its length in two digits, then its digits without leading zeros.
 */
export function naturalOrder(text: string): string {
  return searchable(text).replace(/[0-9]+/g, (run) => {
    const digits = run.replace(/^0+(?=.)/, '')
    return String(Math.min(digits.length, 99)).padStart(2, '0') + digits
  })
}
