import { patternOf } from '../../connection/address.ts'
import { adapters, hostsOf } from '../../platforms/adapters.ts'

/** Whether it is an interface that runs wherever its user has it, on this machine unless there is an address. */
export function isLocal(slug: string): boolean {
  return adapters.some(({ platform, recognises }) => platform === slug && recognises !== undefined)
}

/** The hosts that a platform needs; none where there is no adapter, for those are captured by the menu alone. */
export function hostsOfPlatform(slug: string, locals: Record<string, string>): string[] {
  const own = locals[slug]
  return own ? [patternOf(own)] : hostsOf([slug])
}
