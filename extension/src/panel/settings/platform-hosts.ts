import { patternOf } from '../../connection/address.ts'
import { adapters } from '../../platforms/adapters.ts'
import { hostsOf } from '../../platforms/hosts.ts'

/** Whether it is an interface that runs wherever its user has it, on this machine unless there is an address. */
export function isLocal(slug: string): boolean {
  return adapters.some(({ platform, recognises }) => platform === slug && recognises !== undefined)
}

/** The hosts that a platform needs; none of a program that has no pages: what it makes is captured from files. */
export function hostsOfPlatform(slug: string, locals: Record<string, string>): string[] {
  const own = locals[slug]
  return own ? [patternOf(own)] : hostsOf([slug])
}

/** Whether the extension reads prompt, model and the like of its pages. */
export function hasAdapter({ slug }: { slug: string }): boolean {
  return adapters.some(({ platform }) => platform === slug)
}
