import { Problem } from './problem.ts'

const identifier = '(?:0|[1-9]\\d*|\\d*[a-zA-Z-][\\da-zA-Z-]*)'
const number = '(0|[1-9]\\d*)'
const form = new RegExp(`^${number}\\.${number}\\.${number}(?:-(${identifier}(?:\\.${identifier})*))?$`)

/** Throws a `Problem` for what is no version, or is not above all that there are. */
export function requireGreater(version: string, present: readonly string[]): void {
  if (!form.test(version)) {
    throw new Problem(`${version} is no version: it has the form 1.2.0, or 1.2.0-rc.1 (https://semver.org)`)
  }
  const highest = present.toSorted(compareVersions).at(-1)
  if (highest !== undefined && compareVersions(version, highest) <= 0) {
    throw new Problem(`${version} is not greater than ${highest}, which is the version now`)
  }
}

/** Negative when the first comes first. Semantic Versioning 2.0.0, 11. What is no version comes before all others. */
function compareVersions(one: string, other: string): number {
  const [, ...parts] = form.exec(one) ?? ['']
  const [, ...others] = form.exec(other) ?? ['']
  for (const index of [0, 1, 2]) {
    const difference = Number(parts[index] ?? -1) - Number(others[index] ?? -1)
    if (difference !== 0) return difference
  }
  return comparePreReleases(parts[3]?.split('.'), others[3]?.split('.'))
}

function comparePreReleases(one: string[] | undefined, other: string[] | undefined): number {
  if (!one || !other) return Number(other !== undefined) - Number(one !== undefined)
  for (const [index, identifier] of one.entries()) {
    const difference = compareIdentifiers(identifier, other[index])
    if (difference !== 0) return difference
  }
  return one.length - other.length
}

function compareIdentifiers(one: string, other: string | undefined): number {
  if (other === undefined) return 1
  const isNumber = (text: string) => /^\d+$/.test(text)
  if (isNumber(one) && isNumber(other)) return Number(one) - Number(other)
  if (isNumber(one) || isNumber(other)) return isNumber(one) ? -1 : 1
  return Number(one > other) - Number(one < other)
}
