import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import type { Adapter } from './adapter.ts'

const world = globalThis as { dailiesAdapters?: Adapter[] }

/**
 * The script that brings an adapter to the pages of its platform. Each is a file of its own, run before that of
 * entrypoints/page.ts: no page carries what belongs to another one. (wxt.config.ts builds them)
 */
export function platformScript(...adapters: Adapter[]) {
  return defineUnlistedScript(() => {
    world.dailiesAdapters = adapters
  })
}

/** Those that were brought to this page. */
export function adaptersHere(): readonly Adapter[] {
  return world.dailiesAdapters ?? []
}
