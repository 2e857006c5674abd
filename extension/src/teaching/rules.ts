import { changeSetting, readSetting } from '../store/database.ts'
import { limits, type TaughtRule } from './rule.ts'
import { isSameRule } from './rule-file.ts'

/** Milliseconds: when a rule matched last is not written down more often. */
const matchedEvery = 60_000

/** Of the page at an address, the newest first; none where there is no host. */
export async function rulesFor(address: string | undefined): Promise<TaughtRule[]> {
  const host = hostAt(address)
  if (!host) return []
  return ((await readSetting('taughtRules')) ?? []).filter((rule) => rule.host === host)
}

export function hostAt(address: string | undefined): string | undefined {
  const { protocol, host } = URL.parse(address ?? '') ?? {}
  return protocol === 'https:' || protocol === 'http:' ? host : undefined
}

/** Adds rules, each before the others of its host; those in `instead` go. The oldest go where there are too many. */
export async function keepRules(
  added: readonly TaughtRule[],
  instead: readonly string[] = [],
): Promise<void> {
  await changeSetting('taughtRules', (rules = []) => {
    const others = rules.filter((rule) => !instead.includes(rule.id))
    const fresh = added.filter((rule) => !others.some((other) => isSameRule(other, rule)))
    return bounded([...fresh, ...others])
  })
}

export async function removeRule(id: string): Promise<void> {
  await changeSetting('taughtRules', (rules = []) => rules.filter((rule) => rule.id !== id))
}

/** Each where it was in the order of time. */
export async function bringBackRule(rule: TaughtRule): Promise<void> {
  await changeSetting('taughtRules', (rules = []) =>
    bounded([...rules, rule].sort((one, other) => (one.madeAt < other.madeAt ? 1 : -1))),
  )
}

export async function noteMatches(ids: ReadonlySet<string>): Promise<void> {
  if (ids.size === 0) return
  const now = new Date()
  const isDue = ({ id, matchedAt }: TaughtRule) =>
    ids.has(id) && !(matchedAt && now.getTime() - Date.parse(matchedAt) < matchedEvery)
  await changeSetting('taughtRules', (rules = []) =>
    rules.some(isDue)
      ? rules.map((rule) => (isDue(rule) ? { ...rule, matchedAt: now.toISOString() } : rule))
      : rules,
  )
}

function bounded(rules: readonly TaughtRule[]): TaughtRule[] {
  const counts = new Map<string, number>()
  const kept = rules.filter(({ host }) => {
    const count = (counts.get(host) ?? 0) + 1
    counts.set(host, count)
    return count <= limits.rulesOfHost
  })
  return kept.slice(0, limits.rules)
}
