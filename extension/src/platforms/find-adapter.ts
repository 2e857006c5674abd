import type { Adapter } from './adapter.ts'
import { isCovered } from './match-pattern.ts'

/** `page` is the root element, without which an interface that runs wherever its user has it is not found. */
export function findAdapter(adapters: readonly Adapter[], url: string, page?: Element): Adapter | undefined {
  const hosted = adapters.find(({ recognises, hosts }) => !recognises && isCovered(url, hosts))
  return hosted ?? (page && adapters.find(({ recognises }) => recognises?.(page)))
}
